/*
 * Shapes of the board as data of paths (src/board/path.ts).
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { putPath, roundedBox } = await load("board/path.ts");

test("a shape is turned, scaled and moved", () => {
  assert.equal(putPath("M0 0H2V1Z", { x: 10, y: 20 }), "M10 20L12 20L12 21Z");
  assert.equal(putPath("M0 0h2", { x: 10, y: 20, turn: 90, scale: 2 }), "M10 20L10 24");
});

test("numbers so small that they are written with an exponent are numbers", () => {
  assert.equal(putPath("M1e-15 -2.5E-16L1e+1 0", { x: 10, y: 20 }), "M10 20L20 20");
  /* a space as long as its corners are round, but for what a computer rounds */
  const box = putPath(roundedBox(5.4 + 1e-15, 10, 2.7), { x: 0, y: 0 });
  assert.match(box, /^M[-\d. ]+L/);
  assert.doesNotMatch(box, /Z./);
});
