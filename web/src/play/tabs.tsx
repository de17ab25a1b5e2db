/*
 * On small screens one part of the table is shown under the board at a time: the tabs choose which.
 *
 * SPDX-License-Identifier: MIT
 */
import { Icon, type IconName } from "../parts/icons";
import { t } from "../text";
import { forget, type Tab, type Ui } from "./ui";

function tabName(tab: Tab): string {
  switch (tab) {
    case "hand":
      return t("Hand");
    case "cards":
      return t("Cards");
    case "tickets":
      return t("Tickets");
    case "players":
      return t("Players");
    case "log":
      return t("Log");
  }
}

const ICONS: Record<Tab, IconName> = { hand: "cards", cards: "pile", tickets: "ticket", players: "people", log: "log" };

/** A spectator has neither a hand nor tickets. */
function tabsFor(watching: boolean): Tab[] {
  return watching ? ["cards", "players", "log"] : ["hand", "cards", "tickets", "players", "log"];
}

/** The tab that is open; a spectator sees the players first. */
export function openTab(ui: Ui, watching: boolean): Tab {
  return tabsFor(watching).includes(ui.tab.value) ? ui.tab.value : "players";
}

/** Shows a part, and not the question in front of it: what need not be answered is forgotten, what must be comes back when one wants it. */
function show(ui: Ui, tab: Tab): void {
  forget(ui);
  ui.later.value = true;
  ui.tab.value = tab;
}

export function Tabs({ ui, watching }: { ui: Ui; watching: boolean }) {
  const open = openTab(ui, watching);
  return (
    <nav class="tb-tabs" aria-label={t("Parts of the table")}>
      {tabsFor(watching).map((tab) => (
        <button type="button" key={tab} data-tab={tab} aria-pressed={open === tab} onClick={() => show(ui, tab)}>
          <Icon name={ICONS[tab]} />
          <span>{tabName(tab)}</span>
          {tab === "log" && ui.unread.value > 0 && <span class="count">{ui.unread.value}</span>}
        </button>
      ))}
    </nav>
  );
}
