/*
 * The waiting room of an online game: who sits where, a link for each free seat, one's own
 * name and seat. The game begins by itself when the last seat is taken.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Game, Settings, Table } from "../game/game";
import { maps } from "../maps";
import { isPaint, paintsOf } from "../paints";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { Vehicle } from "../parts/pieces";
import { Dot, Spectators } from "../play/presence";
import { playerNames } from "../players";
import { account, name, paint } from "../settings";
import { n, nameOf, t } from "../text";
import { CopyButton, NameField, Select } from "./controls";
import { Frame, Heading, Trouble } from "./frame";
import { PaintChoice } from "./paint";
import { reserved } from "./plan";
import { Talk } from "./talk";
import { ClockSelect, clockText } from "./terms";

/** The link that invites to a seat; seats are counted from 1 for people. */
function linkTo(game: string, seat: number): string {
  return `${location.origin}/g/${game}?seat=${seat + 1}`;
}

/** The seat that the link named, or null. */
function invitedTo(table: Table): number | null {
  const seat = Number(new URLSearchParams(location.search).get("seat")) - 1;
  return table.you === null && table.players[seat] ? seat : null;
}

function ShareButton({ link, board }: { link: string; board: string }) {
  if (!("share" in navigator)) return null;
  const share = () => {
    navigator.share({ title: "Linea", text: t("Play {board} with me", { board }), url: link }).catch(() => undefined);
  };
  return <button type="button" class="button small" onClick={share}><Icon name="send" />{t("Send")}</button>;
}

/** What the host may do with a seat. */
function HostSeat({ game, table, seat }: { game: Game; table: Table; seat: number }) {
  const player = table.players[seat];
  if (table.you === null || table.host !== table.you || seat === table.you || !player) return null;
  if (player.is === "open") return <button type="button" class="button small" onClick={() => void game.request({ do: "fill", seat })}>{t("Put a bot here")}</button>;
  if (player.is === "human") return <button type="button" class="button small" onClick={() => void game.request({ do: "send-away", seat })}>{t("Send away")}</button>;
  return <button type="button" class="button small" onClick={() => void game.request({ do: "change", settings: settingsOfTable(table, { seats: table.seats.map((was, at) => (at === seat ? "human" : was)) }) })}>{t("Free the seat")}</button>;
}

/** The settings of a table with some changes. */
function settingsOfTable(table: Table, part: Partial<Settings>): Settings {
  const { map, seats, first, clock, delay, listed, rated, takeover, level, patience, talk, bank, increment, hints } = table;
  return {
    map, seats, first, clock, delay, listed, takeover, ...(rated && { rated }),
    ...(level !== undefined && { level }), ...(patience !== undefined && { patience }), ...(talk && { talk }), ...(hints && { hints }),
    ...(bank && { bank }), ...(bank && increment && { increment }), ...part,
  };
}

/** For the host: another board or clock, and beginning at once. */
function Host({ game, table }: { game: Game; table: Table }) {
  if (table.you === null || table.host !== table.you) return null;
  const fitting = maps.filter(({ players: [least, most] }) => least <= table.seats.length && table.seats.length <= most);
  const change = (part: Partial<Settings>) => void game.request({ do: "change", settings: settingsOfTable(table, part) });
  const { bank: _bank, increment: _increment, ...plain } = table;
  return (
    <section class="waiting-host panel flat stack" aria-labelledby="host">
      <h2 id="host">{t("You are the host")}</h2>
      <Select legend={t("Board")} value={table.map} options={fitting.map((map) => ({ value: map.id, label: nameOf(map.name) }))} onChange={(map) => change({ map })} />
      <ClockSelect now={table} onChange={({ clock, bank, increment }) =>
        void game.request({ do: "change", settings: settingsOfTable({ ...plain, clock }, bank ? { bank, increment } : {}) })} />
      <p class="cluster">
        <button type="button" class="button primary" onClick={() => void game.request({ do: "begin" })}><Icon name="play" />{t("Begin now, with bots on the free seats")}</button>
      </p>
    </section>
  );
}

/** The colour of one's pieces: what another has chosen is taken, what others were merely given is not. */
function OwnPaint({ game, table, seat }: { game: Game; table: Table; seat: number }) {
  const taken = table.players.flatMap(({ colour }, at) => (at !== seat && isPaint(colour) ? [colour] : []));
  return (
    <PaintChoice legend={t("Colour of your pieces")} quiet value={paintsOf(table.players)[seat] ?? null} taken={taken}
      onChange={(colour) => { void game.request({ do: "colour", colour }).then((fine) => { if (fine) paint.value = colour; }); }} />
  );
}

function Seat({ game, table, seat, onSit }: { game: Game; table: Table; seat: number; onSit(seat: number): void }) {
  const player = table.players[seat];
  const board = nameOf(game.map.name);
  if (!player) return null;
  const free = player.is === "open";
  const mine = table.you === seat;
  return (
    <li class={`waiting-seat panel flat seat-${seat}`} data-state={player.is}>
      <Vehicle vehicle={game.map.vehicle} seat={seat} />
      <div class="waiting-who">
        <strong>{free ? (player.kept === undefined ? t("Free") : t("Kept for {name}", { name: player.kept })) : playerNames(table.players)[seat]}</strong>
        {mine && <span class="badge">{t("you")}</span>}
        {player.is === "human" && !mine && <Dot presence={game.presence.value} seat={seat} />}
        {player.is === "bot" && <span class="badge plain">{t("bot")}</span>}
        {table.host === seat && <span class="badge plain">{t("host")}</span>}
      </div>
      {free && table.you === null && <button type="button" class="button small" onClick={() => onSit(seat)}>{t("Sit here")}</button>}
      {free && table.you !== null && game.id && !table.cup && (
        <>
          <div class="cluster">
            <CopyButton text={linkTo(game.id, seat)} label={t("Copy link")} />
            <ShareButton link={linkTo(game.id, seat)} board={board} />
            <HostSeat game={game} table={table} seat={seat} />
          </div>
          <output class="waiting-link">{linkTo(game.id, seat)}</output>
        </>
      )}
      {!free && <HostSeat game={game} table={table} seat={seat} />}
      {mine && <OwnPaint game={game} table={table} seat={seat} />}
      {mine && !table.cup && <button type="button" class="button small" onClick={() => void game.leave()}>{t("Leave the seat")}</button>}
    </li>
  );
}

/** For somebody who came by a link: a name, and the seat. */
function Welcome({ game, seat, onSit }: { game: Game; seat: number; onSit(seat: number): void }) {
  const submit = (event: Event) => { event.preventDefault(); onSit(seat); };
  return (
    <form class="waiting-welcome panel raised stack" onSubmit={submit}>
      <h2>{t("You are invited to {board}", { board: nameOf(game.map.name) })}</h2>
      {account.value === ""
        ? <NameField label={t("Your name")} value={name.value} placeholder={t("Player {n}", { n: seat + 1 })} onChange={(value) => { name.value = value; }} />
        : <p>{t("You play as {name}.", { name: account.value })}</p>}
      <button type="submit" class="button primary large">{t("Take seat {n}", { n: seat + 1 })}</button>
    </form>
  );
}

function Fairness({ table }: { table: Table }) {
  return (
    <details class="waiting-fair">
      <summary>{t("Nobody chooses the cards: the server has bound itself to a secret, and your browser adds a random number of its own when you sit down.")}</summary>
      <p class="hint">{t("At the end the secret is shown, and your browser checks that all shuffles came from both. The server’s commitment for this game:")}</p>
      <code>{table.fair?.commitment}</code>
    </details>
  );
}

export default function WaitingRoom({ game }: { game: Game }) {
  const table = game.table.value;
  const [asked, setAsked] = useState(false);
  const sit = (seat: number) => { void game.sit(name.value.trim() || t("Player {n}", { n: seat + 1 }), seat); };
  useEffect(() => {
    const seat = reserved.peek();
    if (asked || !seat || seat.game !== game.id || game.me.peek() !== null) return;
    reserved.value = null;
    setAsked(true);
    void game.sit(seat.name, seat.seat);
  }, [asked, game]);
  if (!table) return null;
  const free = table.players.filter((player) => player.is === "open").length;
  const named = invitedTo(table);
  const invited = named !== null && table.players[named]?.is === "open" ? named : null;
  return (
    <Frame class="waiting">
      <Heading title={nameOf(game.map.name)}
        lead={n("{n} seat is free. The game begins when everybody has sat down.", "{n} seats are free. The game begins when everybody has sat down.", free)} />
      <Trouble game={game} />
      {!game.online.value && <p class="notice warn" role="status">{t("The connection is lost. It is being restored…")}</p>}
      <div class="waiting-columns">
        <div class="stack">
          {invited !== null && <Welcome game={game} seat={invited} onSit={sit} />}
          {named !== null && invited === null && <p class="notice warn">{t("Seat {n} is taken already. Choose another.", { n: named + 1 })}</p>}
          {invited === null && table.you === null && (
            <NameField label={t("Your name")} value={name.value} placeholder={t("Player")} onChange={(value) => { name.value = value; }} />
          )}
          <ol class="waiting-seats" aria-live="polite">
            {table.players.map((_, seat) => <Seat key={seat} game={game} table={table} seat={seat} onSit={sit} />)}
          </ol>
          {table.you !== null && !table.cup && <p class="hint">{t("Send each friend the link of a seat. You can close this page: the table keeps your seat, and you find it in the lobby.")}</p>}
          <Host game={game} table={table} />
          {table.cup && <p><a class="button" href={`/cups/${table.cup}`}>{t("To the tournament")}</a></p>}
          {table.fair && <Fairness table={table} />}
          <Talk game={game} />
        </div>
        <aside class="waiting-facts stack">
          <Thumbnail map={game.map.id} />
          <p class="hint">{clockText(table)} · {table.listed ? t("shown in the lobby") : t("only by link")}{table.hints && ` · ${t("with hints")}`}{table.rated && ` · ${t("rated")}`}</p>
          {table.rated && account.value === "" && <p class="notice">{t("This game is rated: sign in to take a seat.")} <a href="/account">{t("Sign in")}</a></p>}
          <Spectators presence={game.presence.value} />
          <a href={`/help/${game.map.id}`}>{t("How to play")}</a>
        </aside>
      </div>
    </Frame>
  );
}
