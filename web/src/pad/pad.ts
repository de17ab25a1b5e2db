/*
 * The sheet of a game on a printed board: what was noted, one entry after the other, kept on this device. Everything is
 * worked out from the entries, so taking the last one back is leaving it out. What it is worth, the engine says
 * (net/sheet.ts).
 *
 * SPDX-License-Identifier: MIT
 */
import type { Counts, LocationId, RouteId, Score, TicketId } from "../net/protocol";
import type { Sheet } from "../net/sheet";
import { paints, type Paint } from "../paints";
import { keep, kept } from "../settings";

export interface Person {
  name: string;
  colour: Paint;
}

/** A player is their place in the list; null is nobody. */
export type Entry =
  | { is: "route"; route: RouteId; player: number | null }
  | { is: "station"; location: LocationId; player: number | null }
  | { is: "ticket"; ticket: TicketId; player: number | null }
  | { is: "taken"; player: number; colour: string; count: number }
  | { is: "name"; player: number; name: string }
  | { is: "colour"; player: number; colour: Paint };

export interface Pad {
  id: string;
  map: string;
  /** when something was noted last, in milliseconds since 1970 */
  at: number;
  players: Person[];
  entries: Entry[];
  /** taken back, the last one first */
  undone: Entry[];
}

/** What all entries together say. */
export interface Noted {
  players: Person[];
  routes: Record<RouteId, number>;
  stations: Record<LocationId, number>;
  tickets: TicketId[][];
  taken: Counts[];
}

/** So many sheets are kept; the one that was left longest ago makes room. */
const MOST = 30;

export function newPad(map: string, players: readonly Person[]): Pad {
  return { id: crypto.getRandomValues(new Uint32Array(2)).join("-"), map, at: Date.now(), players: [...players], entries: [], undone: [] };
}

function put<T>(all: Record<string, T>, key: string, value: T | null): void {
  if (value === null) delete all[key];
  else all[key] = value;
}

/** Two players never have the same colour: they swap. */
export function recolour(players: readonly Person[], player: number, colour: Paint): Person[] {
  const before = players[player]?.colour ?? colour;
  return players.map((person, at) => (at === player ? { ...person, colour } : person.colour === colour ? { ...person, colour: before } : person));
}

export function noted({ players, entries }: Pick<Pad, "players" | "entries">): Noted {
  const all: Noted = { players: [...players], routes: {}, stations: {}, tickets: players.map(() => []), taken: players.map(() => ({})) };
  for (const entry of entries)
    switch (entry.is) {
      case "route":
        put(all.routes, entry.route, entry.player);
        break;
      case "station":
        put(all.stations, entry.location, entry.player);
        break;
      case "ticket":
        all.tickets = all.tickets.map((held, at) => [...held.filter((ticket) => ticket !== entry.ticket), ...(at === entry.player ? [entry.ticket] : [])]);
        break;
      case "taken":
        put(all.taken[entry.player] ?? {}, entry.colour, entry.count || null);
        break;
      case "name":
        all.players = all.players.map((person, at) => (at === entry.player ? { ...person, name: entry.name } : person));
        break;
      case "colour":
        all.players = recolour(all.players, entry.player, entry.colour);
        break;
    }
  return all;
}

/** Whether an entry only says better what the one before has said: a name is noted letter by letter. */
function goesOn(before: Entry | undefined, entry: Entry): boolean {
  return (entry.is === "name" || entry.is === "taken") && before?.is === entry.is && before.player === entry.player && (entry.is === "name" || (before.is === "taken" && before.colour === entry.colour));
}

export function note(pad: Pad, entry: Entry): Pad {
  const entries = goesOn(pad.entries.at(-1), entry) ? pad.entries.slice(0, -1) : pad.entries;
  return { ...pad, at: Date.now(), entries: [...entries, entry], undone: [] };
}

export function undo(pad: Pad): Pad {
  const last = pad.entries.at(-1);
  return last ? { ...pad, entries: pad.entries.slice(0, -1), undone: [last, ...pad.undone] } : pad;
}

export function redo(pad: Pad): Pad {
  const [next, ...undone] = pad.undone;
  return next ? { ...pad, entries: [...pad.entries, next], undone } : pad;
}

/** What the engine counts; only what the map has is said. */
export function sheetOf(pad: Pad, mechanics: Record<string, unknown>): Sheet {
  const { routes, tickets, stations, taken } = noted(pad);
  return {
    map: pad.map, seats: pad.players.length, routes, tickets,
    ...(mechanics["stations"] !== undefined && { stations }),
    ...(mechanics["passengers"] !== undefined && { taken }),
  };
}

/** By what a player is ahead of another, the largest difference first. */
export function edges(ahead: Score, behind: Score, sources: readonly string[]): { source: string; by: number }[] {
  return sources
    .map((source) => ({ source, by: (ahead[source] ?? 0) - (behind[source] ?? 0) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by);
}

/** So many players without a name, each in a colour of their own; those who are there stay. */
export function people(count: number, there: readonly Person[] = []): Person[] {
  const all = there.slice(0, count);
  while (all.length < count) all.push({ name: "", colour: paints.find((paint) => !all.some(({ colour }) => colour === paint)) ?? "blue" });
  return all;
}

function isPad(value: unknown): value is Pad {
  const pad = value as Pad | null;
  return typeof pad === "object" && typeof pad?.id === "string" && typeof pad.map === "string" && [pad.players, pad.entries, pad.undone].every(Array.isArray);
}

/** Those that are kept, the last one first. */
export function listPads(): Pad[] {
  try {
    const all: unknown = JSON.parse(kept("pads") ?? "[]");
    return Array.isArray(all) ? all.filter(isPad).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

function keepAll(all: readonly Pad[]): void {
  keep("pads", all.length > 0 ? JSON.stringify(all) : null);
}

export function keepPad(pad: Pad): void {
  keepAll([pad, ...listPads().filter(({ id }) => id !== pad.id)].slice(0, MOST));
}

export function forgetPad(id: string): void {
  keepAll(listPads().filter((pad) => pad.id !== id));
}
