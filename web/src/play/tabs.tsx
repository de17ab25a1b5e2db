/*
 * On small screens the hand and the cards to draw are always under the board; the tabs show something else in place of the latter,
 * until they are pressed again.
 *
 * SPDX-License-Identifier: MIT
 */
import { Icon, type IconName } from "../parts/icons";
import { t } from "../text";
import { forget, type Tab, type Ui } from "./ui";

function tabName(tab: Tab): string {
  return { cards: t("Cards"), tickets: t("Tickets"), players: t("Players"), log: t("Log") }[tab];
}

const ICONS: Record<Tab, IconName> = { cards: "cards", tickets: "ticket", players: "people", log: "log" };

/** A spectator has no tickets. */
function tabsFor(watching: boolean): Tab[] {
  return watching ? ["cards", "players", "log"] : ["cards", "tickets", "players", "log"];
}

/** The tab that is open. */
export function openTab(ui: Ui, watching: boolean): Tab {
  return tabsFor(watching).includes(ui.tab.value) ? ui.tab.value : "cards";
}

/** Shows a part, and not the question in front of it: what need not be answered is forgotten, what must be comes back with the cards. */
function show(ui: Ui, tab: Tab): void {
  forget(ui);
  ui.later.value = tab !== "cards";
  ui.tab.value = tab;
}

export function Tabs({ ui, watching }: { ui: Ui; watching: boolean }) {
  const open = openTab(ui, watching);
  return (
    <nav class="tb-tabs" aria-label={t("Parts of the table")}>
      {tabsFor(watching).map((tab) => (
        <button type="button" key={tab} data-tab={tab} aria-pressed={open === tab} onClick={() => show(ui, open === tab ? "cards" : tab)}>
          <Icon name={ICONS[tab]} />
          <span>{tabName(tab)}</span>
          {tab === "log" && ui.unread.value > 0 && <span class="count">{ui.unread.value}</span>}
        </button>
      ))}
    </nav>
  );
}
