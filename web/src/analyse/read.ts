/*
 * Lines that were saved (tree.ts) as an analysis again: games that begin from the same position, each a line, with their comments.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Looked } from "../net/position";
import type { Did, Move, View } from "../net/protocol";
import { begin, comment, go, play, type Analysis } from "./tree";

interface Header {
  map?: string;
  seats?: string[];
  position?: View;
  comments?: Record<string, string>;
}

/** Why text is no analysis. */
export type Flaw = "json" | "whole-game" | "other-position" | "other-chance";

export class Unreadable extends Error {
  constructor(readonly flaw: Flaw) {
    super(flaw);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Unreadable("json");
  }
}

/** What came of a move is what the line says: chance of another seed would be another game. */
function same(did: Did | undefined, line: Did): boolean {
  const outcome = ({ seat, move, drew, up, reveal }: Did) => JSON.stringify([seat, move, drew, up, reveal]);
  return did !== undefined && outcome(did) === outcome(line);
}

/** One game after the other is played from the position by `ask`. */
export async function readLines(games: readonly string[], ask: (map: string, position: string, moves: Move[]) => Promise<Looked>): Promise<Analysis> {
  let analysis: Analysis | null = null;
  let root = "";
  for (const game of games) {
    const [header, ...lines] = game.split("\n").filter((line) => line.trim() !== "").map(parsed) as [Header | undefined, ...(Did | { end: unknown })[]];
    if (!header?.position || !header.map) throw new Unreadable("whole-game");
    const position = JSON.stringify(header.position);
    if (analysis && position !== root) throw new Unreadable("other-position");
    root = position;
    const moves = lines.filter((line): line is Did => "move" in line);
    const looked = await ask(header.map, position, moves.map(({ move }) => move));
    if (!moves.every((move, i) => same(looked.did[i], move))) throw new Unreadable("other-chance");
    analysis = go(analysis ?? begin(header.map, header.seats ?? [], header.position), 0);
    const over = looked.view.phase === "over" ? { scores: looked.scores, winners: looked.winners } : undefined;
    for (let played = 0; played <= moves.length; played++) {
      if (played > 0) analysis = play(analysis, looked.did[played - 1]!, played === moves.length ? over : undefined);
      const said = header.comments?.[String(played)];
      if (typeof said === "string") analysis = comment(analysis, said);
    }
  }
  if (!analysis) throw new Unreadable("json");
  return go(analysis, 0);
}
