/*
 * On each map a whole game by clicks against bots, to the final score; and the log of one.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAPS, server, visitor } from "./harness.mjs";
import { awaitTurn, finalScore, play } from "./player.mjs";

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

test("the log has what has just happened, and all of the game when one scrolls back", async () => {
  const { page, errors } = await visitor();
  await page.goto(origin);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  await play(page, { clicks: 30 });
  await awaitTurn(page);
  const lines = page.locator(".tb-lines li");
  const few = await lines.count();
  const last = await lines.last().innerText();
  assert.doesNotMatch(await lines.first().innerText(), /keep|chosen the tickets/, "nothing was left out");
  /* by and by, as a person scrolls: older lines need a moment to come */
  await page.waitForFunction(() => {
    const log = document.querySelector(".tb-lines");
    log.scrollTop = -log.scrollHeight;
    return /keep|chosen the tickets/.test(log.querySelector("li").textContent);
  }, null, { polling: 200 });
  assert.ok((await lines.count()) > few);
  assert.equal(await lines.last().innerText(), last);
  await page.evaluate(() => (document.querySelector(".tb-lines").scrollTop = 0));
  await page.waitForFunction((count) => document.querySelectorAll(".tb-lines li").length === count, few);
  assert.deepEqual(errors, []);
});
