/*
 * The playing screen: the board, the cards, the tickets, the players, the log, and what is asked.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
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
import { useKeptFocus, useKeys, useNoCaret } from "./keys";
import { Log, Now, useUnread } from "./log";
import { Market } from "./market";
import { useNotice } from "./notify";
import { offeredRoutes, RouteList, RoutePrompt, StationList, StationPrompt } from "./payments";
import { PlayBoard } from "./play-board";
import { Players } from "./players";
import { useSounds } from "./sounds";
import { useStages, type Stages } from "./stages";
import { openTab, Tabs } from "./tabs";
import { OwnTickets } from "./tickets";
import { Tunnel } from "./tunnel";
import { forget, giveKeyboard, newUi, type Thought, type Ui } from "./ui";
import { Watching } from "./watching";

/** What is asked now, what the moves leave open or what was begun on the board; and where: beside the board or upon it. */
function question(game: Game, ui: Ui, thought: Thought): [where: "side" | "board", what: VNode] | null {
  const moves = game.moves.value;
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

/** A question goes in one picture and another comes in the next: both are more than one has time for. */
function useOneByOne(ui: Ui, what: VNode | null): VNode | null {
  const before = useRef<VNode | null>(null);
  const other = before.current !== null && what !== null && (what.type !== before.current.type || what.key !== before.current.key);
  before.current = other ? null : what;
  if (other) void ui.opened.value;
  useLayoutEffect(() => {
    if (other) ui.opening.value = { question: "", steps: 0 };
  }, [other]);
  return before.current;
}

/** The way back to a question that has stepped back for what a tab shows. */
function Recall({ game, ui }: { game: Game; ui: Ui }) {
  const recall = (event: Event): void => {
    const place = (event.currentTarget as Element).closest(".tb-question");
    ui.later.value = null;
    giveKeyboard(ui, place?.querySelector("form") ?? null);
  };
  return (
    <button type="button" class="tb-recall button primary" onClick={recall}>
      {status(game)}
    </button>
  );
}

/** A place upon the side and one upon the board are always there: the page is not laid out anew when a question opens. */
function Question({ stages, ui, drawing }: { stages: Stages; ui: Ui; drawing: Drawing }) {
  const thought = stages.thoughts.question.value;
  const game = stages.parts.question;
  const [where, what] = question(game, ui, thought) ?? ["board", null];
  const asked = useOneByOne(ui, what);
  const later = useComputed(() => ui.later.value !== null && ui.later.value === ui.opened.value?.question).value && asked !== null && game.moves.value.length > 0;
  const long = thought.about === "routes" || thought.about === "stations";
  return (
    <>
      {(["side", "board"] as const).map((place) => (
        <div key={place} class={later && place === where ? "tb-question tb-later" : "tb-question"} data-where={place} data-long={long && place === where}>
          <div class="tb-asked" data-above={place === "board" && isLow(ui, thought, drawing)}>
            {place === where && asked}
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

/** What happens beside the table, for as long as it is on the screen. */
function Habits({ game, ui, stages }: { game: Game; ui: Ui; stages: Stages }) {
  useKeys(game, ui);
  useKeptFocus(ui, stages.ready);
  useNoCaret();
  useNotice(game);
  useUnread(game, ui);
  useFlights(game, ui);
  useSounds(game);
  /* another turn: what was begun before is no longer about anything */
  useEffect(() => {
    forget(ui);
    ui.card.value = null;
    ui.kept.value = new Set();
    ui.passengers.value = {};
  }, [game.moves.value.length === 0, game.view.value?.phase, game.me.value]);
  return null;
}

function TableHeading() {
  return <h1 class="visually-hidden" ref={useHeading()} tabIndex={-1}>{t("The table")}</h1>;
}

/** Puts the parts together; it is drawn once, and each of them again when what it shows has changed. */
export function TableScreen({ game }: { game: Game }) {
  const ui = useMemo(newUi, [game]);
  const stages = useStages(game, ui);
  const { hand, actions, bar, now, players, others, tickets, log } = stages.parts;
  /* the parts of the table are laid out around the board, by its measures */
  const { found: board, failed, again } = useBoard(game.map.id);
  const begun = useComputed(() => game.view.value !== null).value;
  const watching = useComputed(() => game.me.value === null).value;
  const tab = useComputed(() => openTab(ui, game.me.value === null));
  const count = kinds(game.map).length;
  if (failed) return <Unloaded onAgain={again} />;
  if (!begun || !board) return <main class="loading" aria-busy="true" />;
  const { drawing } = board;
  /* beside a tall board there is room for the tickets under the hand */
  const tall = drawing.height > drawing.width;
  return (
    <main class="tb" data-map={game.map.id} data-tab={tab} data-watching={watching} data-mine={stages.ready} data-shape={tall ? "tall" : "wide"} style={{ "--kinds": String(count), "--slots": `${count}fr` }}>
      <TableHeading />
      <Habits game={game} ui={ui} stages={stages} />
      <Bar game={bar} ui={ui} />
      <div class="tb-board">
        <PlayBoard stages={stages} ui={ui} />
        <LastRound game={bar} />
        <Notices game={game} />
      </div>
      <Now game={now} />
      <Question stages={stages} ui={ui} drawing={drawing} />
      <div class="tb-bottom">
        <Hand game={hand} ui={ui} />
        <Market stages={stages} ui={ui} />
        {watching ? <Watching game={game} /> : <Actions game={actions} ui={ui} thought={stages.thoughts.actions} />}
        {tall && <OwnTickets game={tickets} ui={ui} />}
      </div>
      <div class="tb-aside">
        <div class="tb-side">
          <Players game={players} others={others} />
          {!tall && <OwnTickets game={tickets} ui={ui} />}
          <Log game={log} ui={ui} />
        </div>
      </div>
      <Tabs ui={ui} watching={watching} />
      <Dialogs game={game} ui={ui} />
    </main>
  );
}
