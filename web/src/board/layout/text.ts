/*
 * How wide and high a name is on a board: the advances of Inter at the weight that names
 * are set in, measured once (art/measure.mjs), so that the tool and the tests agree with what a
 * browser draws.
 *
 * SPDX-License-Identifier: MIT
 */
import metrics from "../../../art/metrics.json";
import { brokenAt } from "./lines";

const advances: Record<string, number> = metrics.advances;

/** What letters cover above and below the baseline, in parts of the size. */
export const ASCENT = 0.78;
export const DESCENT = 0.25;

/** The width of a text set in size 1. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += advances[letter] ?? metrics.widest;
  return width;
}

/** The space where a name breaks into two lines of the most equal widths, if it has one. */
export function bestBreak(name: string): number | undefined {
  let best: number | undefined;
  let narrowest = Infinity;
  for (let at = name.indexOf(" "); at >= 0; at = name.indexOf(" ", at + 1)) {
    const width = Math.max(...brokenAt(name, at).map(textWidth));
    if (width < narrowest) [best, narrowest] = [at, width];
  }
  return best;
}
