/*
 * A position that is looked into: moves played from it, and what there is to be seen then. The same moves come to the same again.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Engine } from "./engine";
import type { Did, End, Move, View } from "./protocol";

export interface Looked extends End {
  /** all of it: a position, as text can be read again */
  position: View;
  /** the same as a seat may know it */
  view: View;
  moves: Move[];
  /** what came of each move that was played */
  did: Did[];
}

/** Throws with a sentence if the pieces do not add up, or if a move is not legal. */
export function look(engine: Engine, map: string, position: string, moves: readonly Move[], seat: number | null): Looked {
  engine.openMap(map);
  engine.positionOpen(position);
  const did = moves.map((move) => JSON.parse(engine.positionPlay(move)) as Did);
  const { view: whole, ...rest } = JSON.parse(engine.positionShow(null)) as End & { view: View; moves: Move[] };
  const view = seat === null ? whole : (JSON.parse(engine.positionShow(seat)) as { view: View }).view;
  return { ...rest, position: whole, view, did };
}
