/*
 * The part of a board that has most of some places.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { densest } = await load("board/densest.ts");
const at = (...pairs) => pairs.map(([x, y]) => ({ x, y }));

test("all that fits is in the middle", () => {
  assert.deepEqual(densest(at([0, 0], [100, 40]), 200, 200), { x: 50, y: 20 });
  assert.deepEqual(densest(at([7, 9]), 0, 0), { x: 7, y: 9 });
});

test("what does not fit is left out, and most is seen", () => {
  assert.deepEqual(densest(at([0, 0], [900, 500], [950, 480], [1000, 520]), 200, 100), { x: 950, y: 500 });
  assert.deepEqual(densest(at([0, 0], [10, 900], [20, 950]), 100, 100), { x: 15, y: 925 });
});

test("where there is nothing to be seen, nowhere", () => assert.equal(densest([], 100, 100), null));
