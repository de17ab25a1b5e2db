/*
 * After the first visit the page needs no server: a game begins and is played to its end without one, and a reload in the
 * middle goes on where it was.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keptOnDevice, server, visitor } from "./harness.mjs";
import { finalScore, play } from "./player.mjs";

const { origin, stop, start } = await server();

test("a game without a server, after the first visit", async () => {
  const { page, errors } = await visitor({ serviceWorkers: "allow" });
  await page.goto(origin);
  await keptOnDevice(page);
  await stop();
  try {
    await page.goto(`${origin}/`);
    await page.locator('.home-card[data-map="london"] .home-start').click();
    assert.equal(await play(page, { clicks: 6 }), 6);
    await page.reload();
    await play(page);
    assert.match(await finalScore(page), /win|victory/);
    assert.deepEqual(errors, []);
  } finally {
    await start();
  }
});
