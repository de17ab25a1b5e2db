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

function parseTickets(text: string): TicketId[] {
  return text ? text.split(",") : [];
}

function parseMix(text: string): Counts | null {
  return text ? parseCards(text) : null;
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
      return { is: "tickets", mix: parseMix(first) };
    case "keep":
      return { is: "keep", tickets: parseTickets(first) };
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

/** A way to pay, and the move that does it. */
export interface Payment {
  readonly cards: Counts;
  readonly move: Move;
}

/** Of hundreds of ways to pay few are ever looked at: their cards are read then. */
class Way implements Payment {
  private read: Counts | undefined;
  constructor(readonly move: Move, private readonly text: string) {}
  get cards(): Counts {
    return (this.read ??= parseCards(this.text));
  }
}

interface Worded {
  readonly move: Move;
  /** what follows the first word */
  readonly rest: string;
}

const byWord = once((moves): ReadonlyMap<string, Worded[]> => {
  const found = new Map<string, Worded[]>();
  for (const move of moves) {
    const end = move.indexOf(" ");
    const word = end < 0 ? move : move.slice(0, end);
    const list = found.get(word);
    const worded = { move, rest: end < 0 ? "" : move.slice(end + 1) };
    if (list) list.push(worded);
    else found.set(word, [worded]);
  }
  return found;
});

/** The moves that begin with a word. */
function movesOf(moves: readonly Move[], word: string): readonly Worded[] {
  return byWord(moves).get(word) ?? [];
}

/** What can be paid for by moves such as "claim ROUTE CARDS", each with the ways to pay. */
function gather(moves: readonly Move[], word: string): ReadonlyMap<string, Payment[]> {
  const found = new Map<string, Payment[]>();
  for (const { move, rest } of movesOf(moves, word)) {
    const end = rest.indexOf(" ");
    const key = rest.slice(0, end);
    const way = new Way(move, rest.slice(end + 1));
    const list = found.get(key);
    if (list) list.push(way);
    else found.set(key, [way]);
  }
  return found;
}

/** Routes that can be claimed now, each with the ways to pay, in the engine's order. */
export const paymentsByRoute: (moves: readonly Move[]) => ReadonlyMap<RouteId, Payment[]> = once((moves) => gather(moves, "claim"));

/** Locations where a station can be built now. */
export const stationsByLocation: (moves: readonly Move[]) => ReadonlyMap<LocationId, Payment[]> = once((moves) => gather(moves, "station"));

/** The ways to pay what a tunnel costs more. */
export function tunnelPayments(moves: readonly Move[]): Payment[] {
  return movesOf(moves, "pay").map(({ move, rest }) => new Way(move, rest));
}

interface KeepChoice {
  tickets: TicketId[];
  move: Move;
}

/** Every set of tickets that may be kept. */
export const keepChoices = once((moves): readonly KeepChoice[] => movesOf(moves, "keep").map(({ move, rest }) => ({ tickets: parseTickets(rest), move })));

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
export const mixes = once((moves): readonly Mix[] => movesOf(moves, "tickets").map(({ move, rest }) => ({ decks: parseMix(rest), move })));

interface PassengerChoice {
  passengers: Passenger[];
  move: Move;
}

/** Every choice of passengers after a claim, "none" included. */
export const passengerChoices = once((moves): readonly PassengerChoice[] => movesOf(moves, "take").map(({ move, rest }) => ({ passengers: parsePassengers(rest), move })));

const together = (passengers: readonly Passenger[]) => passengers.map(({ location, colour }) => `${location}:${colour}`).sort().join();

const passengerMoves = once((moves): ReadonlyMap<string, Move> => new Map(passengerChoices(moves).map(({ passengers, move }) => [together(passengers), move])));

/** The move that takes exactly these passengers, or null. */
export function passengerMove(moves: readonly Move[], wanted: readonly Passenger[]): Move | null {
  return passengerMoves(moves).get(together(wanted)) ?? null;
}

/** The kinds of cards that can be drawn now, "pile" for blind. */
export const drawable = once((moves): ReadonlySet<"pile" | Kind> => new Set(movesOf(moves, "draw").map(({ rest }) => rest)));
