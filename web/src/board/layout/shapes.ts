/*
 * Plane geometry of a board: turned rectangles, circles, how far apart they are, and
 * gently bent lines. Distances are negative where two things overlap.
 *
 * SPDX-License-Identifier: MIT
 */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle around (x, y): (ux, uy) is the unit vector along it. */
export interface Box extends Point {
  ux: number;
  uy: number;
  halfLength: number;
  halfWidth: number;
}

export function turnedBox(x: number, y: number, degrees: number, length: number, width: number): Box {
  const angle = (degrees * Math.PI) / 180;
  return { x, y, ux: Math.cos(angle), uy: Math.sin(angle), halfLength: length / 2, halfWidth: width / 2 };
}

export function uprightBox(left: number, top: number, right: number, bottom: number): Box {
  return {
    x: (left + right) / 2, y: (top + bottom) / 2, ux: 1, uy: 0,
    halfLength: (right - left) / 2, halfWidth: (bottom - top) / 2,
  };
}

/** Half of what a box covers along the unit vector (x, y). */
function reach(box: Box, x: number, y: number): number {
  return (
    Math.abs(box.ux * x + box.uy * y) * box.halfLength + Math.abs(box.ux * y - box.uy * x) * box.halfWidth
  );
}

/** Whether two points are farther apart than that. */
export function beyond(a: Point, b: Point, distance: number): boolean {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return dx * dx + dy * dy > distance * distance;
}

/** How far two boxes are apart along the axis that separates them best. */
export function boxDistance(a: Box, b: Box): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const alongA = Math.abs(dx * a.ux + dy * a.uy) - a.halfLength - reach(b, a.ux, a.uy);
  const acrossA = Math.abs(dx * a.uy - dy * a.ux) - a.halfWidth - reach(b, -a.uy, a.ux);
  const alongB = Math.abs(dx * b.ux + dy * b.uy) - b.halfLength - reach(a, b.ux, b.uy);
  const acrossB = Math.abs(dx * b.uy - dy * b.ux) - b.halfWidth - reach(a, -b.uy, b.ux);
  return Math.max(alongA, acrossA, alongB, acrossB);
}

/** How far a circle is from a box. */
export function circleDistance(centre: Point, radius: number, box: Box): number {
  const dx = centre.x - box.x;
  const dy = centre.y - box.y;
  const along = Math.abs(dx * box.ux + dy * box.uy) - box.halfLength;
  const across = Math.abs(dx * box.uy - dy * box.ux) - box.halfWidth;
  if (along > 0 && across > 0) return Math.sqrt(along * along + across * across) - radius;
  return Math.max(along, across) - radius;
}

/** How far a box stays inside 0 0 width height. */
export function insideBy(box: Box, width: number, height: number): number {
  const x = reach(box, 1, 0);
  const y = reach(box, 0, 1);
  return Math.min(box.x - x, box.y - y, width - box.x - x, height - box.y - y);
}

/** A line from one point to another: how it leans aside in its first and second half. */
export type Bend = readonly [number, number];

const STEPS = 16;

/** A bent line, measured so that one can walk along it. */
export interface Line {
  length: number;
  /** the sum of all turns, in radians */
  turn: number;
  xs: Float64Array;
  ys: Float64Array;
  /** the way walked at each sample */
  walked: Float64Array;
}

export function bentLine(from: Point, to: Point, bend: Bend): Line {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const chord = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / chord, dx / chord];
  const x1 = from.x + dx / 3 + nx * bend[0];
  const y1 = from.y + dy / 3 + ny * bend[0];
  const x2 = to.x - dx / 3 + nx * bend[1];
  const y2 = to.y - dy / 3 + ny * bend[1];
  const xs = new Float64Array(STEPS + 1);
  const ys = new Float64Array(STEPS + 1);
  const walked = new Float64Array(STEPS + 1);
  let turn = 0;
  let ux = 0;
  let uy = 0;
  for (let i = 0; i <= STEPS; i++) {
    const t = i / STEPS;
    const s = 1 - t;
    const a = s * s * s;
    const b = 3 * s * s * t;
    const c = 3 * s * t * t;
    const d = t * t * t;
    xs[i] = a * from.x + b * x1 + c * x2 + d * to.x;
    ys[i] = a * from.y + b * y1 + c * y2 + d * to.y;
    if (i === 0) continue;
    const ex = xs[i]! - xs[i - 1]!;
    const ey = ys[i]! - ys[i - 1]!;
    const far = Math.sqrt(ex * ex + ey * ey) || 1;
    walked[i] = walked[i - 1]! + far;
    /* The sine of a small angle is the angle. */
    if (i > 1) turn += Math.abs(ux * ey - uy * ex) / far;
    ux = ex / far;
    uy = ey / far;
  }
  return { length: walked[STEPS]!, turn, xs, ys, walked };
}

/** The point that far along a line, and the direction there. */
export function along(line: Line, way: number): Point & { ux: number; uy: number } {
  let i = 1;
  while (i < STEPS && line.walked[i]! < way) i++;
  const start = line.walked[i - 1]!;
  const part = line.walked[i]! - start || 1;
  const t = (way - start) / part;
  const ex = line.xs[i]! - line.xs[i - 1]!;
  const ey = line.ys[i]! - line.ys[i - 1]!;
  return { x: line.xs[i - 1]! + ex * t, y: line.ys[i - 1]! + ey * t, ux: ex / part, uy: ey / part };
}
