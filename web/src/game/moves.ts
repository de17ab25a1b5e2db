/*
 * Reading the moves that a table offers. What is legal is the engine's to say; here its list is
 * sorted into what a person chooses from: routes and the ways to pay, stations, tickets to keep.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Counts, Kind, LocationId, Move, RouteId, TicketId } from "../net/protocol";

export interface Passenger {
  location: LocationId;
  colour: string;
}

export type ParsedMove =
  | { is: "draw"; from: "pile" | Kind }
  | { is: "claim"; route: RouteId; cards: Counts; text: string }
  | { is: "pay"; cards: Counts; text: string }
  | { is: "decline" }
  | { is: "take"; passengers: Passenger[] }
  | { is: "tickets"; mix: Counts | null }
  /** another's choice is not known: no tickets then */
  | { is: "keep"; tickets: TicketId[] }
  | { is: "station"; location: LocationId; cards: Counts; text: string }
  | { is: "pass" }
  /** of a version that this page does not know */
  | { is: "other"; text: string };

/** "red:2,wild:1" */
export function parseCards(text: string): Counts {
  const cards: Counts = {};
  for (const part of text.split(",")) {
    const [kind, count] = part.split(":");
    if (kind && count) cards[kind] = Number(count);
  }
  return cards;
}

/** How many cards in all. */
export function countCards(cards: Counts): number {
  return Object.values(cards).reduce((sum, n) => sum + n, 0);
}

function parsePassengers(text: string): Passenger[] {
  if (text === "none") return [];
  return text.split(",").map((part) => {
    const [location = "", colour = ""] = part.split(":");
    return { location, colour };
  });
}

export function parseMove(move: Move): ParsedMove {
  const [word = "", first = "", second = ""] = move.split(" ");
  switch (word) {
    case "draw":
      return { is: "draw", from: first };
    case "claim":
      return { is: "claim", route: first, cards: parseCards(second), text: second };
    case "pay":
      return { is: "pay", cards: parseCards(first), text: first };
    case "decline":
      return { is: "decline" };
    case "take":
      return { is: "take", passengers: parsePassengers(first) };
    case "tickets":
      return { is: "tickets", mix: first ? parseCards(first) : null };
    case "keep":
      return { is: "keep", tickets: first ? first.split(",") : [] };
    case "station":
      return { is: "station", location: first, cards: parseCards(second), text: second };
    case "pass":
      return { is: "pass" };
    default:
      return { is: "other", text: move };
  }
}

/** What is found in a list of moves, looked for once: a redraw asks a dozen questions about hundreds of them. */
function once<T>(find: (moves: readonly Move[]) => T): (moves: readonly Move[]) => T {
  const found = new WeakMap<readonly Move[], { what: T }>();
  return (moves) => {
    let known = found.get(moves);
    if (!known) found.set(moves, (known = { what: find(moves) }));
    return known.what;
  };
}

const parseMoves = once((moves) => moves.map(parseMove));

/** A way to pay, and the move that does it. */
export interface Payment {
  cards: Counts;
  move: Move;
}

function gather<Key extends string>(moves: readonly Move[], pick: (move: ParsedMove) => { key: Key; cards: Counts } | null): ReadonlyMap<Key, Payment[]> {
  const found = new Map<Key, Payment[]>();
  for (const [i, parsed] of parseMoves(moves).entries()) {
    const picked = pick(parsed);
    const move = moves[i];
    if (!picked || move === undefined) continue;
    const list = found.get(picked.key);
    if (list) list.push({ cards: picked.cards, move });
    else found.set(picked.key, [{ cards: picked.cards, move }]);
  }
  return found;
}

/** Routes that can be claimed now, each with the ways to pay, in the engine's order. */
export const paymentsByRoute = once((moves) => gather<RouteId>(moves, (m) => (m.is === "claim" ? { key: m.route, cards: m.cards } : null)));

/** Locations where a station can be built now. */
export const stationsByLocation = once((moves) => gather<LocationId>(moves, (m) => (m.is === "station" ? { key: m.location, cards: m.cards } : null)));

/** The ways to pay what a tunnel costs more. */
export function tunnelPayments(moves: readonly Move[]): Payment[] {
  return gather(moves, (m) => (m.is === "pay" ? { key: "pay", cards: m.cards } : null)).get("pay") ?? [];
}

export interface KeepChoice {
  tickets: TicketId[];
  move: Move;
}

/** Every set of tickets that may be kept. */
export const keepChoices = once((moves): readonly KeepChoice[] =>
  parseMoves(moves).flatMap((m, i) => {
    const move = moves[i]!;
    return m.is === "keep" ? [{ tickets: m.tickets, move }] : [];
  }),
);

/** The move that keeps exactly these tickets, or null if that is not allowed. */
export function keepMove(moves: readonly Move[], tickets: ReadonlySet<TicketId>): Move | null {
  const same = (c: KeepChoice) => c.tickets.length === tickets.size && c.tickets.every((id) => tickets.has(id));
  return keepChoices(moves).find(same)?.move ?? null;
}

export interface Mix {
  /** how many from each deck; null where there is nothing to choose */
  decks: Counts | null;
  move: Move;
}

/** The ways to draw tickets; none when they cannot be drawn now. */
export const mixes = once((moves): readonly Mix[] =>
  parseMoves(moves).flatMap((m, i) => {
    const move = moves[i]!;
    return m.is === "tickets" ? [{ decks: m.mix, move }] : [];
  }),
);

export interface PassengerChoice {
  passengers: Passenger[];
  move: Move;
}

/** Every choice of passengers after a claim, "none" included. */
export const passengerChoices = once((moves): readonly PassengerChoice[] =>
  parseMoves(moves).flatMap((m, i) => {
    const move = moves[i]!;
    return m.is === "take" ? [{ passengers: m.passengers, move }] : [];
  }),
);

const together = (passengers: readonly Passenger[]) => passengers.map(({ location, colour }) => `${location}:${colour}`).sort().join();

const passengerMoves = once((moves): ReadonlyMap<string, Move> => new Map(passengerChoices(moves).map(({ passengers, move }) => [together(passengers), move])));

/** The move that takes exactly these passengers, or null. */
export function passengerMove(moves: readonly Move[], wanted: readonly Passenger[]): Move | null {
  return passengerMoves(moves).get(together(wanted)) ?? null;
}

/** The kinds of cards that can be drawn now, "pile" for blind. */
export const drawable = once((moves): ReadonlySet<"pile" | Kind> => {
  const found = new Set<"pile" | Kind>();
  for (const m of parseMoves(moves)) if (m.is === "draw") found.add(m.from);
  return found;
});
