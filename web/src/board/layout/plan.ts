/*
 * What a layout begins with: a map file, a few numbers and wishes set by hand for the
 * boards that come with Linea, and places for the locations.
 *
 * SPDX-License-Identifier: MIT
 */
import { type MapFile, type MapLocation, routeIds } from "../../maps";
import type { LocationId, RouteId } from "../../net/protocol";
import type { Bend, Point } from "./shapes";

/** Where a name stands: sides of the location, as on a compass. */
export type Side = "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";

/** art/hand/<map>.json: what the tool does not find out by itself. */
export interface Hand {
  width: number;
  height: number;
  /** what stays free along the edge */
  margin: number;
  /** size of names */
  text: number;
  /** width of all spaces; they are between `shortest` and `longest` long */
  space: { width: number; shortest: number; longest: number; gap: number };
  /** radius of a location without passengers, and what stays free around it */
  marker: number;
  clear: number;
  /** radius of a passenger */
  passenger?: number;
  /** how far a location may be moved from its place to make room */
  roam: number;
  /** places of locations; all of them, where there is no projection */
  at?: Record<LocationId, [number, number]>;
  /** locations that stand where they are put */
  pinned?: LocationId[];
  /** the places come from art/projection.mjs, but for those in `at` */
  projected?: boolean;
  /** how long and how often the tool looks for room */
  effort: number;
  seeds: number[];
  /** how a route leans; by its two locations, for parallels together */
  bend?: Record<string, [number, number]>;
  /** the side of a name, for all languages */
  side?: Record<LocationId, Side>;
}

/** All routes between two locations: they run side by side. */
export interface Bundle {
  from: number;
  to: number;
  key: string;
  routes: RouteId[];
  length: number;
  fixed: Bend | null;
}

export interface Place {
  id: LocationId;
  names: Record<string, string>;
  home: Point;
  radius: number;
  roam: number;
  spots: Point[];
  side: Side | null;
}

export interface Plan {
  hand: Hand;
  places: Place[];
  bundles: Bundle[];
}

/** Where `count` passengers stand around the middle of a location, and the radius that they need. */
function passengerSpots(count: number, radius: number): { spots: Point[]; radius: number } {
  if (count === 0) return { spots: [], radius: 0 };
  const rim = radius * 0.35;
  if (count === 1) return { spots: [{ x: 0, y: 0 }], radius: radius + rim };
  const ring = (radius * 1.04) / Math.sin(Math.PI / count);
  const spots = [];
  for (let i = 0; i < count; i++) {
    const angle = -Math.PI / 2 + (2 * Math.PI * (i + (count % 2 === 0 ? 0.5 : 0))) / count;
    spots.push({ x: ring * Math.cos(angle), y: ring * Math.sin(angle) });
  }
  return { spots, radius: ring + radius + rim };
}

function place(location: MapLocation, hand: Hand, home: Point): Place {
  const { spots, radius } = passengerSpots(location.passengers ?? 0, hand.passenger ?? 0);
  return {
    id: location.id,
    names: location.name,
    home,
    radius: Math.max(hand.marker, radius),
    roam: hand.pinned?.includes(location.id) ? 0 : hand.roam,
    spots,
    side: hand.side?.[location.id] ?? null,
  };
}

function bundles(map: MapFile, hand: Hand): Bundle[] {
  const index = new Map(map.locations.map(({ id }, i) => [id, i]));
  const found = new Map<string, Bundle>();
  routeIds(map).forEach((id, i) => {
    const { between, length } = map.routes[i]!;
    const [from, to] = [...between].sort() as [string, string];
    const key = `${from}/${to}`;
    const bundle = found.get(key);
    if (bundle) {
      bundle.routes.push(id);
      bundle.length = Math.max(bundle.length, length);
    } else {
      const fixed = hand.bend?.[key] ?? null;
      found.set(key, { from: index.get(from)!, to: index.get(to)!, key, routes: [id], length, fixed });
    }
  });
  return [...found.values()];
}

/** `project` says where a location without a place set by hand lies. */
export function plan(map: MapFile, hand: Hand, project: (location: MapLocation) => [number, number]): Plan {
  const places = map.locations.map((location) => {
    const [x, y] = hand.at?.[location.id] ?? project(location);
    return place(location, hand, { x, y });
  });
  return { hand, places, bundles: bundles(map, hand) };
}
