/*
 * The boards as the page uses them: the map files themselves, the only source of names,
 * numbers and mechanics (maps/FORMAT.md).
 *
 * SPDX-License-Identifier: MIT
 */
import { load, summaries } from "linea:maps";
import type { LocationId, RouteId, TicketId } from "./net/protocol";

export type Names = Record<string, string>;

export interface MapLocation {
  id: LocationId;
  name: Names;
  /** latitude and longitude */
  geo?: [number, number];
  /** its place in a drawing, rightwards and downwards */
  at?: [number, number];
  district?: string;
  attraction?: boolean;
  "dead-end"?: boolean;
  passengers?: number;
}
export interface MapRoute {
  between: [LocationId, LocationId];
  length: number;
  colour: string;
  tunnel?: boolean;
  ferry?: number;
}
export interface MapTicket {
  between: [LocationId, LocationId];
  points: number;
  deck: string;
}
export interface MapFile {
  id: string;
  name: Names;
  players: [number, number];
  first: "youngest" | "oldest" | "most-travelled";
  vehicle: string;
  vehicles: number;
  "end-vehicles": number;
  "single-parallels-up-to": number;
  cards: Record<string, number>;
  hand: number;
  "route-points": Record<string, number>;
  decks: { id: string; name?: Names }[];
  opening: {
    deal?: Record<string, number>;
    mix?: { tickets: number; from: string[] };
    keep: number;
    returned: "bottom" | "shuffled" | "out-of-game";
  };
  draw: { tickets: number; from: string[]; keep: number };
  ties: string[];
  mechanics: Record<string, Record<string, unknown>>;
  locations: MapLocation[];
  routes: MapRoute[];
  tickets: MapTicket[];
}

/** What a list of maps shows; in the page from the start, while a map itself is loaded when it is wanted. */
export interface MapSummary {
  id: string;
  name: Names;
  players: [number, number];
  vehicle: string;
  mechanics: string[];
}

const all: MapSummary[] = [...summaries];
export const maps: readonly MapSummary[] = all;

/** Maps that the server has and the page was built without. */
const added = new Map<string, MapFile>();
const PATIENCE = 3000; /* milliseconds that the page waits for them */

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(path);
  return (await answer.json()) as T;
}

async function ask(): Promise<MapFile[]> {
  const ids = await get<string[]>("/maps.json");
  return Promise.all(ids.map((id) => get<MapFile>(`/maps/${id}.json`)));
}

/** Asks the server for its maps: without a network the service worker has them. */
export async function findMaps(): Promise<void> {
  for (const file of await ask().catch(() => [])) {
    added.set(file.id, file);
    all.push({ id: file.id, name: file.name, players: file.players, vehicle: file.vehicle, mechanics: Object.keys(file.mechanics) });
  }
}

export async function loadMap(id: string): Promise<MapFile> {
  const own = added.get(id);
  if (own) return own;
  const found = load[id];
  if (!found) throw new Error(`no such map: ${id}`);
  return (await found()).default;
}

/** The ids of a map's routes and tickets, as positions and moves name them, in the order of the file. */
export function routeIds(map: MapFile): RouteId[] {
  const pairs = map.routes.map((route) => [...route.between].sort(byBytes).join("/"));
  const used = new Map<string, number>();
  return pairs.map((pair) => {
    if (pairs.indexOf(pair) === pairs.lastIndexOf(pair)) return pair;
    const number = (used.get(pair) ?? 0) + 1;
    used.set(pair, number);
    return `${pair}/${number}`;
  });
}

export function ticketId(ticket: MapTicket): TicketId {
  return [...ticket.between].sort(byBytes).join("/");
}

/** The two locations of a route or a ticket. */
export function ends(id: RouteId | TicketId): [LocationId, LocationId] {
  const [from = "", to = ""] = id.split("/");
  return [from, to];
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export type { LocationId, RouteId, TicketId };
