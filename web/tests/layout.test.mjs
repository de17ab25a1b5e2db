/*
 * Boards that nobody has drawn: places come from `at`, from `geo`, or from the routes alone, and can be read.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MAPS, load, mapText, root } from "./bundle.mjs";

const { autoLayout } = await load("board/layout/auto.ts");
const continent = readFileSync(join(root, "maps/test/continent-36.json"), "utf8");
const without = (text) => {
  const map = JSON.parse(text);
  for (const location of map.locations) delete location.geo;
  return map;
};

/** How many straight lines between neighbours cross another. */
function crossings(map, { locations }) {
  const pairs = [...new Set(map.routes.map(({ between }) => [...between].sort().join("/")))].map((pair) => pair.split("/"));
  const side = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  let count = 0;
  pairs.forEach(([a, b], i) => {
    for (const [c, d] of pairs.slice(0, i)) {
      if ([a, b].some((end) => end === c || end === d)) continue;
      const [p, q, r, s] = [a, b, c, d].map((id) => locations[id]);
      if (side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0) count++;
    }
  });
  return count;
}

const closest = ({ locations }) => {
  const all = Object.values(locations);
  return Math.min(...all.flatMap((a, i) => all.slice(0, i).map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
};

test("without coordinates hardly a route crosses another, and places keep apart", () => {
  for (const text of [continent, ...MAPS.map(mapText)]) {
    const map = without(text);
    const drawing = autoLayout(map);
    assert.ok(crossings(map, drawing) <= 4, `${map.id}: ${crossings(map, drawing)} crossings`);
    assert.ok(closest(drawing) > 40, `${map.id}: two places are ${closest(drawing)} apart`);
  }
});

test("the same map is drawn in the same way, and one without coordinates for all of its places as one without any", () => {
  const map = without(mapText("london"));
  const drawing = autoLayout(map);
  assert.deepEqual(autoLayout(map), drawing);
  map.locations[0].geo = [51.5, -0.1];
  assert.deepEqual(autoLayout(map), drawing);
});

test("places stand where `at` says, before `geo`", () => {
  const map = JSON.parse(mapText("london"));
  const order = (drawing) => Object.entries(drawing.locations).sort(([, a], [, b]) => a.x - b.x).map(([id]) => id);
  map.locations.forEach((location, i) => (location.at = [100 * i, 100 * (i % 3)]));
  assert.deepEqual(order(autoLayout(map)), map.locations.map(({ id }) => id));
});

test("the smallest map and one whose places lie in a row are drawn", () => {
  const row = (count) => ({
    name: { en: "Row" },
    locations: Array.from({ length: count }, (_, i) => ({ id: `p${i}`, name: { en: `P${i}` } })),
    routes: Array.from({ length: count - 1 }, (_, i) => ({ between: [`p${i}`, `p${i + 1}`], length: 2, colour: "gray" })),
  });
  for (const count of [2, 3, 12])
    for (const { x, y } of Object.values(autoLayout(row(count)).locations)) assert.ok(Number.isFinite(x + y));
});
