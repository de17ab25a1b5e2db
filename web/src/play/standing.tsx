/*
 * What keeps a game from going on as it should, and what one can do about it: one's time has run out,
 * one is away, others are, the game is paused, one's seat is on another device.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Game, Table } from "../game/game";
import { playerNames } from "../players";
import { duration } from "../screens/words";
import { t } from "../text";

const LOOK_MS = 5000;

/** The time, looked at now and then while `needed`. */
function useNow(needed: boolean): number {
  const [now, look] = useState(Date.now());
  useEffect(() => {
    if (!needed) return undefined;
    look(Date.now());
    const timer = setInterval(() => look(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}

function Notice({ children }: { children: ComponentChildren }) {
  return <div class="notice warn tb-absent" role="status">{children}</div>;
}

function Button({ game, label, request }: { game: Game; label: string; request: "back" | "pause" | "resume" }) {
  return <button type="button" class={request === "back" ? "button primary large" : "button primary"} onClick={() => void game.request({ do: request })}>{label}</button>;
}

function Pause({ game, table, me }: { game: Game; table: Table; me: number }) {
  const names = playerNames(table.players);
  const wishing = names.filter((_, seat) => table.players[seat]?.pause && seat !== me);
  if (table.paused) return <Notice>{t("The game is paused.")}<Button game={game} label={t("Go on")} request="resume" /></Notice>;
  if (table.players[me]?.pause) return <Notice>{t("The pause begins when all agree.")}<Button game={game} label={t("Never mind")} request="resume" /></Notice>;
  if (wishing.length > 0) return <Notice>{t("A pause? {names} would like one.", { names: wishing.join(", ") })}<Button game={game} label={t("Agree")} request="pause" /></Notice>;
  return null;
}

/** For the host: those who have been away for longer than the table's limit. */
function Replace({ game, table, me }: { game: Game; table: Table; me: number }) {
  const away = table.players.flatMap((player, seat) => (player.away !== undefined && seat !== me ? [{ seat, since: player.away }] : []));
  const now = useNow(away.length > 0 && table.host === me);
  const late = table.host === me ? away.find(({ since }) => now - since >= (table.patience ?? 0) * 1000) : undefined;
  if (!late) return null;
  const name = playerNames(table.players)[late.seat] ?? "";
  return (
    <Notice>
      {t("{name} has been away for more than {time}.", { name, time: duration(table.patience ?? 0) })}
      <button type="button" class="button" onClick={() => void game.request({ do: "replace", seat: late.seat })}>{t("Let a bot play on")}</button>
    </Notice>
  );
}

export function Standing({ game }: { game: Game }) {
  const table = game.table.value;
  const me = game.me.value;
  if (game.travelled.value) return <Notice>{t("You go on on another device. This one looks on.")}</Notice>;
  if (!table || me === null || table.stage !== "running" || game.kind === "replay") return null;
  const own = table.players[me];
  if (!own || own.takeover !== undefined) return null;
  if (own.away !== undefined) return <Notice>{t("You are away: a bot plays for you.")}<Button game={game} label={t("I am back")} request="back" /></Notice>;
  return (
    <>
      {table.late && table.view?.turn === me && <Notice>{t("Your time has run out: a bot makes this move.")}</Notice>}
      <Pause game={game} table={table} me={me} />
      <Replace game={game} table={table} me={me} />
    </>
  );
}
