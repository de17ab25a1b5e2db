/*
 * A map that the page was not built with: the server is started with its file, and it is played like any other, also without the server.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { keptOnDevice, server, visitor } from "./harness.mjs";
import { awaitTurn, finalScore, play } from "./player.mjs";

const file = join(dirname(fileURLToPath(import.meta.url)), "../../../maps/test/district.json");
const { origin, stop, start } = await server("--maps", file);
const card = '.home-card[data-map="district"]';

test("a map that the server was started with is among the boards, with a picture, and can be played to its end", async () => {
  const { page, errors } = await visitor();
  await page.goto(origin);
  await page.locator(`${card} .thumbnail .thumb-route`).first().waitFor();
  await page.locator(`${card} .home-start`).click();
  await play(page);
  assert.match(await finalScore(page), /win|victory/);
  assert.deepEqual(errors, []);
});

test("where no net has learned the board, the form of a new game says so", async () => {
  const { page, errors } = await visitor();
  const hint = page.getByText("No net has learned this board");
  await page.goto(`${origin}/new/district`);
  await hint.waitFor();
  await page.goto(`${origin}/new/london`);
  await page.locator('form button[type="submit"]').waitFor();
  assert.equal(await hint.count(), 0);
  assert.deepEqual(errors, []);
});

test("such a map is played online too", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/new/district?mode=online`);
  await page.getByLabel("Your name").fill("Ann");
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(/\/g\/[0-9a-f]{16}/);
  const { page: guest, errors: others } = await visitor();
  await guest.goto(await page.locator(".waiting-link").first().innerText());
  await guest.getByLabel("Your name").fill("Bob");
  await guest.locator('form button[type="submit"]').click();
  await Promise.any([awaitTurn(page), awaitTurn(guest)]);
  assert.deepEqual(others, []);
  assert.deepEqual(errors, []);
});

test("after the first visit such a map needs no server", async () => {
  const { page, errors } = await visitor({ serviceWorkers: "allow" });
  await page.goto(origin);
  await keptOnDevice(page);
  await stop();
  try {
    await page.goto(`${origin}/`);
    await page.locator(`${card} .home-start`).click();
    assert.ok((await play(page, { clicks: 2 })) > 0);
    assert.deepEqual(errors, []);
  } finally {
    await start();
  }
});

test("the score pad and the deal of the day have it too", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/pad`);
  await page.getByLabel("Board", { exact: true }).selectOption("district");
  await page.getByRole("button", { name: "Begin the sheet" }).click();
  await page.locator("svg .route.choosable").first().waitFor();
  await page.getByLabel("A route from the list").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Note it" }).click();
  await page.waitForFunction(() => document.querySelector(".pad tfoot td")?.textContent !== "0");
  await page.goto(`${origin}/daily`);
  await page.locator('.daily-card[data-map="district"] button:enabled').click();
  await awaitTurn(page);
  assert.deepEqual(errors, []);
});
