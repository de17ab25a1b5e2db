/*
 * On a phone of 360 pixels: a whole game by touch, and nothing wider than the screen on any of the screens.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAPS, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn, finalScore, play } from "./player.mjs";

const { origin } = await server();
const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test("a tab closes the question that is in front of it", async () => {
  const { page } = await visitor(phone);
  await page.goto(origin);
  await page.locator('.home-card[data-map="london"] .home-start').click();
  await awaitTurn(page);
  await act(page);
  await awaitTurn(page);
  await page.locator('.tb-actions [aria-keyshortcuts="t"]').tap();
  await page.locator(".tb-prompt").waitFor();
  await page.locator('.tb-tabs [data-tab="players"]').tap();
  await page.locator(".tb-prompt").waitFor({ state: "detached" });
});

for (const map of MAPS)
  test(`${map} fits a phone, and its questions can be answered there`, async () => {
    const { page, errors } = await visitor(phone);
    for (const path of ["/", "/lobby", `/new/${map}`, `/help/${map}`]) {
      await page.goto(origin + path);
      await page.locator("main h1").waitFor();
      assert.equal(await tooWide(page), false, `${path} is wider than the screen`);
    }
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    assert.equal(await tooWide(page), false, "the table is wider than the screen");
    await play(page, map === "new-york" ? {} : { clicks: 8 });
    if (map === "new-york") assert.match(await finalScore(page), /win|victory/);
    assert.equal(await tooWide(page), false);
    assert.deepEqual(errors, []);
  });
