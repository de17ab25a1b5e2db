/*
 * A position set up by hand: what lies on the board is noted on a sheet, which the engine makes into a whole game; hands and what lies
 * open are put in here, and all other cards are the pile. Whether that can be, the engine says.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Counts, Kind, View } from "../net/protocol";

/** All in an order that nobody knows. */
function shuffled<T>(all: readonly T[]): T[] {
  const keys = crypto.getRandomValues(new Uint32Array(all.length));
  return all.map((one, i) => ({ one, key: keys[i] ?? 0 })).sort((a, b) => a.key - b.key).map(({ one }) => one);
}

const listOf = (cards: Counts): Kind[] => Object.entries(cards).flatMap(([kind, count]) => Array<Kind>(count).fill(kind));

/** `whole` is a game of a sheet, all of its cards in the display and the pile. A place of the display that is null is filled from the pile. */
export function positionOf(whole: View, hands: readonly Counts[], display: readonly (Kind | null)[], turn: number): View {
  const rest = [...whole.display, ...(Array.isArray(whole.pile) ? whole.pile : [])].filter((kind) => kind !== null);
  for (const kind of [...hands.flatMap(listOf), ...display]) {
    const at = kind === null ? -1 : rest.indexOf(kind);
    if (at >= 0) rest.splice(at, 1);
  }
  const pile = shuffled(rest);
  const up = display.map((kind) => kind ?? pile.shift() ?? null);
  const decks = Object.fromEntries(Object.entries(whole.decks).map(([deck, tickets]) => [deck, Array.isArray(tickets) ? shuffled(tickets) : tickets]));
  return { ...whole, phase: "turn", turn, last_turns: null, hands: hands.map((cards) => ({ ...cards })), display: up, pile, decks };
}
