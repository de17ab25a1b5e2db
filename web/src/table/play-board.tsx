/*
 * The board as it is played on: what can be chosen now glows, what is thought about is lit, and
 * pointing at a route says what it costs and brings.
 *
 * SPDX-License-Identifier: MIT
 */
import { useMemo } from "preact/hooks";
import { Board } from "../board/view";
import type { Game } from "../game/game";
import { parseMove, stationsByLocation } from "../game/moves";
import type { LocationId, RouteId } from "../net/protocol";
import { playerName } from "../players";
import { language, t } from "../text";
import { offered, pickPassenger, waiting } from "./choose";
import { ends } from "./facts";
import { byThrift, chooseRoute, offeredRoutes } from "./payments";
import type { Look, Stages, ThoughtfulPart } from "./stages";
import { adviceFor, ownTickets } from "./tickets";
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

function litNow(game: Game, look: Look, thought: Thought): Lit {
  const pointed = look.pointed.value;
  if (pointed) return { routes: new Set([pointed]), locations: new Set(ends(pointed)) };
  const ticket = look.glance.value ?? look.ticket.value;
  if (ticket) return { routes: new Set(adviceFor(game, ticket)?.way ?? []), locations: new Set(ends(ticket)) };
  if (thought.about !== "nothing") return { routes: new Set(), locations: new Set() };
  return recent(game);
}

/** The places of one's own tickets, and of those to choose from. */
function home(game: Game): Set<LocationId> {
  return new Set([...ownTickets(game), ...offered(game)].flatMap(ends));
}

/** What was chosen beside the board is to be seen on it; a ticket on offer that only has the keyboard is not chosen yet. */
function look(game: Game, ui: Ui, { ticket: { value: ticket } }: Look, thought: Thought): Set<LocationId> {
  if (thought.about === "route") return new Set(ends(thought.route));
  if (thought.about === "station") return new Set([thought.location]);
  return new Set(ticket && (ui.kept.value.has(ticket) || ownTickets(game).includes(ticket)) ? ends(ticket) : []);
}

/** The routes, places or passengers that can be chosen, as a part of the board follows the game. */
function useChoosable(stages: Stages, ui: Ui, part: ThoughtfulPart) {
  const moves = stages.parts[part].moves.value;
  const { about } = stages.thoughts[part].value;
  const card = ui.card.value;
  const building = about === "stations" || about === "station";
  return useMemo(() => {
    const [routes, stations, passengers] = [offeredRoutes(moves, card), stationsByLocation(moves), waiting(moves)];
    const choosable = {
      routes: new Set(building ? [] : routes.keys()),
      locations: new Set(building ? stations.keys() : []),
      passengers: new Set(passengers.keys()),
    };
    return { routes, stations, passengers, building, choosable };
  }, [moves, card, building]);
}

export function PlayBoard({ stages, ui }: { stages: Stages; ui: Ui }) {
  const { lights, routes: game, places, claims } = stages.parts;
  const view = game.view.value;
  const owners = claims.view.value?.routes;
  const onPlaces = places.view.value;
  const glow = useChoosable(stages, ui, "lights").choosable.routes;
  const { routes, choosable } = useChoosable(stages, ui, "routes");
  const { stations, passengers, building, choosable: there } = useChoosable(stages, ui, "places");
  if (!view || !owners || !onPlaces) return null;
  const thoughts = { lights: stages.thoughts.lights.value, places: stages.thoughts.places.value };
  const lit = { routes: litNow(lights, stages.looks.lights, thoughts.lights).routes, locations: litNow(places, stages.looks.places, thoughts.places).locations };
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
    const owner = onPlaces.stations?.[location];
    if (owner !== undefined) parts.push(t("station of {name}", { name: playerName(players, owner) }));
    const people = Object.entries(onPlaces.passengers?.[location] ?? {}).filter(([, count]) => count > 0);
    if (people.length > 0) parts.push(t("waiting: {passengers}", { passengers: people.map(([colour, count]) => `${colourName(colour)} ×${count}`).join(", ") }));
    return parts.join("\n");
  };
  return (
    <Board
      map={game.map.id}
      language={language.value}
      routes={owners}
      {...(onPlaces.stations ? { stations: onPlaces.stations } : {})}
      {...(onPlaces.passengers ? { passengers: onPlaces.passengers } : {})}
      glowing={glow}
      choosable={{ ...there, routes: choosable.routes }}
      lit={lit}
      chosen={thoughts.lights.about === "route" ? thoughts.lights.route : thoughts.places.about === "station" ? thoughts.places.location : null}
      home={home(game)}
      look={look(game, ui, stages.looks.lights, thoughts.lights)}
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
