/*
 * The board as it is played on: what can be chosen now glows, what is thought about is lit, and
 * pointing at a route says what it costs and brings.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Board } from "../board/view";
import type { Game } from "../game/game";
import { parseMove, stationsByLocation } from "../game/moves";
import type { LocationId, RouteId } from "../net/protocol";
import { playerName } from "../players";
import { language, t } from "../text";
import { pickPassenger, waiting } from "./choose";
import { ends } from "./facts";
import { byThrift, chooseRoute, offeredRoutes } from "./payments";
import { adviceFor } from "./tickets";
import { think, type Thought, type Ui } from "./ui";
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

function litNow(game: Game, ui: Ui, thought: Thought): Lit {
  const pointed = ui.pointed.value;
  if (pointed) return { routes: new Set([pointed]), locations: new Set(ends(pointed)) };
  const ticket = ui.glance.value ?? ui.ticket.value;
  if (ticket) return { routes: new Set(adviceFor(game, ticket)?.way ?? []), locations: new Set(ends(ticket)) };
  if (thought.about !== "nothing") return { routes: new Set(), locations: new Set() };
  return recent(game);
}

export function PlayBoard({ game, ui, thought: shown }: { game: Game; ui: Ui; thought: ReadonlySignal<Thought> }) {
  const view = game.view.value;
  const moves = game.moves.value;
  const thought = shown.value;
  const card = ui.card.value;
  const stations = useMemo(() => stationsByLocation(moves), [moves]);
  const routes = useMemo(() => offeredRoutes(moves, card), [moves, card]);
  const passengers = useMemo(() => waiting(moves), [moves]);
  const building = thought.about === "stations" || thought.about === "station";
  const choosable = useMemo(
    () => ({
      routes: new Set(building ? [] : routes.keys()),
      locations: new Set(building ? stations.keys() : []),
      passengers: new Set(passengers.keys()),
    }),
    [routes, stations, passengers, building],
  );
  if (!view) return null;
  const lit = litNow(game, ui, thought);
  const players = game.table.value?.players ?? [];
  const describeRoute = (route: RouteId): string => {
    const parts = [routeName(game.map, route), routeFacts(game.map, route)];
    const owner = view.routes[route];
    const cheapest = byThrift(routes.get(route) ?? [])[0];
    if (owner !== undefined) parts.push(owner === game.me.value ? t("yours") : t("claimed by {name}", { name: playerName(players, owner) }));
    else if (cheapest) parts.push(t("you can pay {cards}", { cards: cardsText(game.map, cheapest.cards) }));
    return parts.join("\n");
  };
  const describeLocation = (location: LocationId): string => {
    const parts = [placeName(game.map, location), ...placeFacts(game.map, location)];
    const owner = view.stations?.[location];
    if (owner !== undefined) parts.push(t("station of {name}", { name: playerName(players, owner) }));
    const people = Object.entries(view.passengers?.[location] ?? {}).filter(([, count]) => count > 0);
    if (people.length > 0) parts.push(t("waiting: {passengers}", { passengers: people.map(([colour, count]) => `${colourName(colour)} ×${count}`).join(", ") }));
    return parts.join("\n");
  };
  return (
    <Board
      map={game.map.id}
      language={language.value}
      routes={view.routes}
      {...(view.stations ? { stations: view.stations } : {})}
      {...(view.passengers ? { passengers: view.passengers } : {})}
      choosable={choosable}
      lit={lit}
      chosen={thought.about === "route" ? thought.route : thought.about === "station" ? thought.location : null}
      onRoute={(route) => {
        const payments = routes.get(route);
        if (payments) chooseRoute(game, ui, route, payments);
      }}
      onLocation={(location) => {
        if (building && stations.has(location)) think(ui, { about: "station", location });
      }}
      onPassenger={(location, colour) => {
        if (passengers.get(location)?.includes(colour)) pickPassenger(ui, location, colour);
      }}
      describeRoute={describeRoute}
      describeLocation={describeLocation}
    />
  );
}
