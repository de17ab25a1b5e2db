/*
 * A board for a map that nobody has drawn: where its locations lie by latitude and longitude, or in a
 * ring where it has none, and sizes that follow from how crowded it is.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile, MapLocation } from "../../maps";
import type { Drawing } from "../board";
import { layout } from "./layout";
import type { Hand } from "./plan";
import { random } from "./relax";

const WIDTH = 1400;
const HEIGHT = 1000;
const MARGIN = 120;

type Spot = [number, number];

/** All places on a ring, a little uneven, so that lines through the middle do not meet in one point. */
function ring(count: number): Spot[] {
  const chance = random(count);
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const far = 0.8 + 0.2 * chance();
    return [Math.cos(angle) * far * 1.3, Math.sin(angle) * far];
  });
}

/** Latitude and longitude flattened around the middle of the map. */
function flat(locations: MapLocation[]): Spot[] {
  const geo = locations.flatMap((location) => (location.geo ? [location.geo] : []));
  if (geo.length < locations.length) return ring(locations.length);
  const middle = geo.reduce((sum, [latitude]) => sum + latitude, 0) / geo.length;
  const narrow = Math.cos((middle * Math.PI) / 180);
  return geo.map(([latitude, longitude]) => [longitude * narrow, -latitude]);
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
  const places = fitted(flat(map.locations));
  const spots = new Map(map.locations.map(({ id }, i) => [id, places[i]!]));
  const width = spaceWidth(map, spots);
  const hand: Hand = {
    width: WIDTH, height: HEIGHT, margin: 12, text: Math.max(17, width), marker: width * 0.7, clear: Math.max(4, width * 0.2),
    space: { width, shortest: 1.9 * width, longest: 4 * width, gap: Math.max(3, width * 0.2) },
    passenger: width / 2, roam: 3 * width, effort: 150, seeds: [1],
  };
  return layout(map, hand, ({ id }) => spots.get(id)!);
}
