/*
 * A review in the worker: its first answer comes at once, all of it fits into the time that somebody waits, and the parts
 * of every account add up.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, usual, worked } from "./review.mjs";

/** Seconds of a processor for the first answer, and for all of it. */
const FIRST = 2;
const ALL = 90;
/** How much of the work is done here: all shares and decisions once. The rest is more of the same. */
const PART = 0.1;

test("a game of Europe with three players is reviewed in time", async () => {
  const { reviewing, first, seconds, start } = await begin(usual);
  assert.ok(seconds < FIRST, `the first answer took ${seconds.toFixed(2)} s`);
  assert.equal(first.decisions.length, 0);
  assert.ok(first.course.some(({ share }) => share.some((part) => part > 0)));
  let shown = first;
  while (shown.progress < PART) shown = reviewing.on();
  const all = (worked() - start) / shown.progress;
  assert.ok(all < ALL, `all of it would take ${all.toFixed(0)} s`);
  for (const account of shown.account) {
    const sum = account.start + account.deal + account.chance + account.own + account.others;
    assert.ok(Math.abs(sum - account.result) < 1e-5, `${sum} is not ${account.result}`);
  }
});
