/*
 * The table of points, as it is printed on boards: what a route of each length that the map has gives. In a free corner, lying or standing.
 *
 * SPDX-License-Identifier: MIT
 */
import { t } from "../text";
import type { Prepared } from "./boards";
import { memo } from "./memo";
import { roundedBox } from "./path";
import { roomOn, type Rect } from "./room";

/** The lengths that a map's routes have, with their points. */
function pointsByLength({ routes, "route-points": points }: Pick<Prepared["map"], "routes" | "route-points">): [length: number, points: number][] {
  const lengths = [...new Set(routes.map(({ length }) => length))].sort((a, b) => a - b);
  return lengths.map((length) => [length, points[String(length)] ?? 0]);
}

interface Fitted {
  at: Rect;
  lying: boolean;
  text: number;
}

/** Rows of a standing table, columns of a lying one: a word first, then a pair of numbers each. */
const CELL = 1.7;
const WORD = 0.6;
const PAD = 0.7;

function fit(board: Prepared, cells: number, letters: number): Fitted | null {
  for (const scale of [1, 0.85]) {
    const text = board.drawing.text * scale;
    const word = letters * WORD + 0.4;
    const sizes = [[word + cells * CELL + 2 * PAD, 2 * CELL + PAD], [2 * word + 2 * PAD, (cells + 1) * CELL + PAD]] as const;
    for (const [i, [width, height]] of sizes.entries()) {
      const at = roomOn(board, width * text, height * text);
      if (at) return { at, lying: i === 0, text };
    }
  }
  return null;
}

const found = new WeakMap<Prepared, Map<string, Fitted | null>>();

/** It is looked for once for each language. */
function fitted(board: Prepared, language: string, cells: number, letters: number): Fitted | null {
  const known = found.get(board) ?? new Map<string, Fitted | null>();
  if (!known.has(language)) known.set(language, fit(board, cells, letters));
  found.set(board, known);
  return known.get(language) ?? null;
}

export const Legend = memo(function Legend({ board, language }: { board: Prepared; language: string }) {
  const table = pointsByLength(board.map);
  const words = [t("Spaces"), t("Points")];
  const place = fitted(board, language, table.length, Math.max(...words.map((word) => word.length)));
  if (!place) return null;
  const { at: { x, y, width, height }, lying, text } = place;
  const word = Math.max(...words.map((one) => one.length)) * WORD * text + 0.4 * text;
  /* the middle of a cell: along the table, and its row or column */
  const middle = (along: number, row: number) => {
    const [pad, cell] = [PAD * text, CELL * text];
    return lying
      ? { x: along < 0 ? x + pad : x + pad + word + (along + 0.5) * cell, y: y + pad / 2 + (row + 0.5) * cell }
      : { x: x + pad + (row + 0.5) * word, y: y + pad / 2 + (along + 1.5) * cell };
  };
  const line = lying
    ? `M${x + PAD * text} ${y + height / 2}H${x + width - PAD * text}`
    : `M${x + PAD * text} ${y + (PAD / 2 + CELL) * text}H${x + width - PAD * text}`;
  return (
    <g class="legend" font-size={text} aria-hidden="true">
      <path class="legend-card" d={roundedBox(width, height, text * 0.5)} transform={`translate(${x + width / 2} ${y + height / 2})`} />
      <path class="legend-line" d={line} />
      {words.map((one, row) => <text key={one} class="legend-word" {...middle(-1, row)} text-anchor={lying ? "start" : "middle"}>{one}</text>)}
      {table.flatMap(([length, points], i) => [length, points].map((number, row) => (
        <text key={`${length} ${row}`} class={row === 0 ? "legend-length" : "legend-points"} {...middle(i, row)} text-anchor="middle">{number}</text>
      )))}
    </g>
  );
});
