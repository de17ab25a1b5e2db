/*
 * The drawings that tools made and the repository keeps: there for every map, small, and
 * with no colour, style or name of their own, so that themes reach them and nothing clashes.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

const file = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const maps = readdirSync(new URL("../../maps/", import.meta.url))
  .filter((name) => name.endsWith(".json") && name !== "schema.json")
  .map((name) => name.slice(0, -5));
const styles = file("../src/style/boards.css");
const thumbnails = JSON.parse(file("../art/thumbnails.json"));

/** The classes of a drawing that no style sheet knows. */
const unknown = (classes) =>
  [...new Set(classes.flatMap((names) => names.split(" ")))].filter((name) => !name.startsWith("kind-") && !styles.includes(`.${name} {`));

for (const map of maps) {
  test(`${map}: a background of fewer than 25 kB, coloured by classes only`, () => {
    const svg = file(`../art/background/${map}.svg`);
    assert.ok(brotliCompressSync(svg).length < 25_000);
    assert.doesNotMatch(svg, /\s(id|style|fill|stroke|href)=|<(script|style|image|use)/);
    assert.deepEqual(unknown([...svg.matchAll(/class="([^"]+)"/g)].map((found) => found[1])), []);
  });
  test(`${map}: as large as its geometry says`, () => {
    const { width, height } = JSON.parse(file(`../art/${map}.json`));
    assert.ok(file(`../art/background/${map}.svg`).includes(`viewBox="0 0 ${width} ${height}"`));
  });
  test(`${map}: a mood in the style sheet and a small picture`, () => {
    assert.ok(styles.includes(`[data-map="${map}"] {`));
    assert.deepEqual(unknown(thumbnails[map].map(([names]) => names)), []);
    assert.ok(brotliCompressSync(JSON.stringify(thumbnails[map])).length < 4_000);
  });
  test(`${map}: a picture to go with a link, as large as the server says`, () => {
    const picture = readFileSync(new URL(`../art/share/${map}.png`, import.meta.url));
    assert.equal(picture.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
    assert.ok(picture.length < 300_000);
  });
}

test("a map without drawings of its own has a ground, not a black box, in lists and in how-to-play", () => {
  const rules = [...`${styles}${file("../src/style/parts.css")}`.matchAll(/^\.(bg-sea|drawn-[a-z-]+) .*/gm)].map(([rule]) => rule);
  assert.ok(rules.length > 20);
  assert.deepEqual(rules.filter((rule) => /var\(--bg-[a-z-]+\)/.test(rule)), []);
});

test("the icons of the app are there", () => {
  for (const name of ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png"])
    assert.ok(existsSync(new URL(`../art/icon/${name}`, import.meta.url)), name);
});
