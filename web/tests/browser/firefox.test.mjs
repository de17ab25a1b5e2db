/*
 * A whole game in Firefox, by its own pointer: the page is no page of one browser.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firefox } from "./bidi.mjs";
import { server } from "./harness.mjs";
import { clickFirst, play } from "./player.mjs";

test("a whole game of Europe in Firefox, against a bot", async () => {
  const { origin } = await server();
  const { page, press, errors } = await firefox(origin);
  const start = '.home-card[data-map="europe"] .home-start';
  await page.waitForFunction((card) => document.querySelector(card) !== null, start);
  await clickFirst(page, ".home-opponents label:has(input[value=easy])", press);
  await page.waitForFunction(() => document.querySelector(".home-opponents input[value=easy]").checked);
  await page.evaluate((card) => document.querySelector(card).scrollIntoView({ block: "center", behavior: "instant" }), start);
  await clickFirst(page, start, press);
  const clicks = await play(page, { press });
  assert.ok(clicks > 10, `the game was over after ${clicks} clicks`);
  await page.waitForFunction(() => /\d/.test(document.querySelector(".end-verdict")?.textContent ?? ""));
  assert.match(await page.evaluate(() => document.querySelector(".end-verdict").textContent), /win|victory/);
  /* the board of the end is drawn in Firefox too */
  await page.waitForFunction(() => document.querySelector(".end [data-claim]") !== null);
  if (process.env["SHOTS"]) await page.screenshot(`${process.env["SHOTS"]}/firefox-end.png`);
  assert.deepEqual(errors, []);
});
