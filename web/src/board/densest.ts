/*
 * Where to look when not everything fits: the part of a board that has most of some places.
 *
 * SPDX-License-Identifier: MIT
 */
export interface Point {
  x: number;
  y: number;
}

const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;

/** The middle of the places that a window of this size can have in it at most; null where there is none. */
export function densest(places: readonly Point[], width: number, height: number): Point | null {
  let most: Point[] = [];
  for (const { x: left } of places)
    for (const { y: top } of places) {
      const inside = places.filter(({ x, y }) => x >= left && x <= left + width && y >= top && y <= top + height);
      if (inside.length > most.length) most = inside;
    }
  return most.length === 0 ? null : { x: middle(most.map(({ x }) => x)), y: middle(most.map(({ y }) => y)) };
}
