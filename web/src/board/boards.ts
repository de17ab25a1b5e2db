/*
 * A board ready to be drawn: its map file, its geometry and its background, loaded once. A map
 * without a drawing of its own is laid out here and now.
 *
 * SPDX-License-Identifier: MIT
 */
import { load } from "linea:boards";
import { type Loading, useLoaded } from "../load";
import { type LocationId, type MapFile, type MapLocation, type MapRoute, type RouteId, ends, loadMap, routeIds } from "../maps";
import { kindShape } from "../parts/symbols";
import type { DrawnLocation, DrawnRoute, Drawing } from "./board";
import { cutBox, putPath, roundedBox } from "./path";

export interface RouteOnBoard {
  id: RouteId;
  route: MapRoute;
  drawn: DrawnRoute;
  from: LocationId;
  to: LocationId;
  /** the line along its spaces, and the one that joins it to its locations */
  line: string;
  track: string;
  /** its spaces, the light around them, the walls of a tunnel, and the signs of its colour */
  spaces: string[];
  rim: string;
  walls: string;
  stones: string;
  signs: string;
}
export interface LocationOnBoard {
  id: LocationId;
  location: MapLocation;
  drawn: DrawnLocation;
  /** which of the map's districts it is in, and what that is worth */
  district: { index: number; points: number } | null;
}
export interface Prepared {
  map: MapFile;
  drawing: Drawing;
  background: string;
  routes: RouteOnBoard[];
  locations: LocationOnBoard[];
}

const point = (x: number, y: number) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** From edge to edge of a route's spaces. */
function lineOf({ spaces, size }: DrawnRoute): string {
  const at = (i: number, aside: number) => {
    const { x, y, turn } = spaces[i]!;
    const angle = (turn * Math.PI) / 180;
    return point(x + Math.cos(angle) * aside, y + Math.sin(angle) * aside);
  };
  const middle = spaces.slice(1, -1).map(({ x, y }) => `L${point(x, y)}`);
  return `M${at(0, -size[0] / 2)}${middle.join("")}L${at(spaces.length - 1, size[0] / 2)}`;
}

/** What is drawn of a route's spaces, as paths. */
function shapesOf(route: MapRoute, { spaces, size: [length, width] }: DrawnRoute) {
  const each = (shape: string, scale = 1, from: [number, number] = [0, 0], first = 0) =>
    spaces.slice(first).map(({ x, y, turn }) => putPath(shape, { x, y, turn, scale, from }));
  const wall = route.tunnel ? width * 0.16 : 0;
  const rim = Math.max(2.8, width * 0.17);
  const box = (more: number, round: number) => each(roundedBox(length + 2 * more, width + 2 * more, width * round));
  /* so many are put into one path at every turn that arcs would be felt: their corners are cut */
  const light = each(cutBox(length + 2 * rim, width + 2 * rim, width * 0.18));
  return {
    spaces: box(-wall, route.tunnel ? 0.1 : 0.2),
    rim: light.join(""),
    walls: route.tunnel ? box(0, 0.22).join("") : "",
    stones: route.tunnel ? box(-wall / 2, 0.16).join("") : "",
    signs: each(kindShape(route.colour), (width * 0.72) / 24, [12, 12], route.ferry ?? 0).join(""),
  };
}

function routeOnBoard(id: RouteId, route: MapRoute, drawing: Drawing): RouteOnBoard | null {
  const drawn = drawing.routes[id];
  const [from, to] = ends(id);
  const [start, end] = [drawing.locations[from], drawing.locations[to]];
  if (!drawn || !start || !end) return null;
  const line = lineOf(drawn);
  const track = `M${point(start.x, start.y)}L${line.slice(1)}L${point(end.x, end.y)}`;
  return { id, route, drawn, from, to, line, track, ...shapesOf(route, drawn) };
}

function prepare(map: MapFile, drawing: Drawing, background: string): Prepared {
  const ids = routeIds(map);
  const districts = map.mechanics["districts"] ?? {};
  return {
    map, drawing, background,
    routes: map.routes.flatMap((route, i) => routeOnBoard(ids[i]!, route, drawing) ?? []),
    locations: map.locations.flatMap((location) => {
      const drawn = drawing.locations[location.id];
      const id = location.district;
      const district = id === undefined ? null : { index: Object.keys(districts).indexOf(id), points: Number(districts[id]) };
      return drawn ? [{ id: location.id, location, drawn, district }] : [];
    }),
  };
}

const ready = new Map<string, Prepared>();
const asked = new Map<string, Promise<Prepared>>();

async function make(id: string): Promise<Prepared> {
  const [map, own] = await Promise.all([loadMap(id), load[id]?.()]);
  const { drawing, background } = own ?? { drawing: (await import("./layout/auto")).autoLayout(map), background: "" };
  const board = prepare(map, drawing, background);
  ready.set(id, board);
  return board;
}

export function loadBoard(id: string): Promise<Prepared> {
  let promise = asked.get(id);
  if (!promise) {
    promise = make(id);
    asked.set(id, promise);
    promise.catch(() => asked.delete(id));
  }
  return promise;
}

export function useBoard(id: string): Loading<Prepared> {
  return useLoaded(id, () => loadBoard(id), () => ready.get(id) ?? null);
}
