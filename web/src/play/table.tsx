/*
 * The playing screen: the board, the cards, the tickets, the players, the log, and what is asked.
 *
 * SPDX-License-Identifier: MIT
 */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { useBoard } from "../board/boards";
import type { Game, Shown } from "../game/game";
import { drawable, keepChoices, mixes, passengerChoices, paymentsByRoute, stationsByLocation } from "../game/moves";
import { rare, useLoaded } from "../load";
import { playerNames } from "../players";
import { Unloaded, useHeading } from "../screens/frame";
import { scoreTrack, stillness } from "../settings";
import { t } from "../text";
import { Actions, Bar, LastRound, status } from "./bar";
import { DrawTickets, KeepTickets, TakePassengers } from "./choose";
import { kinds } from "./facts";
import { Hand } from "./hand";
import { Hint } from "./hint";
import { useKeptFocus, useKeys } from "./keys";
import { useLater } from "./later";
import { Log, Now, useUnread } from "./log";
import { DrawCards, Market } from "./market";
import { useNotice } from "./notify";
import { offeredRoutes, RouteList, RoutePrompt, StationList, StationPrompt } from "./payments";
import { PlayBoard } from "./play-board";
import { Players } from "./players";
import { useSounds } from "./sounds";
import { Standing } from "./standing";
import { openTab, Tabs } from "./tabs";
import { OwnTickets } from "./tickets";
import { ScoreTrack } from "./track";
import { revealOf, Tunnel, TunnelNote, useReveal } from "./tunnel";
import { forget, giveKeyboard, newUi, type Thought, type Ui } from "./ui";
import { Watching } from "./watching";

/** What is asked now, what the moves leave open or what was begun on the board. */
function question(game: Game, ui: Ui, thought: Thought): VNode | null {
  /* what has been answered is asked no longer */
  const moves = game.settled.value ? game.moves.value : [];
  const drawing = mixes(moves).length;
  const opening = game.view.value?.phase === "opening-mix";
  /* others' tunnels step aside when it is one's own turn */
  const reveal = moves.length === 0 || moves.includes("decline") ? revealOf(game, ui) : null;
  if (reveal) return <Tunnel key={`${reveal.seat}${reveal.route}`} game={game} ui={ui} reveal={reveal} />;
  if (keepChoices(moves).length > 0) return <KeepTickets game={game} ui={ui} />;
  if (passengerChoices(moves).length > 0) return <TakePassengers game={game} ui={ui} />;
  if (drawing > 0 && (thought.about === "tickets" || drawing === moves.length)) return <DrawTickets game={game} ui={ui} opening={opening} />;
  switch (thought.about) {
    case "routes": {
      const routes = offeredRoutes(moves, ui.card.value);
      return routes.size > 0 ? <RouteList game={game} ui={ui} routes={routes} /> : null;
    }
    case "draw":
      return drawable(moves).size > 0 ? <DrawCards game={game} ui={ui} onDraw={(from) => void game.move(`draw ${from}`)} /> : null;
    case "stations": {
      const places = stationsByLocation(moves);
      return places.size > 0 ? <StationList game={game} ui={ui} places={places} /> : null;
    }
    case "route": {
      const payments = paymentsByRoute(moves).get(thought.route);
      return payments ? <RoutePrompt key={thought.route} game={game} ui={ui} payments={payments} route={thought.route} /> : null;
    }
    case "station": {
      const payments = stationsByLocation(moves).get(thought.location);
      return payments ? <StationPrompt key={thought.location} game={game} ui={ui} payments={payments} location={thought.location} /> : null;
    }
    default:
      return null;
  }
}

/** The way back to a question that has stepped back for what a tab shows. */
function Recall({ game, ui }: { game: Game; ui: Ui }) {
  const recall = (event: Event): void => {
    const place = (event.currentTarget as Element).closest(".tb-question");
    ui.later.value = false;
    requestAnimationFrame(() => giveKeyboard(place?.querySelector("form")));
  };
  return (
    <button type="button" class="tb-recall button primary" onClick={recall}>
      {status(game)}
    </button>
  );
}

/** A place of a fixed size beside the board is always there: nothing else moves when a question opens, and none lies upon what it is about. */
function Question({ game, ui }: { game: Game; ui: Ui }) {
  const thought = ui.thought.value;
  const what = question(game, ui, thought);
  const later = ui.later.value && what !== null && game.moves.value.length > 0;
  const long = thought.about === "routes" || thought.about === "stations";
  return (
    <div class={later ? "tb-question tb-later" : "tb-question"} data-long={long && what !== null}>
      <div class="tb-asked">{what}</div>
      {later && <Recall game={game} ui={ui} />}
    </div>
  );
}

const loadHands = () => import("./open-hands");

/** Where bots play among themselves, nothing is secret. */
function WatchedHands({ game }: { game: Shown }) {
  const view = game.view.value;
  const { found } = useLoaded("open-hands", loadHands);
  if (!view || !found) return null;
  const { OpenHands } = found;
  return (
    <section class="tb-tickets" aria-label={t("Cards and tickets")}>
      <OpenHands map={game.map} view={view} names={playerNames(game.table.value?.players ?? [])} />
    </section>
  );
}

/** How long one can read why a route cannot be claimed. */
const WHY_MS = 6000;

function WhyNote({ ui }: { ui: Ui }) {
  const why = ui.why.value;
  useEffect(() => {
    if (!why) return undefined;
    const timer = setTimeout(() => (ui.why.value = null), WHY_MS);
    return () => clearTimeout(timer);
  }, [why]);
  return (
    <div role="status">
      {why && <p class="tb-note tb-why">{why.words}</p>}
    </div>
  );
}

/** How long what went wrong stays on the screen. */
const NOTICE_MS = 10_000;

/** The connection, and what went wrong, in words. */
function Notices({ game }: { game: Game }) {
  const wrong = game.error.value;
  useEffect(() => {
    if (wrong === null) return undefined;
    const timer = setTimeout(() => game.dismiss(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [wrong]);
  return (
    <div class="tb-notices" aria-live="assertive">
      <Standing game={game} />
      {game.kind === "online" && !game.online.value && <p class="notice warn">{t("The connection is lost. It is being restored…")}</p>}
      {wrong !== null && (
        <p class="notice bad">
          {wrong}
          <button type="button" class="button small" onClick={() => game.dismiss()}>
            {t("OK")}
          </button>
        </p>
      )}
    </div>
  );
}

/** Whether one may make a move. */
function isMine(game: Game): boolean {
  return game.settled.value && game.moves.value.length > 0;
}

/** What happens beside the table, for as long as it is on the screen. */
function Habits({ game, ui }: { game: Game; ui: Ui }) {
  useKeys(game, ui);
  useKeptFocus(isMine(game));
  useNotice(game);
  useUnread(game, ui);
  useReveal(game, ui);
  useSounds(game);
  /* another turn: what was begun before is no longer about anything */
  useLayoutEffect(() => {
    forget(ui);
    ui.card.value = null;
    ui.hint.value = null;
    ui.better.value = null;
    ui.kept.value = new Set();
    ui.passengers.value = {};
    /* others' tunnels have been looked at */
    if (game.moves.value.length > 0 && !game.moves.value.includes("decline")) ui.reveal.value = null;
  }, [game.moves.value, game.me.value]);
  return null;
}

/** What a guided game says; its code is loaded with it. */
function Lesson(props: { game: Game; ui: Ui; mine: ReadonlySignal<boolean>; lesson: string }) {
  const { found: Part } = useLoaded("lesson", async () => (await rare(() => import("../learn/panel"))).default);
  return Part && <Part {...props} />;
}

const loadFlights = () => import("./flights");

/** What moves across the table; nothing waits for it, so it may come a little later. */
function Motion({ game }: { game: Game }) {
  const { found } = useLoaded("flights", loadFlights);
  return found && <found.Flights game={game} />;
}

const loadDialogs = () => import("./dialogs");

/** The menu and what it opens; fetched with the first of them. */
function Dialogs({ game, ui }: { game: Game; ui: Ui }) {
  const { found, failed } = useLoaded("dialogs", loadDialogs);
  useEffect(() => {
    if (failed) ui.dialog.value = null;
  }, [failed]);
  return found && <found.Dialogs game={game} ui={ui} />;
}

function OpenDialog({ game, ui }: { game: Game; ui: Ui }) {
  return ui.dialog.value !== null ? <Dialogs game={game} ui={ui} /> : null;
}

function TableHeading() {
  return <h1 class="visually-hidden" ref={useHeading()} tabIndex={-1}>{t("The table")}</h1>;
}

/** Puts the parts together; it is drawn once, and each of them again when what it shows has changed. */
export function TableScreen({ game, panel }: { game: Game; /** stands above the board */ panel?: (ui: Ui) => VNode | null }) {
  const ui = useMemo(newUi, [game]);
  /* the parts of the table are laid out around the board, by its measures */
  const { found: board, failed, again } = useBoard(game.map.id);
  const begun = useComputed(() => game.view.value !== null).value;
  const watching = useComputed(() => game.me.value === null).value;
  const tab = useComputed(() => openTab(ui, game.me.value === null && game.kind !== "watch"));
  const shown = useLater(game);
  /* all of one's turn is on the screen */
  const mine = useComputed(() => isMine(game) && shown.moves.value === game.moves.value && shown.view.value === game.view.value);
  const count = kinds(game.map).length;
  if (failed) return <Unloaded onAgain={again} />;
  if (!begun || !board) return <main class="loading" aria-busy="true" />;
  const { drawing } = board;
  /* beside a tall board there is room for the tickets under the hand */
  const tall = drawing.height > drawing.width;
  return (
    <main class="tb" data-map={game.map.id} data-tab={tab} data-watching={watching} data-mine={mine} data-shape={tall ? "tall" : "wide"} style={{ "--kinds": String(count), "--slots": `${count}fr` }}>
      <TableHeading />
      <Habits game={game} ui={ui} />
      {!stillness.value && <Motion game={game} />}
      <Bar game={game} shown={shown} ui={ui} />
      <div class="tb-board" data-track={scoreTrack.value}>
        {game.special?.lesson !== undefined && <Lesson game={game} ui={ui} mine={mine} lesson={game.special.lesson} />}
        {panel?.(ui)}
        <ScoreTrack game={shown} />
        <PlayBoard game={game} ui={ui} />
        <Hint game={game} ui={ui} />
        <div class="tb-notes">
          <LastRound game={game} />
          <TunnelNote game={game} />
          <WhyNote ui={ui} />
        </div>
        <Notices game={game} />
      </div>
      <Now game={shown} />
      <Question game={game} ui={ui} />
      <div class="tb-bottom">
        <Hand game={shown} ui={ui} />
        <Market game={shown} ui={ui} onDraw={(from) => void game.move(`draw ${from}`)} />
        {watching ? <Watching game={game} /> : <Actions game={game} ui={ui} />}
        {tall && <OwnTickets game={shown} ui={ui} />}
      </div>
      <div class="tb-aside">
        <div class="tb-side">
          <Players game={shown} />
          {game.kind === "watch" ? <WatchedHands game={shown} /> : !tall && <OwnTickets game={shown} ui={ui} />}
          <Log game={game} shown={shown} ui={ui} />
        </div>
      </div>
      <Tabs ui={ui} watching={watching && game.kind !== "watch"} />
      <OpenDialog game={game} ui={ui} />
    </main>
  );
}
