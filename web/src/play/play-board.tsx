/*
 * The board as it is played on: what can be chosen now glows, what is thought about is lit, and
 * pointing at a route says what it costs and brings.
 *
 * SPDX-License-Identifier: MIT
 */
import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { BoardState, Mark } from "../board/board";
import { Board } from "../board/view";
import type { Game } from "../game/game";
import { parseMove, stationsByLocation } from "../game/moves";
import type { LocationId, Move, RouteId } from "../net/protocol";
import { playerName } from "../players";
import { language, t } from "../text";
import { offered, pickPassenger, waiting } from "./choose";
import { ends } from "./facts";
import { byThrift, chooseRoute, offeredRoutes } from "./payments";
import { adviceFor, markOf, ownTickets, served } from "./tickets";
import { revealOf } from "./tunnel";
import { think, type Ui } from "./ui";
import { whyNot } from "./why";
import { cardsText, colourName, placeFacts, placeName, routeFacts, routeName } from "./words";

interface Lit {
  routes: Set<RouteId>;
  locations: Set<LocationId>;
}

/** What the others have built since one's own last move. */
function recent(game: Game): Lit {
  const lit: Lit = { routes: new Set(), locations: new Set() };
  const lines = game.log.value;
  const me = game.me.value;
  const far = me === null ? lines.length - 1 : 0;
  for (let i = lines.length - 1; i >= far; i--) {
    const did = lines[i]?.did;
    if (!did) continue;
    if (did.seat === me) break;
    const move = parseMove(did.move);
    if (move.is === "claim" && game.view.value?.routes[move.route] !== undefined) lit.routes.add(move.route);
    if (move.is === "station") lit.locations.add(move.location);
  }
  return lit;
}

/** What a move is about on the board; tickets by the ways that are still open. */
function litBy(game: Game, text: Move): Lit {
  const move = parseMove(text);
  const lit = (routes: readonly RouteId[], locations: readonly LocationId[]): Lit => ({ routes: new Set(routes), locations: new Set(locations) });
  switch (move.is) {
    case "claim":
      return lit([move.route], ends(move.route));
    case "station":
      return lit([], [move.location]);
    case "keep":
      return lit(move.tickets.flatMap((ticket) => adviceFor(game, ticket)?.way ?? []), move.tickets.flatMap(ends));
    case "take":
      return lit([], move.passengers.map(({ location }) => location));
    case "pay":
    case "decline": {
      const route = game.view.value?.pending?.route;
      return route ? lit([route], ends(route)) : lit([], []);
    }
    default:
      return lit([], []);
  }
}

/** A route with its ends, or a place: routes have two names. */
function aimed(aim: RouteId | LocationId): Lit {
  return aim.includes("/") ? { routes: new Set([aim]), locations: new Set(ends(aim)) } : { routes: new Set(), locations: new Set([aim]) };
}

function litNow(game: Game, ui: Ui): Lit {
  if (ui.better.value !== null) return litBy(game, ui.better.value);
  const pointed = ui.pointed.value ?? ui.why.value?.route;
  if (pointed) return { routes: new Set([pointed]), locations: new Set(ends(pointed)) };
  const ticket = ui.glance.value ?? ui.ticket.value;
  if (ticket) return { routes: new Set(adviceFor(game, ticket)?.way ?? []), locations: new Set(ends(ticket)) };
  if (ui.thought.value.about !== "nothing") return { routes: new Set(), locations: new Set() };
  if (ui.aim.value) return aimed(ui.aim.value);
  return recent(game);
}

/** The places of one's own tickets, and of those to choose from. */
function home(game: Game): Set<LocationId> {
  return new Set([...ownTickets(game), ...offered(game)].flatMap(ends));
}

/** The ends of one's own tickets, numbered as in the list. */
function marksOf(game: Game): Map<LocationId, Mark[]> {
  const marks = new Map<LocationId, Mark[]>();
  ownTickets(game).forEach((ticket, index) => {
    for (const end of ends(ticket)) marks.set(end, [...(marks.get(end) ?? []), markOf(game, ticket, index)]);
  });
  return marks;
}

/** What was chosen beside the board is to be seen on it; a ticket on offer that only has the keyboard is not chosen yet. */
function look(game: Game, ui: Ui): Set<LocationId> {
  if (ui.better.value !== null) return litBy(game, ui.better.value).locations;
  const [thought, ticket] = [ui.thought.value, ui.ticket.value];
  const dug = revealOf(game, ui);
  if (dug) return new Set(ends(dug.route));
  if (thought.about === "route") return new Set(ends(thought.route));
  if (thought.about === "station") return new Set([thought.location]);
  if (!ticket && ui.aim.value) return aimed(ui.aim.value).locations;
  return new Set(ticket && (ui.kept.value.has(ticket) || ownTickets(game).includes(ticket)) ? ends(ticket) : []);
}

/** What lies on the board. Each drawing of it asks for what it shows, and is drawn again when that has changed. */
function playState(game: Game, ui: Ui): BoardState {
  const { map } = game;
  const nameOf = (seat: number): string => playerName(game.table.value?.players ?? [], seat);
  const building = computed(() => ["stations", "station"].includes(ui.thought.value.about));
  const payments = computed(() => offeredRoutes(game.moves.value, ui.card.value));
  const can = computed(() => {
    const moves = game.moves.value;
    return {
      routes: new Set(building.value ? [] : payments.value.keys()),
      locations: new Set(building.value ? stationsByLocation(moves).keys() : []),
      passengers: new Set(waiting(moves).keys()),
    };
  });
  const lit = computed(() => litNow(game, ui));
  const useful = computed(() => new Set(served(game).keys()));
  const marks = computed(() => marksOf(game));
  return {
    get routes() {
      return game.view.value?.routes ?? {};
    },
    get stations() {
      return game.view.value?.stations;
    },
    get passengers() {
      return game.view.value?.passengers;
    },
    get choosable() {
      return can.value;
    },
    get useful() {
      return useful.value.size > 0 ? useful.value : undefined;
    },
    get marks() {
      return marks.value;
    },
    get lit() {
      return lit.value;
    },
    get chosen() {
      const thought = ui.thought.value;
      const dug = revealOf(game, ui);
      return dug ? dug.route : thought.about === "route" ? thought.route : thought.about === "station" ? thought.location : null;
    },
    get home() {
      return home(game);
    },
    get look() {
      return look(game, ui);
    },
    onRoute(route) {
      const ways = payments.value.get(route);
      if (ways) chooseRoute(game, ui, route, ways);
    },
    onOther(route) {
      if (game.me.value === null || game.view.value?.phase === "over") return;
      void game.why(route).then((why) => {
        if (why) ui.why.value = { route, words: whyNot(game, route, why) };
      });
    },
    onLocation(location) {
      if (can.value.locations.has(location)) think(ui, { about: "station", location });
    },
    onPassenger(location, colour) {
      if (waiting(game.moves.value).get(location)?.includes(colour)) pickPassenger(ui, location, colour);
    },
    describeRoute(route) {
      const parts = [routeName(map, route), routeFacts(map, route)];
      const owner = game.view.value?.routes[route];
      const cheapest = byThrift(payments.value.get(route) ?? [])[0];
      if (owner !== undefined) parts.push(owner === game.me.value ? t("yours") : t("claimed by {name}", { name: nameOf(owner) }));
      else if (cheapest) parts.push(t("you can pay {cards}", { cards: cardsText(map, cheapest.cards) }));
      return parts.join("\n");
    },
    describeLocation(location) {
      const parts = [placeName(map, location), ...placeFacts(map, location)];
      const owner = game.view.value?.stations?.[location];
      if (owner !== undefined) parts.push(t("station of {name}", { name: nameOf(owner) }));
      const people = Object.entries(game.view.value?.passengers?.[location] ?? {}).filter(([, count]) => count > 0);
      if (people.length > 0) parts.push(t("waiting: {passengers}", { passengers: people.map(([colour, count]) => `${colourName(colour)} ×${count}`).join(", ") }));
      return parts.join("\n");
    },
  };
}

export function PlayBoard({ game, ui }: { game: Game; ui: Ui }) {
  const state = useMemo(() => playState(game, ui), [game, ui]);
  return <Board map={game.map.id} language={language.value} state={state} />;
}
