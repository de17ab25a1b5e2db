/*
 * The playing screen: the board, the cards, the tickets, the players, the log, and what is asked.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { Drawing } from "../board/board";
import { useBoard } from "../board/boards";
import type { Game } from "../game/game";
import { keepChoices, mixes, passengerChoices, paymentsByRoute, stationsByLocation } from "../game/moves";
import { Unloaded, useHeading } from "../screens/frame";
import { t } from "../text";
import { Actions, Bar, LastRound, status } from "./bar";
import { DrawTickets, KeepTickets, TakePassengers } from "./choose";
import { Dialogs } from "./dialogs";
import { kinds } from "./facts";
import { useFlights } from "./flights";
import { Hand } from "./hand";
import { useKeptFocus, useKeys } from "./keys";
import { useLater } from "./later";
import { Log, Now, useUnread } from "./log";
import { Market } from "./market";
import { useNotice } from "./notify";
import { offeredRoutes, RouteList, RoutePrompt, StationList, StationPrompt } from "./payments";
import { PlayBoard } from "./play-board";
import { Players } from "./players";
import { useSounds } from "./sounds";
import { openTab, Tabs } from "./tabs";
import { OwnTickets } from "./tickets";
import { Tunnel } from "./tunnel";
import { forget, giveKeyboard, newUi, type Thought, type Ui } from "./ui";
import { Watching } from "./watching";

/** What is asked now, what the moves leave open or what was begun on the board; and where: beside the board or upon it. */
function question(game: Game, ui: Ui, thought: Thought): [where: "side" | "board", what: VNode] | null {
  /* what has been answered is asked no longer */
  const moves = game.settled.value ? game.moves.value : [];
  const drawing = mixes(moves).length;
  const opening = game.view.value?.phase === "opening-mix";
  if (ui.reveal.value || moves.includes("decline") || game.view.value?.phase === "tunnel") return ["board", <Tunnel game={game} ui={ui} />];
  if (keepChoices(moves).length > 0) return ["side", <KeepTickets game={game} ui={ui} />];
  if (passengerChoices(moves).length > 0) return ["side", <TakePassengers game={game} ui={ui} />];
  if (drawing > 0 && (thought.about === "tickets" || drawing === moves.length)) return ["side", <DrawTickets game={game} ui={ui} opening={opening} />];
  switch (thought.about) {
    case "routes": {
      const routes = offeredRoutes(moves, ui.card.value);
      return routes.size > 0 ? ["side", <RouteList game={game} ui={ui} routes={routes} />] : null;
    }
    case "stations": {
      const places = stationsByLocation(moves);
      return places.size > 0 ? ["side", <StationList game={game} ui={ui} places={places} />] : null;
    }
    case "route": {
      const payments = paymentsByRoute(moves).get(thought.route);
      return payments ? ["board", <RoutePrompt key={thought.route} game={game} ui={ui} payments={payments} route={thought.route} />] : null;
    }
    case "station": {
      const payments = stationsByLocation(moves).get(thought.location);
      return payments ? ["board", <StationPrompt key={thought.location} game={game} ui={ui} payments={payments} location={thought.location} />] : null;
    }
    default:
      return null;
  }
}

/** Whether what is thought about lies in the lower part of the board: the question is asked above it then. */
function isLow(ui: Ui, thought: Thought, drawing: Drawing): boolean {
  const route = ui.reveal.value?.route ?? (thought.about === "route" ? thought.route : null);
  const ys = route ? drawing.routes[route]?.spaces.map(({ y }) => y) : thought.about === "station" ? [drawing.locations[thought.location]?.y ?? 0] : [];
  return Math.max(0, ...(ys ?? [])) > drawing.height * 0.58;
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

/** A place beside the board and one upon it are always there, of a fixed size: nothing else moves when a question opens. */
function Question({ game, ui, drawing }: { game: Game; ui: Ui; drawing: Drawing }) {
  const thought = ui.thought.value;
  const [where, what] = question(game, ui, thought) ?? ["board", null];
  const later = ui.later.value && what !== null && game.moves.value.length > 0;
  const long = thought.about === "routes" || thought.about === "stations";
  return (
    <>
      {(["side", "board"] as const).map((place) => (
        <div key={place} class={later && place === where ? "tb-question tb-later" : "tb-question"} data-where={place} data-long={long && place === where}>
          <div class="tb-asked" data-above={place === "board" && isLow(ui, thought, drawing)}>
            {place === where && what}
          </div>
          {later && place === where && <Recall game={game} ui={ui} />}
        </div>
      ))}
    </>
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
  useFlights(game, ui);
  useSounds(game);
  /* another turn: what was begun before is no longer about anything */
  useLayoutEffect(() => {
    forget(ui);
    ui.card.value = null;
    ui.kept.value = new Set();
    ui.passengers.value = {};
  }, [game.moves.value, game.me.value]);
  return null;
}

function TableHeading() {
  return <h1 class="visually-hidden" ref={useHeading()} tabIndex={-1}>{t("The table")}</h1>;
}

/** Puts the parts together; it is drawn once, and each of them again when what it shows has changed. */
export function TableScreen({ game }: { game: Game }) {
  const ui = useMemo(newUi, [game]);
  /* the parts of the table are laid out around the board, by its measures */
  const { found: board, failed, again } = useBoard(game.map.id);
  const begun = useComputed(() => game.view.value !== null).value;
  const watching = useComputed(() => game.me.value === null).value;
  const tab = useComputed(() => openTab(ui, game.me.value === null));
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
      <Bar game={game} shown={shown} ui={ui} />
      <div class="tb-board">
        <PlayBoard game={game} ui={ui} />
        <LastRound game={game} />
        <Notices game={game} />
      </div>
      <Now game={shown} />
      <Question game={game} ui={ui} drawing={drawing} />
      <div class="tb-bottom">
        <Hand game={shown} ui={ui} />
        <Market game={shown} ui={ui} onDraw={(from) => void game.move(`draw ${from}`)} />
        {watching ? <Watching game={game} /> : <Actions game={game} ui={ui} />}
        {tall && <OwnTickets game={shown} ui={ui} />}
      </div>
      <div class="tb-aside">
        <div class="tb-side">
          <Players game={shown} />
          {!tall && <OwnTickets game={shown} ui={ui} />}
          <Log game={game} shown={shown} ui={ui} />
        </div>
      </div>
      <Tabs ui={ui} watching={watching} />
      <Dialogs game={game} ui={ui} />
    </main>
  );
}
