/*
 * Where a place of the earth lies on a board: a conic conformal projection for Europe and
 * for Germany, fitted to the locations of the map file. The geometry of the routes and
 * the drawn background both use it, so that cities stand on their coasts and rivers.
 *
 *     const { width, height, place, path } = projection("europe");
 *     place(48.86, 2.35)      -> [x, y] in units of the board (latitude first, as in maps/)
 *     path(geometry)          -> the data of an SVG path of a GeoJSON geometry
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync } from "node:fs";
import { geoConicConformal, geoPath, geoTransform } from "d3-geo";

/** The units around all locations that stay free for names and the edge. */
const margin = 70;

/*
 * `stretch` widens a board a little: Germany is narrow and its west crowded, and 15% that
 * nobody notices give the routes there the room they need.
 */
const boards = {
  europe: { width: 1600, height: 1060, parallels: [40, 57], meridian: 15, stretch: 1 },
  germany: { width: 1100, height: 1400, parallels: [48, 54], meridian: 10.3, stretch: 1.15 },
};

/** The locations of a map, as points of GeoJSON (longitude first). */
function locations(map) {
  const file = new URL(`../../maps/${map}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).locations.map(({ geo }) => [geo[1], geo[0]]);
}

export function projection(map) {
  const { width, height, parallels, meridian, stretch } = boards[map];
  const narrow = width / stretch;
  const inner = margin / stretch;
  const conic = geoConicConformal()
    .parallels(parallels)
    .rotate([-meridian, 0])
    .fitExtent(
      [[inner, margin], [narrow - inner, height - margin]],
      { type: "MultiPoint", coordinates: locations(map) },
    )
    .clipExtent([[-20, -20], [narrow + 20, height + 20]]);
  const widen = geoTransform({
    point(x, y) {
      this.stream.point(x * stretch, y);
    },
  });
  const both = { stream: (sink) => conic.stream(widen.stream(sink)) };
  return {
    width,
    height,
    place(latitude, longitude) {
      const [x, y] = conic([longitude, latitude]);
      return [x * stretch, y];
    },
    path: geoPath(both).digits(1),
  };
}
