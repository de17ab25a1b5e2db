/*
 * Where the name of a location may stand: beside, above and below it, in one line or in two. A
 * spot near and to the right is liked best.
 *
 * SPDX-License-Identifier: MIT
 */
import type { DrawnLabel } from "../board";
import { LEADING, brokenAt } from "./lines";
import type { Hand, Place, Side } from "./plan";
import { type Box, uprightBox } from "./shapes";
import { ASCENT, DESCENT, bestBreak, textWidth } from "./text";

/** A name relative to the middle of its location. */
export interface NameSpot {
  box: Box;
  label: DrawnLabel;
  side: Side;
  /** how far it is from its own location: it must be farther from all others */
  gap: number;
  cost: number;
}

/** A side, the anchor of the text there, and where its box touches a circle of radius 1 around the location. */
const SIDES: { side: Side; anchor: DrawnLabel["anchor"]; x: number; y: number; cost: number }[] = [
  { side: "e", anchor: "start", x: 1, y: 0, cost: 0 },
  { side: "w", anchor: "end", x: -1, y: 0, cost: 1 },
  { side: "n", anchor: "middle", x: 0, y: -1, cost: 2 },
  { side: "s", anchor: "middle", x: 0, y: 1, cost: 2 },
  { side: "ne", anchor: "start", x: 0.72, y: -0.72, cost: 3 },
  { side: "se", anchor: "start", x: 0.72, y: 0.72, cost: 3 },
  { side: "nw", anchor: "end", x: -0.72, y: -0.72, cost: 4 },
  { side: "sw", anchor: "end", x: -0.72, y: 0.72, cost: 4 },
];

/** The names that a spot has to hold: of one language, or of all. */
function wanted(place: Place, language: string | null): string[] {
  if (language === null) return [...new Set(Object.values(place.names))];
  return [place.names[language] ?? Object.values(place.names)[0] ?? place.id];
}

/** The box of lines of text, upper left at 0 0, in size 1. */
function extent(names: string[], twoLines: boolean): { width: number; lines: number; broken: boolean } {
  let width = 0;
  let lines = 1;
  for (const name of names) {
    const parts = brokenAt(name, twoLines ? bestBreak(name) : undefined);
    lines = Math.max(lines, parts.length);
    width = Math.max(width, ...parts.map(textWidth));
  }
  return { width, lines, broken: lines > 1 };
}

function spotsOf(place: Place, hand: Hand, names: string[], twoLines: boolean, fine: boolean): NameSpot[] {
  const { width, lines, broken } = extent(names, twoLines);
  if (twoLines && !broken) return [];
  const w = width * hand.text;
  const h = (ASCENT + DESCENT + (lines - 1) * LEADING) * hand.text;
  const found: NameSpot[] = [];
  const slides = fine ? [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75] : [0, -0.5, 0.5];
  for (const far of fine ? [0, 0.2, 0.45, 0.8, 1.2] : [0, 0.35])
    for (const { side, anchor, x, y, cost } of SIDES)
      for (const slide of x === 0 || y === 0 ? slides : [0]) {
        const reach = place.radius + hand.text * (0.28 + far);
        const dx = x * reach + (x === 0 ? (slide * w) / 2 : 0);
        const dy = y * reach + (y === 0 ? slide * h : 0);
        const left = anchor === "start" ? dx : anchor === "end" ? dx - w : dx - w / 2;
        const top = y > 0 ? dy : y < 0 ? dy - h : dy - h / 2;
        const middle = anchor === "start" ? left : anchor === "end" ? left + w : left + w / 2;
        const label: DrawnLabel = { x: middle, y: top + ASCENT * hand.text, anchor };
        const at = broken && names.length === 1 ? bestBreak(names[0]!) : undefined;
        if (at !== undefined) label.break = at;
        const wish = place.side && place.side !== side ? 400 : 0;
        found.push({
          box: uprightBox(left, top, left + w, top + h), label, side, gap: hand.text * (0.28 + far),
          cost: cost + wish + 14 * far + 5 * Math.abs(slide) + (broken ? 3 : 0),
        });
      }
  return found;
}

/** All spots for the names of a location, of one language or (`null`) for the widest of all. */
export function nameSpots(place: Place, hand: Hand, language: string | null): NameSpot[] {
  const names = wanted(place, language);
  const fine = language !== null;
  return [...spotsOf(place, hand, names, false, fine), ...spotsOf(place, hand, names, true, fine)];
}
