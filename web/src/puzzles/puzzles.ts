/*
 * Puzzles: decisions in games of bots where one move is better than all others beyond doubt (docs/puzzles.md). Each board has
 * a file of them; which were solved is kept in this browser.
 *
 * SPDX-License-Identifier: MIT
 */
import { puzzles as files } from "linea:files";
import { Unfetched } from "../load";
import type { Reason } from "../net/evaluate";
import type { Move, View } from "../net/protocol";
import { keep, kept } from "../settings";

/** What a move came to: its share of the victory, and by how much the best is better. */
export interface Tried {
  move: Move;
  playouts: number;
  share: number;
  loss: number;
  se: number;
}

export interface Puzzle extends Reason {
  puzzle: string;
  from: { seed: number; game: number; move: number };
  /** the best first */
  moves: Tried[];
  /** by bot: the move that it would make, where that is wrong */
  fails: Record<string, Move>;
  position: View;
}

export function parsePuzzles(text: string): Puzzle[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Puzzle);
}

const loaded = new Map<string, Promise<Puzzle[]>>();

/** Those of a board; none where it has no file. */
export function loadPuzzles(map: string): Promise<Puzzle[]> {
  const file = files[map];
  if (!file) return Promise.resolve([]);
  let found = loaded.get(map);
  if (!found) {
    found = fetch(file).then((answer) => {
      if (!answer.ok) throw new Unfetched();
      return answer.text();
    }).then(parsePuzzles);
    found.catch(() => loaded.delete(map));
    loaded.set(map, found);
  }
  return found;
}

export function hasPuzzles(map: string): boolean {
  return files[map] !== undefined;
}

const DAY_MS = 86_400_000;

/** Which of so many is that of a day, the same for everybody. */
export function dailyIndex(time: number, count: number): number {
  return Math.floor(time / DAY_MS) % count;
}

/** What the seat to move may know of a position. */
export function seenBy(view: View): View {
  const seat = view.turn;
  const cards = (hand: View["hands"][number]) => (typeof hand === "number" ? hand : Object.values(hand).reduce((sum, n) => sum + n, 0));
  const size = (list: unknown[] | number) => (typeof list === "number" ? list : list.length);
  const choosing = view.phase === "opening-keep" || view.phase === "opening-mix";
  return {
    ...view,
    hands: view.hands.map((hand, s) => (s === seat ? hand : cards(hand))),
    tickets: view.tickets.map((held, s) => (s === seat ? held : choosing ? 0 : size(held))),
    pile: size(view.pile),
    decks: Object.fromEntries(Object.entries(view.decks).map(([deck, tickets]) => [deck, size(tickets)])),
    pending: view.pending?.offers
      ? { ...view.pending, offers: view.pending.offers.map((offer, s) => (s === seat || offer === null ? offer : size(offer))) }
      : view.pending,
  };
}

/** Moves in an order that says nothing: by kind, then by name. */
export function choicesOf(puzzle: Puzzle): Move[] {
  return puzzle.moves.map(({ move }) => move).sort();
}

const KEY = "puzzles";

/** By puzzle: whether the first answer was right. */
export function answers(): Record<string, boolean> {
  try {
    const found: unknown = JSON.parse(kept(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

/** Remembers the first answer. */
export function keepAnswer(puzzle: Puzzle, right: boolean): void {
  const all = answers();
  if (all[puzzle.puzzle] === undefined) keep(KEY, JSON.stringify({ ...all, [puzzle.puzzle]: right }));
}
