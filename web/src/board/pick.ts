/*
 * What somebody means who points at a board: the nearest thing that can be chosen, since fingers are wider than routes. It is found by
 * the geometry of the board: a glass lies upon it, so that the browser does not look through hundreds of shapes for the pointer at every redraw.
 *
 * SPDX-License-Identifier: MIT
 */
import type { LocationId, RouteId } from "../net/protocol";
import type { BoardState } from "./board";
import type { Prepared } from "./boards";
import { circleDistance, turnedBox } from "./layout/shapes";

/** How far beside a thing one still points at it, in units of the board. */
export const SLACK = 3;

export type Picked =
  | { route: RouteId; location?: undefined; passenger?: undefined }
  | { location: LocationId; passenger?: string; route?: undefined };

/** What is meant by an element that has the keyboard. */
export function under(target: Element): Picked | null {
  const at = target.closest<SVGElement>(".choosable[data-route], .choosable[data-location]");
  const { route, location, passenger } = at?.dataset ?? {};
  if (location !== undefined) return passenger === undefined ? { location } : { location, passenger };
  return route === undefined ? null : { route };
}

/** What is nearest to a point of the board, of what is asked for and not farther than that. */
export function nearest(board: Prepared, sheet: Element, of: BoardState["choosable"] | "all", at: { x: number; y: number }, reach: number): Picked | null {
  let best: Picked | null = null;
  let least = reach;
  const take = (what: Picked, distance: number) => {
    if (distance < least) [best, least] = [what, distance];
  };
  const all = of === "all";
  for (const { id, drawn } of board.locations)
    if (all || of?.locations?.has(id)) take({ location: id }, Math.hypot(at.x - drawn.x, at.y - drawn.y) - drawn.radius);
  if (!all)
    for (const person of sheet.querySelectorAll<SVGGElement>(".choosable[data-passenger]")) {
      const { x, y, width, height } = person.getBBox();
      const { location = "", passenger = "" } = person.dataset;
      take({ location, passenger }, Math.hypot(at.x - x - width / 2, at.y - y - height / 2) - width / 2);
    }
  for (const { id, drawn } of board.routes) {
    if (!all && !of?.routes?.has(id)) continue;
    for (const { x, y, turn } of drawn.spaces) take({ route: id }, circleDistance(at, 0, turnedBox(x, y, turn, ...drawn.size)));
  }
  return best;
}

/** The element of what was picked. */
export function elementOf(sheet: Element, { route, location, passenger }: Picked): Element | null {
  if (route !== undefined) return sheet.querySelector(`[data-route="${route}"]`);
  return sheet.querySelector(passenger === undefined ? `[data-location="${location}"]` : `[data-location="${location}"][data-passenger="${passenger}"]`);
}
