/*
 * Looking things up in a map file: routes, tickets and places by the names that moves use,
 * and what the file says that they bring. Nothing here decides what is legal.
 *
 * SPDX-License-Identifier: MIT
 */
import { ends, routeIds, ticketId, type MapFile, type MapLocation, type MapRoute, type MapTicket } from "../maps";
import type { LocationId, RouteId, TicketId } from "../net/protocol";

interface Facts {
  routes: Map<RouteId, MapRoute>;
  tickets: Map<TicketId, MapTicket>;
  locations: Map<LocationId, MapLocation>;
  /** of each route those that join the same two places, itself included */
  parallels: Map<RouteId, RouteId[]>;
}

const known = new WeakMap<MapFile, Facts>();

export function facts(map: MapFile): Facts {
  let all = known.get(map);
  if (!all) {
    const ids = routeIds(map);
    const joined = ids.map((id) => ends(id).join());
    all = {
      parallels: new Map(ids.map((id, index) => [id, ids.filter((_, other) => joined[other] === joined[index])])),
      routes: new Map(map.routes.map((route, index) => [ids[index] ?? "", route])),
      tickets: new Map(map.tickets.map((ticket) => [ticketId(ticket), ticket])),
      locations: new Map(map.locations.map((location) => [location.id, location])),
    };
    known.set(map, all);
  }
  return all;
}

/** The routes that join the same two places, this one included. */
export function parallels(map: MapFile, route: RouteId): readonly RouteId[] {
  return facts(map).parallels.get(route) ?? [route];
}

/** Whether both look the same on the board, so that it does not matter which of them one claims. */
export function alike(map: MapFile, one: RouteId, other: RouteId): boolean {
  const { routes } = facts(map);
  const [a, b] = [routes.get(one), routes.get(other)];
  return a?.colour === b?.colour && a?.ferry === b?.ferry && a?.tunnel === b?.tunnel;
}

/** Of routes that are the same in all but their place on the board, the first stands for all. */
export function distinct(map: MapFile, routes: ReadonlyMap<RouteId, unknown>): RouteId[] {
  const first = (route: RouteId) => parallels(map, route).find((other) => routes.has(other) && alike(map, route, other)) === route;
  return [...routes.keys()].filter(first);
}

/** The points that the map gives for a route. */
export function routePoints(map: MapFile, route: RouteId): number {
  const length = facts(map).routes.get(route)?.length ?? 0;
  return map["route-points"][String(length)] ?? 0;
}

export function ticketPoints(map: MapFile, ticket: TicketId): number {
  return facts(map).tickets.get(ticket)?.points ?? 0;
}

/** The kinds of cards of a map, in its own order. */
export function kinds(map: MapFile): string[] {
  return Object.keys(map.cards);
}

export { ends };
