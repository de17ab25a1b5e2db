/*
 * What somebody means who points at a board: the thing under the pointer if it can be chosen, else
 * the nearest that can be, since fingers are wider than routes.
 *
 * SPDX-License-Identifier: MIT
 */
import type { LocationId, RouteId } from "../net/protocol";
import type { BoardProps } from "./board";
import type { Prepared } from "./boards";
import { circleDistance, turnedBox } from "./layout/shapes";

export type Picked =
  | { route: RouteId; location?: undefined; passenger?: undefined }
  | { location: LocationId; passenger?: string; route?: undefined };

function under(target: Element): Picked | null {
  const at = target.closest<SVGElement>(".choosable[data-route], .choosable[data-location]");
  const { route, location, passenger } = at?.dataset ?? {};
  if (location !== undefined) return passenger === undefined ? { location } : { location, passenger };
  return route === undefined ? null : { route };
}

export function pick(
  board: Prepared, choosable: BoardProps["choosable"], target: Element, at: { x: number; y: number } | null, reach: number,
): Picked | null {
  const exact = under(target);
  if (exact || !at || !choosable) return exact;
  let best: Picked | null = null;
  let nearest = reach;
  for (const { id, drawn } of board.locations) {
    const distance = Math.hypot(at.x - drawn.x, at.y - drawn.y) - drawn.radius;
    if (choosable.locations?.has(id) && distance < nearest) [best, nearest] = [{ location: id }, distance];
  }
  for (const person of target.ownerDocument.querySelectorAll<SVGGElement>(".board-sheet .choosable[data-passenger]")) {
    const { x, y, width, height } = person.getBBox();
    const distance = Math.hypot(at.x - x - width / 2, at.y - y - height / 2) - width / 2;
    const { location = "", passenger = "" } = person.dataset;
    if (distance < nearest) [best, nearest] = [{ location, passenger }, distance];
  }
  for (const { id, drawn } of board.routes) {
    if (!choosable.routes?.has(id)) continue;
    for (const { x, y, turn } of drawn.spaces) {
      const distance = circleDistance(at, 0, turnedBox(x, y, turn, ...drawn.size));
      if (distance < nearest) [best, nearest] = [{ route: id }, distance];
    }
  }
  return best;
}
