/*
 * Makes art/thumbnails.json: the four boards as small pictures of 320 by 200, each a list
 * of [class, path], of the same coasts and places as the boards, with some of their routes.
 * `node art/thumbnails.mjs`; the result is kept.
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync, writeFileSync } from "node:fs";
import { europe, germany, homeland, landOf } from "./background.mjs";
import { breadth, broadway, districts, londonParks, longIsland, manhattan, newJersey, newYorkParks, newYorkStreets, thames } from "./city.mjs";
import { germanRivers, rivers } from "./geography.mjs";
import { area, curve, polyline, simplify } from "./shapes.mjs";

const width = 320;
const height = 200;

/** The part of each board that is shown: where it begins, and how many of its units are one here. */
const views = {
  europe: { x: 0, y: 30, scale: 5 },
  germany: { x: 0, y: 30, scale: 3.44 },
  "new-york": { x: -35, y: 640, scale: 3.1 },
  london: { x: 40, y: 60, scale: 4.15 },
};

const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

/** Points of a board as points of its picture. */
function seen(map, points) {
  const { x, y, scale } = views[map];
  return points.map(([px, py]) => [(px - x) / scale, (py - y) / scale]);
}

/** Outlines of land: large ones only, and coarse. */
function outline(map, rings, least, digits = 0) {
  return rings
    .map((ring) => seen(map, ring))
    .filter((ring) => Math.abs(area(ring)) > 12)
    .map((ring) => polyline(simplify(ring, least), true, digits))
    .join("");
}

const smooth = (map, rings) => rings.map((ring) => curve(seen(map, ring), true)).join("");
const straight = (map, rings) => rings.map((ring) => polyline(seen(map, ring), true, 0)).join("");

/** Every other avenue and a few streets of New York. */
function avenues() {
  const { avenues, streets } = newYorkStreets();
  const some = [...avenues.filter((_, i) => i % 2 === 0), ...streets.filter((_, i) => i % 4 === 0)];
  return some.map((part) => seen("new-york", part)).filter((part) => part.some(visible)).map((part) => polyline(part, false, 0)).join("");
}

/** Land, and the shallow water around it. */
const shore = (d) => [["bg-shelf thumb-shelf", d], ["bg-land", d]];

const streams = (map, board, all, names) =>
  names.map((name) => curve(seen(map, all[name].slice(1).map(([latitude, longitude]) => board.place(latitude, longitude))))).join("");

const grounds = {
  europe: () => [
    ...shore(outline("europe", landOf(europe, "land-50m"), 2.5)),
    ["bg-river", streams("europe", europe, rivers, ["rhine", "danube", "dnieper", "loire", "vistula", "volga"]), 1],
  ],
  germany: () => [
    ...shore(outline("germany", landOf(germany, "land-10m"), 4)),
    ["bg-home", outline("germany", homeland(), 2.5)],
    ["bg-river", streams("germany", germany, { ...rivers, ...germanRivers }, ["rhine", "elbe", "weser", "oder", "havel", "ems"]), 1.6],
  ],
  "new-york": () => [
    ...shore(smooth("new-york", [longIsland, newJersey, manhattan])),
    ["bg-home", smooth("new-york", [manhattan])],
    ["bg-avenue thumb-street", avenues()],
    ["bg-park", straight("new-york", newYorkParks)],
    ["bg-main", curve(seen("new-york", broadway))],
  ],
  london: () => [
    ...Object.entries(districts).map(([id, ring]) => [`bg-district-${id}`, straight("london", [ring])]),
    ["bg-park", smooth("london", londonParks)],
    ["bg-stream", curve(seen("london", thames)), breadth / views.london.scale],
  ],
};

const visible = ([x, y]) => x > 4 && x < width - 4 && y > 4 && y < height - 4;

/** Routes with a colour: at most one between two places, so that the picture stays calm. */
function routes(map) {
  const drawing = json(`./${map}.json`);
  const file = json(`../../maps/${map}.json`);
  const colours = new Map();
  const taken = new Map();
  Object.entries(drawing.routes).forEach(([id, { spaces }]) => {
    const [from, to, number] = id.split("/");
    const route = file.routes.filter(({ between }) => between.includes(from) && between.includes(to))[(number ?? 1) - 1];
    if (route.colour === "gray" || (number ?? "1") !== "1") return;
    const busy = Math.max(taken.get(from) ?? 0, taken.get(to) ?? 0);
    if (busy > 2) return;
    const line = seen(map, spaces.map(({ x, y }) => [x, y]));
    const ends = seen(map, [from, to].map((place) => [drawing.locations[place].x, drawing.locations[place].y]));
    if (!ends.every(visible)) return;
    for (const place of [from, to]) taken.set(place, (taken.get(place) ?? 0) + 1);
    const middle = line.length > 3 ? [line[Math.floor(line.length / 2)]] : [];
    const d = polyline([ends[0], ...middle, ends[1]], false, 0);
    colours.set(route.colour, (colours.get(route.colour) ?? "") + d);
  });
  return { lines: [...colours].map(([colour, d]) => [`thumb-route kind-${colour}`, d]), places: [...taken.keys()].map((id) => drawing.locations[id]) };
}

function picture(map) {
  const { lines, places } = routes(map);
  const dots = seen(map, places.map(({ x, y }) => [x, y])).map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h0`).join("");
  return [...grounds[map](), ...lines, ["thumb-place", dots], ["thumb-hole", dots]];
}

const pictures = Object.fromEntries(Object.keys(views).map((map) => [map, picture(map)]));
const text = Object.entries(pictures).map(([map, parts]) => `${JSON.stringify(map)}: [\n${parts.map((part) => JSON.stringify(part)).join(",\n")}\n]`);
writeFileSync(new URL("./thumbnails.json", import.meta.url), `{\n${text.join(",\n")}\n}\n`);
