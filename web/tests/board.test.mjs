/*
 * The boards as art/ has them, measured: every route has its spaces, nothing covers anything else,
 * in no language, and all of it is on the board. The geometry here is its own, so that a mistake of the
 * tool that made the boards shows.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { MAPS } from "../build.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { advances } = read("../art/metrics.json");

/** What letters cover above and below the baseline, and from line to line, in parts of the size. */
const ASCENT = 0.78;
const DESCENT = 0.25;
const LEADING = 1.08;
/** The backgrounds have a frame of so many units. */
const frame = 16;

const rectangle = (left, top, right, bottom) => [[left, top], [right, top], [right, bottom], [left, bottom]];

function corners({ x, y, turn }, [length, width]) {
  const angle = (turn * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return rectangle(-length / 2, -width / 2, length / 2, width / 2).map(([a, b]) => [x + a * c - b * s, y + a * s + b * c]);
}

function* edges(shape) {
  for (let i = 0; i < shape.length; i++) yield [shape[i], shape[(i + 1) % shape.length]];
}

/** Whether two convex shapes have more than their edges in common: no edge has them on its two sides. */
function cover(one, two) {
  for (const shape of [one, two])
    for (const [[ax, ay], [bx, by]] of edges(shape)) {
      const side = ([x, y]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      const other = shape === one ? two : one;
      if (other.every((point) => side(point) <= 1e-9)) return false;
    }
  return true;
}

/** How far a point is from a convex shape, 0 inside. */
function distance([x, y], shape) {
  let inside = true;
  let nearest = Infinity;
  for (const [[ax, ay], [bx, by]] of edges(shape)) {
    const [dx, dy] = [bx - ax, by - ay];
    if (dx * (y - ay) - dy * (x - ax) < 0) inside = false;
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return inside ? 0 : nearest;
}

const lines = (name, at) => (at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)]);

/** One shape for each line of a name. */
function nameShapes(name, label, size) {
  return lines(name, label.break).map((line, i) => {
    const width = [...line].reduce((sum, letter) => sum + advances[letter], 0) * size;
    assert.ok(width > 0, `the letters of ${line} are measured`);
    const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
    const base = label.y + i * LEADING * size;
    return rectangle(left, base - ASCENT * size, left + width, base + DESCENT * size);
  });
}

/** The ids of a map's routes, as the records of games name them. */
function routeIds(map) {
  const pairs = map.routes.map(({ between }) => [...between].sort().join("/"));
  const count = new Map();
  return pairs.map((pair) => {
    if (pairs.filter((other) => other === pair).length === 1) return pair;
    count.set(pair, (count.get(pair) ?? 0) + 1);
    return `${pair}/${count.get(pair)}`;
  });
}

function pairs(list, check) {
  for (let i = 0; i < list.length; i++) for (let j = 0; j < i; j++) check(list[i], list[j]);
}

for (const id of MAPS) {
  const map = read(`../../maps/${id}.json`);
  const board = read(`../art/${id}.json`);
  const ids = routeIds(map);
  const languages = Object.keys(map.name);
  const spaces = ids.flatMap((route) =>
    (board.routes[route]?.spaces ?? []).map((space, i) => ({ what: `space ${i + 1} of ${route}`, shape: corners(space, board.routes[route].size) })),
  );
  const markers = map.locations.map((location) => ({ what: location.id, ...board.locations[location.id] }));
  const names = Object.fromEntries(
    languages.map((language) => [
      language,
      map.locations.map(({ id: location, name }) => {
        const label = board.locations[location].label[language];
        return { what: `"${name[language]}"`, of: location, shapes: nameShapes(name[language], label, board.text) };
      }),
    ]),
  );

  test(`${id}: every route has as many spaces as it is long, every location its place and its names`, () => {
    assert.deepEqual(Object.keys(board.routes).sort(), [...ids].sort());
    ids.forEach((route, i) => assert.equal(board.routes[route].spaces.length, map.routes[i].length, route));
    assert.deepEqual(Object.keys(board.locations).sort(), map.locations.map((location) => location.id).sort());
    for (const { id: location, name } of map.locations) {
      const { label } = board.locations[location];
      assert.deepEqual(Object.keys(label), languages, location);
      for (const language of languages) {
        const at = label[language].break;
        if (at !== undefined) assert.equal(name[language][at], " ", `${name[language]} is broken between words`);
      }
    }
  });

  test(`${id}: spaces are of one width, can be recognised as spaces, and lead from location to location`, () => {
    const [, width] = board.routes[ids[0]].size;
    for (const route of ids) {
      const { size, spaces: way } = board.routes[route];
      assert.equal(size[1], width, route);
      assert.ok(size[0] >= 1.85 * width && size[0] <= 4.2 * width, `${route}: ${size[0]} by ${size[1]}`);
      const [from, to] = route.split("/").map((end) => board.locations[end]);
      const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
      const tip = ({ x, y, turn }, side) => {
        const angle = (turn * Math.PI) / 180;
        return { x: x + (side * Math.cos(angle) * size[0]) / 2, y: y + (side * Math.sin(angle) * size[0]) / 2 };
      };
      const [start, end] = [tip(way[0], -1), tip(way.at(-1), 1)];
      assert.ok(far(start, from) < far(start, to), `${route} begins at its first location`);
      assert.ok(far(end, to) < far(end, from), `${route} ends at its second location`);
      for (let i = 1; i < way.length; i++) {
        const step = far(way[i], way[i - 1]);
        assert.ok(step < size[0] * 1.35, `${route}: spaces ${i} and ${i + 1} are together`);
        assert.ok(Math.abs(step - far(way[1], way[0])) < size[0] * 0.1, `${route}: steps are equal`);
      }
    }
  });

  test(`${id}: everything is on the board`, () => {
    const inside = (what, shape) => {
      for (const [x, y] of shape) assert.ok(x >= frame && y >= frame && x <= board.width - frame && y <= board.height - frame, what);
    };
    for (const { what, shape } of spaces) inside(what, shape);
    for (const { what, x, y, radius } of markers) inside(what, rectangle(x - radius, y - radius, x + radius, y + radius));
    for (const language of languages) for (const { what, shapes } of names[language]) for (const shape of shapes) inside(what, shape);
  });

  test(`${id}: no two spaces overlap, and none covers a location`, () => {
    pairs(spaces, (a, b) => assert.ok(!cover(a.shape, b.shape), `${a.what}, ${b.what}`));
    for (const { what, shape } of spaces)
      for (const marker of markers) assert.ok(distance([marker.x, marker.y], shape) > marker.radius, `${what}, ${marker.what}`);
    pairs(markers, (a, b) => assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius, `${a.what}, ${b.what}`));
  });

  for (const language of languages)
    test(`${id}, ${language}: no name covers another, a location or a space`, () => {
      pairs(names[language], (a, b) => {
        for (const one of a.shapes) for (const two of b.shapes) assert.ok(!cover(one, two), `${a.what}, ${b.what}`);
      });
      for (const { what, shapes } of names[language])
        for (const shape of shapes) {
          for (const marker of markers) assert.ok(distance([marker.x, marker.y], shape) > marker.radius, `${what}, ${marker.what}`);
          for (const space of spaces) assert.ok(!cover(shape, space.shape), `${what}, ${space.what}`);
        }
    });

  test(`${id}: a name stands at its own location`, () => {
    for (const language of languages)
      for (const { what, of, shapes } of names[language]) {
        const far = (marker) => Math.min(...shapes.map((shape) => distance([marker.x, marker.y], shape) - marker.radius));
        const own = far(markers.find((marker) => marker.what === of));
        assert.ok(own < board.text * 1.6, `${what} is near`);
        for (const marker of markers) assert.ok(marker.what === of || far(marker) > own, `${what} is nearer to ${marker.what}`);
      }
  });

  if (map.mechanics.passengers)
    test(`${id}: passengers stand on their location, each on a spot of its own`, () => {
      for (const { id: location, passengers = 0 } of map.locations) {
        const { x, y, radius, passengers: spots = [] } = board.locations[location];
        assert.equal(spots.length, passengers, location);
        for (const spot of spots) assert.ok(Math.hypot(spot[0] - x, spot[1] - y) + board.passenger <= radius, location);
        pairs(spots, (a, b) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) >= 2 * board.passenger, location));
      }
    });
}

test("the measure finds what it looks for", () => {
  const square = rectangle(0, 0, 10, 10);
  assert.ok(cover(square, corners({ x: 12, y: 5, turn: 45 }, [8, 8])));
  assert.ok(!cover(square, corners({ x: 14, y: 14, turn: 45 }, [8, 8])));
  assert.ok(!cover(square, rectangle(10, 0, 20, 10)));
  assert.equal(distance([13, 14], square), 5);
  assert.equal(distance([5, 5], square), 0);
});
