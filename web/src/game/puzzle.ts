/*
 * A puzzle as a game: a table of this device that begins from its position, and takes one move as the answer. What the seat does not
 * know there is dealt again, so nothing on the device has it; the table is kept nowhere.
 *
 * SPDX-License-Identifier: MIT
 */
import { signal } from "@preact/signals";
import type { MapFile } from "../maps";
import type { From } from "../net/host";
import type { Move, Settings } from "../net/protocol";
import type { Puzzle } from "../puzzles/puzzles";
import { t } from "../text";
import { LocalGame } from "./local";

export class PuzzleGame extends LocalGame {
  /** what was chosen; until it is taken back nothing else can be */
  readonly answer = signal<Move | null>(null);
  readonly from: From;

  constructor(map: MapFile, readonly puzzle: Puzzle) {
    const { position } = puzzle;
    const seat = position.turn ?? 0;
    const seats = Array.from({ length: position.seats }, (_, other) => (other === seat ? "human" : "bot:normal"));
    const settings: Settings = { map: map.id, seats, first: position.first };
    const from = { position: JSON.stringify(position), seat };
    super(map, "", "solo", settings, [t("You")], { puzzle: puzzle.puzzle }, from);
    this.from = from;
  }

  override move(move: Move): Promise<boolean> {
    if (!this.moves.peek().includes(move)) return Promise.resolve(false);
    this.answer.value = move;
    this.shut.value = true;
    return Promise.resolve(true);
  }

  /** Asks again. */
  retry(): void {
    this.answer.value = null;
    this.shut.value = false;
  }
}
