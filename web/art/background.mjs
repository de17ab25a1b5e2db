/*
 * Draws the backgrounds of the boards of Europe and Germany: art/background/<map>.svg,
 * out of Natural Earth's land and borders (public domain, package world-atlas) and the
 * hand-noted rivers, lakes, mountains and woods of geography.mjs. `node art/background.mjs`;
 * the results are kept. Colours are classes, which src/style/boards.css fills.
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { geoArea } from "d3-geo";
import { feature, mesh } from "topojson-client";
import { germanRidges, germanRivers, lakes, ridges, rivers, woods } from "./geography.mjs";
import { projection } from "./projection.mjs";
import { area, curve, glyphs, polyline, simplify } from "./shapes.mjs";
import { frame, waves, write } from "./sheet.mjs";

const atlas = (file) =>
  JSON.parse(readFileSync(new URL(`../node_modules/world-atlas/${file}.json`, import.meta.url), "utf8"));

/** The lines of a geometry on the board, as lists of points. */
function lines(path, geometry) {
  const all = [];
  const pen = {
    moveTo: (x, y) => all.push([[x, y]]),
    lineTo: (x, y) => all.at(-1).push([x, y]),
    closePath() {},
    beginPath() {},
    arc() {},
  };
  path.context(pen)(geometry);
  path.context(null);
  return all;
}

/** Polygons that Natural Earth's fine files wind the wrong way would cover the whole earth. */
function sound(geometry) {
  const coordinates = geometry.coordinates.filter((rings) => geoArea({ type: "Polygon", coordinates: rings }) <= 6);
  return { ...geometry, coordinates };
}

export function landOf({ path }, file) {
  const topology = atlas(file);
  const land = feature(topology, topology.objects.land).features[0].geometry;
  return lines(path, sound(land)).filter((ring) => Math.abs(area(ring)) > 7);
}

function bordersOf({ path }, file, keep = () => true) {
  const topology = atlas(file);
  return lines(path, mesh(topology, topology.objects.countries, (a, b) => a !== b && keep(a, b)));
}

export const europe = projection("europe");
export const germany = projection("germany");

const on = (board, points) => points.map(([latitude, longitude]) => board.place(latitude, longitude));
const inside = (board, points) =>
  points.some(([x, y]) => x > -30 && x < board.width + 30 && y > -30 && y < board.height + 30);

/** One path for each breadth of river: small, middling, great. */
function riverPaths(board, all, scale) {
  const byBreadth = new Map();
  for (const [breadth, ...points] of Object.values(all)) {
    const line = on(board, points);
    const drawn = breadth < 1.2 ? 1 : breadth < 1.6 ? 1.4 : 2;
    if (inside(board, line)) byBreadth.set(drawn, (byBreadth.get(drawn) ?? "") + curve(line));
  }
  return [...byBreadth].map(([breadth, d]) => `<path class="bg-river" stroke-width="${+(breadth * scale).toFixed(1)}" d="${d}"/>`);
}

function lakePath(board) {
  const d = Object.values(lakes)
    .map((points) => on(board, points))
    .filter((ring) => inside(board, ring))
    .map((ring) => curve(ring, true))
    .join("");
  return `<path class="bg-lake" d="${d}"/>`;
}

/* A peak: its left side, and the shaded right one. */
const short = (n) => Math.round(n * 10) / 10;
const peak = (x, y, s) => `M${x - s} ${y}l${s}${-short(s * 1.3)} ${s} ${short(s * 1.3)}`;
const slope = (x, y, s) => `M${x} ${short(y - s * 1.3)}l${s} ${short(s * 1.3)}h${-short(s * 0.8)}z`;
const tree = (x, y, s) => `M${x} ${y}v${-short(s * 0.6)}m${-short(s * 0.7)} 0h${short(s * 1.4)}l${-short(s * 0.7)}${-short(s * 1.5)}z`;

/** A compass rose: a ring, eight rays, each half light and half dark. */
function compass(x, y, r) {
  const at = (turn, far) => [short(x + far * Math.sin((turn * Math.PI) / 180)), short(y - far * Math.cos((turn * Math.PI) / 180))];
  const half = (turn, side) => {
    const far = turn % 90 === 0 ? r : r * 0.62;
    return `M${x} ${y}L${at(turn + side * 22.5, r * 0.2)}L${at(turn, far)}z`;
  };
  const turns = [45, 135, 225, 315, 0, 90, 180, 270];
  return [
    `<circle class="bg-rose-ring" cx="${x}" cy="${y}" r="${short(r * 0.72)}"/>`,
    `<circle class="bg-rose-ring" cx="${x}" cy="${y}" r="${short(r * 0.78)}"/>`,
    `<path class="bg-rose" d="${turns.map((turn) => half(turn, 1)).join("")}"/>`,
    `<path class="bg-rose-line" d="${turns.map((turn) => half(turn, -1)).join("")}"/>`,
  ];
}

function mountains(board, all, step, size) {
  const places = glyphs(Object.values(all).map((points) => on(board, points)), step, size).filter((at) => inside(board, [at]));
  return [
    `<path class="bg-slope" d="${places.map(([x, y, s]) => slope(x, y, s)).join("")}"/>`,
    `<path class="bg-peak" d="${places.map(([x, y, s]) => peak(x, y, s)).join("")}"/>`,
  ];
}

/** Meridians and parallels, every so many degrees. */
function net({ path }, step) {
  const all = [];
  for (let longitude = -60; longitude <= 80; longitude += step)
    all.push(Array.from({ length: 60 }, (_, i) => [longitude, 20 + i]));
  for (let latitude = 25; latitude <= 75; latitude += step)
    all.push(Array.from({ length: 141 }, (_, i) => [i - 60, latitude]));
  const points = lines(path, { type: "MultiLineString", coordinates: all }).map((line) => simplify(line, 2));
  return `<path class="bg-net" d="${points.map((line) => polyline(line)).join("")}"/>`;
}

/** Land with the shallow sea around it: a few bands, along a coast drawn more coarsely. */
function shores(land, { fine, coarse, bands }) {
  const near = land.filter((ring) => Math.abs(area(ring)) > 60).map((ring) => simplify(ring, coarse));
  const d = near.map((ring) => polyline(ring, true, 0)).join("");
  return [
    `<g class="bg-shelf">${bands.map((width, i) => `<path class="bg-shelf-${i}" stroke-width="${width}" d="${d}"/>`).join("")}</g>`,
    `<path class="bg-land" d="${land.map((ring) => polyline(simplify(ring, fine), true)).join("")}"/>`,
  ];
}

function drawEurope() {
  const borders = bordersOf(europe, "countries-50m").map((line) => simplify(line, 10));
  const d = borders.map((line) => polyline(line)).join("");
  write("europe", europe, [
    shores(landOf(europe, "land-50m"), { fine: 2.6, coarse: 70, bands: [58, 26] }),
    net(europe, 5),
    `<path class="bg-border-tint" d="${d}"/>`,
    `<path class="bg-border" d="${d}"/>`,
    riverPaths(europe, rivers, 1),
    lakePath(europe),
    mountains(europe, ridges, 18, 7.5),
    waves([[90, 190], [210, 330], [60, 640], [330, 640], [420, 960], [560, 1000], [880, 990], [1330, 990], [640, 250], [1360, 610], [850, 240], [230, 120], [620, 800]]),
    compass(132, 470, 62),
    frame(europe),
  ]);
}

/** Germany itself, which stands out from its neighbours. */
export function homeland() {
  const topology = atlas("countries-10m");
  const found = topology.objects.countries.geometries.find(({ id }) => id === "276");
  return lines(germany.path, sound(feature(topology, found).geometry)).filter((ring) => Math.abs(area(ring)) > 12);
}

function drawGermany() {
  const home = homeland().map((ring) => polyline(simplify(ring, 3), true)).join("");
  const apart = bordersOf(germany, "countries-10m", (a, b) => a.id !== "276" && b.id !== "276");
  const trees = glyphs(Object.values(woods).map((points) => on(germany, points)), 20, 6, 18);
  write("germany", germany, [
    shores(landOf(germany, "land-10m"), { fine: 3.5, coarse: 80, bands: [64, 28] }),
    `<path class="bg-home" d="${home}"/>`,
    `<path class="bg-border" d="${apart.map((line) => polyline(simplify(line, 14))).join("")}"/>`,
    `<path class="bg-wood" d="${trees.map(([x, y, s]) => tree(x, y, s)).join("")}"/>`,
    mountains(germany, germanRidges, 30, 16),
    riverPaths(germany, { ...rivers, ...germanRivers }, 2.4),
    lakePath(germany),
    waves([[60, 120], [130, 215], [250, 60], [900, 90], [1000, 60], [700, 110], [40, 50]]),
    frame(germany),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  drawEurope();
  drawGermany();
}
