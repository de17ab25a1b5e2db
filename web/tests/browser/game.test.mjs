/*
 * On each map a whole game by clicks against bots, to the final score.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAPS, server, visitor } from "./harness.mjs";
import { finalScore, play } from "./player.mjs";

const { origin } = await server();

for (const map of MAPS)
  test(`a whole game on ${map}, by clicks, against a bot`, async () => {
    const { page, errors } = await visitor();
    await page.goto(origin);
    await page.locator(".home-opponents input[value=easy]").check();
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    const clicks = await play(page);
    assert.ok(clicks > 10, `the game was over after ${clicks} clicks`);
    assert.match(await finalScore(page), /win|victory/);
    assert.deepEqual(errors, []);
  });
