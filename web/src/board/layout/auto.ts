/*
 * A board for a map that nobody has drawn: where its locations lie by `at`, by latitude and longitude,
 * or by its routes alone, and sizes that follow from how crowded it is.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../../maps";
import type { Drawing } from "../board";
import { layout } from "./layout";
import type { Hand } from "./plan";

const WIDTH = 1400;
const HEIGHT = 1000;
const MARGIN = 120;

type Spot = [number, number];

/** How far all locations are from each other along the routes; each place on the way takes as much room as a space. */
function distances({ locations, routes }: MapFile): number[][] {
  const index = new Map(locations.map(({ id }, i) => [id, i]));
  const far = locations.map((_, i) => locations.map((_, j) => (i === j ? 0 : Infinity)));
  for (const { between, length } of routes) {
    const [a, b] = between.map((id) => index.get(id)!) as [number, number];
    far[a]![b] = far[b]![a] = length + 1;
  }
  for (let k = 0; k < far.length; k++)
    for (const row of far) row.forEach((known, j) => (row[j] = Math.min(known, row[k]! + far[k]![j]!)));
  return far;
}

/** The pair of locations for which this is largest. */
function largest(count: number, of: (i: number, j: number) => number): Spot {
  let best: Spot = [0, 0];
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) if (of(i, j) > of(...best)) best = [i, j];
  return best;
}

/**
 * Places that are as far apart as their distance along the routes, as nearly as a plane allows (stress
 * majorization). It begins with the two farthest locations at the ends of one axis, and of the other those two that
 * are farthest from each other and equally far from the first: from there it finds hardly any line that crosses another.
 * terminal/places.c does the same.
 */
function byRoutes(map: MapFile): Spot[] {
  const far = distances(map);
  const between = ([a, b]: Spot, i: number) => (far[a]![i]! - far[b]![i]!) / 2;
  const count = far.length;
  const wide = largest(count, (i, j) => far[i]![j]!);
  const high = largest(count, (i, j) => far[i]![j]! - Math.abs(between(wide, i) - between(wide, j)));
  const spots = far.map((_, i): Spot => [between(wide, i), between(high, i)]);
  for (let round = 0; round < 200; round++)
    for (let i = 0; i < count; i++) {
      let [x, y, weights] = [0, 0, 0];
      for (let j = 0; j < count; j++) {
        if (i === j) continue;
        const [dx, dy] = [spots[i]![0] - spots[j]![0], spots[i]![1] - spots[j]![1]];
        const wanted = far[i]![j]!;
        const stretch = wanted / (Math.sqrt(dx * dx + dy * dy) || 1);
        const weight = 1 / (wanted * wanted);
        x += weight * (spots[j]![0] + dx * stretch);
        y += weight * (spots[j]![1] + dy * stretch);
        weights += weight;
      }
      spots[i] = [x / weights, y / weights];
    }
  return spots;
}

/** Where the locations lie, in any unit, downwards. */
function spotsOf(map: MapFile): Spot[] {
  const { locations } = map;
  if (locations.every(({ at }) => at)) return locations.map(({ at }) => at!);
  if (!locations.every(({ geo }) => geo)) return byRoutes(map);
  /* latitude and longitude flattened around the middle of the map */
  const middle = locations.reduce((sum, { geo }) => sum + geo![0], 0) / locations.length;
  const narrow = Math.cos((middle * Math.PI) / 180);
  return locations.map(({ geo }) => [geo![1] * narrow, -geo![0]]);
}

function fitted(spots: Spot[]): Spot[] {
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high);
  return spots.map(([x, y]) => [
    WIDTH / 2 + (x - left - wide / 2) * scale,
    HEIGHT / 2 + (y - top - high / 2) * scale,
  ]);
}

/** As wide as most routes allow: their spaces are twice as long as wide. */
function spaceWidth(map: MapFile, spots: Map<string, Spot>): number {
  const widths = map.routes.map(({ between: [a, b], length }) => {
    const [from, to] = [spots.get(a)!, spots.get(b)!];
    return Math.hypot(from[0] - to[0], from[1] - to[1]) / (2.2 * length + 1.8);
  });
  widths.sort((a, b) => a - b);
  return Math.round(Math.min(26, Math.max(12, widths[Math.floor(widths.length / 8)] ?? 20)));
}

export function autoLayout(map: MapFile): Drawing {
  const places = fitted(spotsOf(map));
  const spots = new Map(map.locations.map(({ id }, i) => [id, places[i]!]));
  const width = spaceWidth(map, spots);
  const hand: Hand = {
    width: WIDTH, height: HEIGHT, margin: 12, text: Math.max(17, width), marker: width * 0.7, clear: Math.max(4, width * 0.2),
    space: { width, shortest: 1.9 * width, longest: 4 * width, gap: Math.max(3, width * 0.2) },
    passenger: width / 2, roam: 3 * width, effort: 150, seeds: [1],
  };
  return layout(map, hand, ({ id }) => spots.get(id)!);
}
