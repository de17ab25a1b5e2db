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

test("where motion is unwanted bots that one watches take their time, and nothing flies", async () => {
  const { page, errors } = await visitor({ settings: { speed: 2 } });
  await page.goto(`${origin}/play?map=new-york&seats=bot:easy,bot:easy`);
  const said = () => page.locator(".tb-now").innerText();
  await page.locator(".tb-watching").waitFor();
  const heard = new Set();
  for (const end = Date.now() + 3000; Date.now() < end; await page.waitForTimeout(50)) {
    heard.add(await said());
    assert.equal(await page.locator(".tb-flight").count(), 0);
  }
  assert.equal(await page.locator(".end").count(), 0);
  assert.ok(heard.size >= 2, `one can follow what they do: ${[...heard]}`);
  assert.deepEqual(errors, []);
});

test("the log has what has just happened, and all of the game as often as one scrolls back, however quickly", async () => {
  const { page, errors } = await visitor();
  await page.goto(origin);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  const lines = page.locator(".tb-lines li");
  await play(page, { clicks: 1 });
  await awaitTurn(page);
  /* who chose tickets first is chance, and others may choose some later: only this sentence is the first */
  const beginning = await lines.first().innerText();
  await play(page, { clicks: 30 });
  await awaitTurn(page);
  const few = await lines.count();
  const last = await lines.last().innerText();
  assert.notEqual(await lines.first().innerText(), beginning, "nothing was left out");
  for (let i = 0; i < 3; i++) {
    /* in every frame */
    await page.waitForFunction((sentence) => {
      const log = document.querySelector(".tb-lines");
      log.scrollTop = -log.scrollHeight;
      return log.querySelector("li").textContent === sentence;
    }, beginning);
    assert.ok((await lines.count()) > few);
    assert.equal(await lines.last().innerText(), last);
    await page.evaluate(() => (document.querySelector(".tb-lines").scrollTop = 0));
    await page.waitForFunction((count) => document.querySelectorAll(".tb-lines li").length === count, few);
  }
  assert.deepEqual(errors, []);
});
