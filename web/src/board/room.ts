/*
 * Where on a board there is room for something that is not of the map: no space, place or name lies below it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Prepared } from "./boards";
import { LEADING, brokenAt } from "./layout/lines";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** About the width of a letter, in parts of the size; and how far a corner, in parts of the board, is kept free for the buttons. */
const LETTER = 0.58;
const BUTTONS = [0.12, 0.3] as const;
const STEP = 8;
const AWAY = 6;

/** Words of the background, as the numerals of London's districts, around the middle of each. */
function writing(background: string): Rect[] {
  const half = 70;
  return [...background.matchAll(/<text[^>]* x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => ({ x: Number(x) - half, y: Number(y) - half, width: 2 * half, height: 2 * half }));
}

function nameBoxes({ locations, drawing: { text } }: Prepared): Rect[] {
  return locations.flatMap(({ location, drawn }) => Object.entries(drawn.label).map(([tag, { x, y, anchor, break: at }]) => {
    const lines = brokenAt(location.name[tag] ?? "", at);
    const width = Math.max(...lines.map((line) => line.length)) * LETTER * text;
    const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
    return { x: left, y: y - text, width, height: text * (1.3 + (lines.length - 1) * LEADING) };
  }));
}

/** What is drawn on a board, as boxes. */
function taken(board: Prepared): Rect[] {
  const around = ({ x, y }: { x: number; y: number }, far: number): Rect => ({ x: x - far, y: y - far, width: 2 * far, height: 2 * far });
  const { width, height } = board.drawing;
  return [
    ...board.routes.flatMap(({ drawn: { spaces, size } }) => spaces.map((space) => around(space, Math.max(...size) * 0.62))),
    ...board.locations.map(({ drawn }) => around(drawn, drawn.radius * (drawn.passengers ? 1.3 : 1.7))),
    ...nameBoxes(board),
    ...writing(board.background),
    { x: width * (1 - BUTTONS[0]), y: height * (1 - BUTTONS[1]), width, height },
  ];
}

const meet = (a: Rect, b: Rect) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A free box of this size, as near to a corner as there is one; null where there is none. */
export function roomOn(board: Prepared, width: number, height: number): Rect | null {
  const { drawing } = board;
  const boxes = taken(board);
  const margin = Math.min(drawing.width, drawing.height) * 0.03;
  const [right, bottom] = [drawing.width - margin - width, drawing.height - margin - height];
  let best: Rect | null = null;
  let least = Infinity;
  for (let y = margin; y <= bottom; y += STEP)
    for (let x = margin; x <= right; x += STEP) {
      const far = Math.min(x - margin, right - x) + Math.min(y - margin, bottom - y);
      const wanted = { x: x - AWAY, y: y - AWAY, width: width + 2 * AWAY, height: height + 2 * AWAY };
      if (far >= least || boxes.some((box) => meet(box, wanted))) continue;
      best = { x, y, width, height };
      least = far;
    }
  return best;
}
