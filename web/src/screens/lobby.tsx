/*
 * The tables of the server: one's own, those that wait for players, those under way.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lobby, type Listed } from "../game/open";
import { maps } from "../maps";
import { seatColours } from "../paints";
import { Thumbnail } from "../parts/thumbnail";
import { Icon } from "../parts/icons";
import { playerNames } from "../players";
import { n, nameOf, t } from "../text";
import { Frame, Heading } from "./frame";
import { clockText } from "./terms";
import { isTurn, ownTables } from "./turns";

/** How often the lists are asked for again while somebody looks at them. */
const pause = 4000;

interface Lists {
  own: Listed[];
  open: Listed[];
  running: Listed[];
}

async function ask(): Promise<Lists> {
  const [own, open, running] = await Promise.all([ownTables(), lobby("gathering"), lobby("running")]);
  const others = (list: Listed[]) => list.filter((entry) => !own.some((o) => o.game === entry.game));
  return { own, open: others(open), running: others(running) };
}

/** The lists, kept up to date while the page is in sight. */
function useLists(): { lists: Lists | null; wrong: boolean } {
  const [lists, setLists] = useState<Lists | null>(null);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const again = () => {
      clearTimeout(timer);
      if (gone || document.hidden) return;
      ask().then((found) => { setLists(found); setWrong(false); }, () => setWrong(true))
        .finally(() => { if (!gone) timer = window.setTimeout(again, pause); });
    };
    again();
    document.addEventListener("visibilitychange", again);
    return () => { gone = true; clearTimeout(timer); document.removeEventListener("visibilitychange", again); };
  }, []);
  return { lists, wrong };
}

function stageText(entry: Listed): string {
  const free = entry.players.filter((player) => player.is === "open").length;
  switch (entry.stage) {
    case "gathering":
      return n("{n} seat free", "{n} seats free", free);
    case "over":
      return t("over");
    default:
      return t("under way");
  }
}

function Entry({ entry, label }: { entry: Listed; label: string }) {
  const map = maps.find((m) => m.id === entry.map);
  const names = playerNames(entry.players);
  return (
    <li class="table-entry panel flat" data-game={entry.game} style={seatColours(entry.players)}>
      <Thumbnail map={entry.map} />
      <div class="table-text">
        <h3>{map ? nameOf(map.name) : entry.map} {isTurn(entry.game) && <span class="badge">{t("your turn")}</span>}</h3>
        <p class="hint">{stageText(entry)} · {clockText(entry)}</p>
        <ul class="cluster">
          {entry.players.map((player, seat) => (
            <li key={seat} class={player.is === "open" ? "chip open" : `chip seat-${seat}`}>{player.is === "open" ? t("free") : names[seat]}</li>
          ))}
        </ul>
      </div>
      <a class="button primary" href={`/g/${entry.game}`}>{label}</a>
    </li>
  );
}

function List({ id, title, entries, label, empty }: {
  id: string; title: string; entries: Listed[]; label(entry: Listed): string; empty: ComponentChildren;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {entries.length === 0
        ? <div class="empty">{empty}</div>
        : <ul class="table-list">{entries.map((entry) => <Entry key={entry.game} entry={entry} label={label(entry)} />)}</ul>}
    </section>
  );
}

/** To a table of one's own; the board can be changed there. */
function Make() {
  const board = maps[maps.length - 1]?.id ?? "";
  return <a class="button primary" href={`/new/${board}?mode=online`}><Icon name="plus" />{t("Make a table")}</a>;
}

export default function Lobby() {
  const { lists, wrong } = useLists();
  return (
    <Frame class="lobby" ready={lists !== null || wrong}>
      <div class="lobby-head">
        <Heading title={t("Lobby")} lead={t("Sit down with others, or look over their shoulders.")} />
        <Make />
      </div>
      {wrong && <p class="notice bad" role="alert">{t("The server does not answer. Games against bots and on one device work without it.")}</p>}
      {!lists && !wrong && <p class="spinner" role="status" aria-label={t("Looking for tables")} />}
      {lists && (
        <>
          {lists.own.length > 0 && (
            <List id="own" title={t("Your tables")} entries={lists.own} empty={null}
              label={(entry) => (entry.stage === "over" ? t("Look back") : t("Continue"))} />
          )}
          <List id="open" title={t("Waiting for players")} entries={lists.open} label={() => t("Take a seat")} empty={<p>{t("No table waits for players right now. Make one, and send the links to your friends.")}</p>} />
          <List id="running" title={t("Under way")} entries={lists.running} label={() => t("Watch")}
            empty={<p>{t("Nobody plays in public right now.")}</p>} />
        </>
      )}
    </Frame>
  );
}
