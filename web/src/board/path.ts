/*
 * Shapes put where they belong as data of a path, so that a board needs no transforms: each of those is a
 * layer that a browser has to look after whenever anything changes.
 *
 * SPDX-License-Identifier: MIT
 */
export interface Put {
  x: number;
  y: number;
  /** degrees, clockwise */
  turn?: number;
  /** along and across, where they differ: arcs of the shape must not be tilted then */
  scale?: number | [number, number];
  /** the point of the shape that comes to x y */
  from?: [number, number];
}

const short = (n: number) => String(Math.round(n * 10) / 10);

/** How many numbers each command of a path takes. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Numbers of a path, where flags of arcs may stand close together, and 1e-15 is what is left of a difference. */
function numbers(text: string, command: string): number[] {
  const found: number[] = [];
  const pattern = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
  for (let at = 0; at < text.length; ) {
    const flag = command === "A" && (found.length % 7 === 3 || found.length % 7 === 4);
    if (flag && /[01]/.test(text[at]!)) {
      found.push(Number(text[at++]));
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) found.push(Number(match[0]));
    at = match ? pattern.lastIndex : at + 1;
  }
  return found;
}

/** A line to a point, a curve by points or an arc: `x y` are all of its points, the last one where it ends. Arcs have more to say. */
interface Part {
  command: "M" | "L" | "C" | "S" | "Q" | "A" | "Z";
  points: readonly number[];
  arc?: readonly number[];
}

/** What a shape is made of, its points from the corner of the shape. */
function partsOf(shape: string): Part[] {
  const parts: Part[] = [];
  let [nowX, nowY, startX, startY] = [0, 0, 0, 0];
  for (const [, letter = "", rest = ""] of shape.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    let command = letter.toUpperCase();
    const relative = letter !== command;
    const takes = TAKES[command] ?? 0;
    if (takes === 0) {
      parts.push({ command: "Z", points: [] });
      [nowX, nowY] = [startX, startY];
      continue;
    }
    const list = numbers(rest, command);
    for (let i = 0; i + takes <= list.length; i += takes) {
      const [dx, dy] = relative ? [nowX, nowY] : [0, 0];
      const part = list.slice(i, i + takes);
      if (command === "H") nowX = part[0]! + dx;
      else if (command === "V") nowY = part[0]! + dy;
      else [nowX, nowY] = [part[takes - 2]! + dx, part[takes - 1]! + dy];
      if (command === "A") parts.push({ command, points: [nowX, nowY], arc: part });
      else if (takes <= 2) parts.push({ command: command === "M" ? "M" : "L", points: [nowX, nowY] });
      else parts.push({ command: command as Part["command"], points: part.map((value, j) => value + (j % 2 === 0 ? dx : dy)) });
      if (command === "M") {
        [startX, startY] = [nowX, nowY];
        command = "L";
      }
    }
  }
  return parts;
}

/** Shapes are few and put in many places: each is read once. */
const read = new Map<string, Part[]>();

/** The same shape, turned, scaled and moved. */
export function putPath(shape: string, { x, y, turn = 0, scale = 1, from = [0, 0] }: Put): string {
  let parts = read.get(shape);
  if (!parts) read.set(shape, (parts = partsOf(shape)));
  const angle = (turn * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [along, across] = typeof scale === "number" ? [scale, scale] : scale;
  let made = "";
  for (const { command, points, arc } of parts) {
    made += command;
    if (arc) made += `${short(arc[0]! * along)} ${short(arc[1]! * across)} ${short(arc[2]! + turn)} ${arc[3]} ${arc[4]} `;
    for (let i = 0; i < points.length; i += 2) {
      const dx = (points[i]! - from[0]) * along;
      const dy = (points[i + 1]! - from[1]) * across;
      made += `${i > 0 ? " " : ""}${short(x + dx * c - dy * s)} ${short(y + dx * s + dy * c)}`;
    }
  }
  return made;
}

/** A rectangle with round corners around a point. */
export function roundedBox(length: number, width: number, round: number): string {
  const [x, y] = [length / 2, width / 2];
  const corner = `A${round} ${round} 0 0 1`;
  return (
    `M${round - x} ${-y}H${x - round}${corner} ${x} ${round - y}V${y - round}${corner} ${x - round} ${y}` +
    `H${round - x}${corner} ${-x} ${y - round}V${round - y}${corner} ${round - x} ${-y}Z`
  );
}

/** The same with corners that are cut off. */
export function cutBox(length: number, width: number, cut: number): string {
  const [x, y] = [length / 2, width / 2];
  return `M${cut - x} ${-y}L${x - cut} ${-y}L${x} ${cut - y}L${x} ${y - cut}L${x - cut} ${y}L${cut - x} ${y}L${-x} ${y - cut}L${-x} ${cut - y}Z`;
}
