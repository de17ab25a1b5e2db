/*
 * Puzzles: decisions in games of bots where one move is better than all others beyond doubt (docs/puzzles.md). Each board has
 * a file of them; which were solved is kept in this browser.
 *
 * SPDX-License-Identifier: MIT
 */
import { puzzles as files } from "linea:files";
import { dateOf } from "../daily/daily";
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

function parsePuzzles(text: string): Puzzle[] {
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

const KEY = "puzzles";
const MOST_DAYS = 400;

/** By puzzle: whether the first answer was right. */
export function answers(): Record<string, boolean> {
  try {
    const found: unknown = JSON.parse(kept(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

/** The days on which a puzzle of the day was solved at the first try. */
export function daysSolved(): string[] {
  try {
    const found: unknown = JSON.parse(kept("puzzle-days") ?? "[]");
    return Array.isArray(found) ? found.filter((day) => typeof day === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers the first answer, and the day if it is that of today. */
export function keepAnswer(puzzle: Puzzle, right: boolean, isToday: boolean): void {
  const all = answers();
  if (all[puzzle.puzzle] !== undefined) return;
  keep(KEY, JSON.stringify({ ...all, [puzzle.puzzle]: right }));
  if (right && isToday) keep("puzzle-days", JSON.stringify([...new Set([dateOf(Date.now()), ...daysSolved()])].slice(0, MOST_DAYS)));
}

/** The next one that has not been answered; null if all have. */
export function nextOpen(puzzles: readonly Puzzle[], from: number): number | null {
  const all = answers();
  for (let step = 1; step <= puzzles.length; step++) {
    const at = (from + step) % puzzles.length;
    if (all[puzzles[at]!.puzzle] === undefined) return at;
  }
  return null;
}
