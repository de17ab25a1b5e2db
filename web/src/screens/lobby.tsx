/*
 * The tables of the server: one's own, those that wait for players, those under way.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { lobby, type Listed } from "../game/open";
import { rare, useLoaded } from "../load";
import { maps } from "../maps";
import { seatColours } from "../paints";
import { Thumbnail } from "../parts/thumbnail";
import { Icon } from "../parts/icons";
import { playerNames } from "../players";
import { n, nameOf, t, textFor } from "../text";
import { Frame, Heading } from "./frame";
import { useLooks } from "./looks";
import type { Mode } from "./plan";
import { clockText } from "./terms";
import { isTurn, ownTables } from "./turns";

/** How often the lists are asked for again while somebody looks at them. */
const pause = 4000;

interface Lists {
  own: Listed[];
  over: Listed[];
  open: Listed[];
  running: Listed[];
}

async function ask(): Promise<Lists> {
  const [mine, open, running] = await Promise.all([ownTables(), lobby("gathering"), lobby("running")]);
  const others = (list: Listed[]) => list.filter((entry) => !mine.some((o) => o.game === entry.game));
  const isOver = ({ stage }: Listed) => stage === "over";
  return { own: mine.filter((entry) => !isOver(entry)), over: mine.filter(isOver), open: others(open), running: others(running) };
}

/** The lists, kept up to date while the page is in sight. */
function useLists(): { lists: Lists | null; wrong: boolean } {
  const [lists, setLists] = useState<Lists | null>(null);
  const [wrong, setWrong] = useState(false);
  useLooks((isGone) => ask().then((found) => {
    if (isGone()) return;
    setLists(found);
    setWrong(false);
  }, () => { if (!isGone()) setWrong(true); }), pause, []);
  return { lists, wrong };
}

function stageText(entry: Listed): string {
  const free = entry.players.filter((player) => player.is === "open").length;
  return textFor({ gathering: n("{n} seat free", "{n} seats free", free), over: t("over") }, entry.stage) ?? t("under way");
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

/** A new game in one of the ways to play; the board can be changed there. */
const newPath = (mode: Mode): string => `/new/${maps[maps.length - 1]?.id ?? ""}?mode=${mode}`;

/** Play now and friends: their code comes apart. */
const loadMeet = async () => (await rare(() => import("./lobby/now"))).default;

export default function Lobby() {
  const { found: Meet, failed } = useLoaded("now", loadMeet);
  const { lists: found, wrong } = useLists();
  /* below what meets, which would push them down when it comes */
  const lists = Meet || failed ? found : null;
  return (
    <Frame class="lobby" ready={lists !== null || wrong}>
      <div class="lobby-head">
        <Heading title={t("Lobby")} lead={t("Sit down with others, or look over their shoulders.")} />
        <a class="button primary" href={newPath("online")}><Icon name="plus" />{t("Make a table")}</a>
      </div>
      {wrong && <p class="notice bad" role="alert">{t("The server does not answer. Games against bots and on one device work without it.")}</p>}
      {!wrong && Meet && <Meet />}
      {!lists && !wrong && <p class="spinner" role="status" aria-label={t("Looking for tables")} />}
      {lists && (
        <>
          {lists.own.length > 0 && (
            <List id="own" title={t("Your tables")} entries={lists.own} empty={null} label={() => t("Continue")} />
          )}
          <List id="open" title={t("Waiting for players")} entries={lists.open} label={() => t("Take a seat")} empty={<p>{t("No table waits for players right now. Make one, and send the links to your friends.")}</p>} />
          <List id="running" title={t("Under way")} entries={lists.running} label={() => t("Watch")}
            empty={<><p>{t("Nobody plays in public right now.")}</p><a class="button" href={newPath("watch")}>{t("Watch bots")}</a></>} />
          {lists.over.length > 0 && <List id="over" title={t("Games that are over")} entries={lists.over} empty={null} label={() => t("Look back")} />}
        </>
      )}
    </Frame>
  );
}
