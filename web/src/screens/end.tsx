/*
 * The end of a game: who has won and by what, and everything to look back on it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Game, Replay } from "../game/game";
import { keepFinished } from "../game/finished";
import { openReplay } from "../game/open";
import { rare, useLoaded } from "../load";
import type { End as Result } from "../net/protocol";
import { Icon } from "../parts/icons";
import { isOwn, playerNames, stoodInText } from "../players";
import { go } from "../router";
import { account } from "../settings";
import { errorText, n, nameOf, t } from "../text";
import { Cheer } from "./end/cheer";
import { Count, useCount } from "./end/count";
import { FairCheck } from "./end/fair";
import { LookBack } from "./end/look";
import { saveText } from "./end/save";
import { Frame, Heading, Trouble } from "./frame";
import { reserved } from "./plan";
import { Talk } from "./talk";
import { tieOf } from "./words";

/** Nobody is congratulated on what a bot has played. */
function headline(result: Result, names: readonly string[], me: number | null): string {
  const winners = result.winners.map((seat) => names[seat] ?? "");
  if (result.winners.length > 1) return t("A shared victory: {names}", { names: winners.join(", ") });
  return me !== null && result.winners[0] === me ? t("You win!") : t("{name} wins", { name: winners[0] ?? "" });
}

/** Asks for another game; online all must ask, and then everybody goes there. Who comes later finds the way to it. */
function Rematch({ game }: { game: Game }) {
  const table = game.table.value;
  const next = game.next.value;
  const mine = table?.you ?? null;
  const follow = (id: string) => {
    if (mine !== null) reserved.value = { game: id, seat: mine, name: table?.players[mine]?.name ?? "" };
    go(`/g/${id}`);
  };
  useEffect(() => {
    if (next && table) follow(next);
  }, [next, game, table, mine]);
  if (table?.cup) return <a class="button primary" href={`/cups/${table.cup}`}>{t("To the tournament")}</a>;
  if (table?.day !== undefined || game.special?.day !== undefined || game.special?.lesson !== undefined || game.special?.practice) return null;
  const made = table?.next;
  if (made) return <button type="button" class="button primary" onClick={() => follow(made)}>{t("To the rematch")}</button>;
  if (!table || (game.kind === "online" && mine === null)) return null;
  const asked = mine !== null && table.players[mine]?.again === true;
  const others = playerNames(table.players).filter((_, seat) => seat !== mine && table.players[seat]?.again);
  return (
    <>
      {others.length > 0 && <span class="hint" role="status">{t("For a rematch: {names}", { names: others.join(", ") })}</span>}
      <button type="button" class="button primary" disabled={asked} onClick={() => void game.again()}>
        <Icon name="again" />{asked ? t("Waiting for the others…") : game.kind === "watch" ? t("Another game") : t("Rematch")}
      </button>
    </>
  );
}

/** Where the deal of a day stands; its code is loaded with it. */
function Day({ game, day }: { game: Game; day: string }) {
  const { found: Part } = useLoaded(day, async () => (await rare(() => import("./daily/standing"))).default);
  return Part && <Part game={game} day={day} />;
}

/** The board as it is shown, as a picture to be shared. */
function Picture({ name }: { name: string }) {
  const [wrong, setWrong] = useState(false);
  const share = async (): Promise<void> => {
    const sheet = document.querySelector(".look-board .board-sheet");
    const { sharePicture } = await import("./end/picture");
    if (sheet) await sharePicture(sheet, name);
  };
  /* who thinks better of sharing has done nothing wrong */
  const fail = (error: unknown) => setWrong(!(error instanceof DOMException && error.name === "AbortError"));
  return (
    <>
      <button type="button" class="button" onClick={() => void share().catch(fail)}><Icon name="eye" />{t("Picture of the board")}</button>
      {wrong && <span class="hint" role="alert">{t("It did not work.")}</span>}
    </>
  );
}

function useReplay(game: Game): { record: string; replay: Replay | null; wrong: string } {
  const [record, setRecord] = useState("");
  const [replay, setReplay] = useState<Replay | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let gone = false;
    let opened: Replay | null = null;
    const open = async () => {
      const text = await game.record().catch(() => { throw new Error(t("The record of this game cannot be loaded.")); });
      const me = game.kind === "device" ? null : (game.table.peek()?.you ?? null);
      opened = await openReplay(text, me);
      /* also for who has left already; looked at again, it is the same game; where nothing may be kept it is only shown */
      const keeping = keepFinished(opened, text, me).catch(() => undefined);
      if (gone) { await keeping; opened.close(); return; }
      opened.seek(opened.length);
      setRecord(text);
      setReplay(opened);
    };
    open().catch((error: unknown) => { if (!gone) setWrong(errorText(error)); });
    return () => { gone = true; opened?.close(); };
  }, [game]);
  return { record, replay, wrong };
}

function Score({ game, result, names }: { game: Game; result: Result; names: string[] }) {
  /* around one device, all look at it */
  const me = game.kind === "device" ? null : game.me.value;
  const { counted, all, finish } = useCount(result.scores);
  const done = counted >= all;
  const players = game.table.value?.players ?? [];
  const own = me === null || isOwn(players[me]);
  const glad = own && (me === null || result.winners.includes(me));
  const played = names.flatMap((name, seat) => {
    const by = stoodInText(players[seat]);
    return by === null ? [] : [t("{name}: {what}", { name, what: by })];
  });
  const totals = result.scores.map((score) => score["total"] ?? 0);
  const tie = tieOf(game.map, totals);
  return (
    <section class="end-score panel raised" aria-label={t("The count")}>
      <div class="spread end-head">
        <p class="end-verdict" role="status">
          {done ? <><strong>{headline(result, names, own ? me : null)}</strong> <span class="muted">{n("{n} point", "{n} points", Math.max(...totals))}</span></> : t("Counting…")}
        </p>
        {!done && <button type="button" class="button small" onClick={finish}>{t("Skip")}</button>}
      </div>
      {played.length > 0 && <p class="hint end-played">{played.join(" · ")}</p>}
      {done && tie && <p class="hint">{tie}</p>}
      <Count scores={result.scores} names={names} winners={result.winners} counted={counted} />
      {done && glad && <Cheer vehicle={game.map.vehicle} seats={result.winners} />}
    </section>
  );
}

export default function End({ game }: { game: Game }) {
  const table = game.table.value;
  const { record, replay, wrong } = useReplay(game);
  const result = table?.end;
  if (!table || !result) return null;
  const names = playerNames(table.players);
  /* who looks on has not played it */
  const day = game.special?.day ?? (table.you === null ? undefined : table.day);
  const file = `linea-${game.map.id}.jsonl`;
  const after = (
    <section class="panel stack" aria-labelledby="end-fair">
      <h2 id="end-fair">{t("Was it fair?")}</h2>
      <p class="cluster">
        <button type="button" class="button" disabled={!record} onClick={() => saveText(record, file)}><Icon name="download" />{t("Save the record")}</button>
        <Picture name={`linea-${game.map.id}.png`} />
      </p>
      <FairCheck game={game} />
    </section>
  );
  return (
    <Frame class="end" ready={replay !== null || wrong !== ""}>
      <div class="look-head">
        <Heading title={t("{board}: the end", { board: nameOf(game.map.name) })} />
        <p class="cluster">
          <Rematch game={game} />
          <a class="button" href={`/new/${game.map.id}`}>{t("New game")}</a>
          <a class="button" href="/games">{t("Your games")}</a>
          {game.kind === "online" && account.value === "" && <a class="button" href="/account">{t("Keep your games")}</a>}
          <a class="button" href="/">{t("To the boards")}</a>
        </p>
      </div>
      <Trouble game={game} />
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <LookBack replay={replay} names={names} after={after}>
        <Score game={game} result={result} names={names} />
        {day !== undefined && <Day game={game} day={day} />}
        {game.special?.practice && <p class="hint">{t("A practice game: it went on from a position of another game, and does not count among your games.")}</p>}
        <Talk game={game} />
      </LookBack>
    </Frame>
  );
}
