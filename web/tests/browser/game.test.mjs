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
  const lines = new Set();
  for (const end = Date.now() + 3000; Date.now() < end; await page.waitForTimeout(50)) {
    lines.add(await said());
    assert.equal(await page.locator(".tb-flight").count(), 0);
  }
  assert.equal(await page.locator(".end").count(), 0);
  assert.ok(lines.size >= 2, `one can follow what they do: ${[...lines]}`);
  assert.deepEqual(errors, []);
});

test("the log shows what has just happened, and all of the game when one scrolls back", async () => {
  const { page, errors } = await visitor();
  await page.goto(origin);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  const lines = page.locator(".tb-lines li");
  await play(page, { clicks: 1 });
  await awaitTurn(page);
  /* who chose tickets first is chance, and others may choose some later: only this sentence is the first */
  const beginning = await lines.first().innerText();
  const few = await lines.count();
  await play(page, { clicks: 30 });
  await awaitTurn(page);
  assert.ok((await lines.count()) > few);
  assert.equal(await lines.first().innerText(), beginning);
  /* whether the first and the last line can be seen in the log */
  const seen = () =>
    page.evaluate(() => {
      const log = document.querySelector(".tb-lines");
      const frame = log.getBoundingClientRect();
      return [log.querySelector("li:first-child"), log.querySelector("li:last-child")].map((line) => {
        const box = line.getBoundingClientRect();
        return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      });
    });
  assert.deepEqual(await seen(), [false, true]);
  await page.evaluate(() => {
    const log = document.querySelector(".tb-lines");
    log.scrollTop = -log.scrollHeight;
  });
  assert.deepEqual(await seen(), [true, false]);
  assert.deepEqual(errors, []);
});
