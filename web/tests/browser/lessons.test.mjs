/*
 * The guided games on their screens: by the keyboard alone through the first one, left in its midst and gone on with; then a short one.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";

const { origin } = await server();
const step = (page, n) => page.locator(`.tb-lesson[data-step="${n}"]`).waitFor();
const next = (page) => page.locator(".tb-lesson").getByRole("button", { name: "Next" }).press("Enter");

for (const viewport of [DESKTOP, PHONE])
  test(`a first game on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await page.goto(origin);
    await page.getByRole("link", { name: "I have never played" }).press("Enter");
    await page.getByRole("button", { name: "Begin: Your first game" }).press("Enter");
    await step(page, 1);
    assert.deepEqual(await findings(page), []);
    await next(page);
    await step(page, 2);
    await awaitTurn(page);
    await act(page);
    await step(page, 3);
    await page.goto(`${origin}/learn`);
    await page.getByRole("link", { name: "Continue: Your first game" }).press("Enter");
    await step(page, 3);
    await next(page);
    await awaitTurn(page);
    for (const _ of [1, 2]) {
      await page.locator(".tb-pile:enabled").press("Enter");
      await page.waitForTimeout(100);
    }
    await step(page, 5);
    await next(page);
    await next(page);
    await step(page, 7);
    while ((await page.locator('.tb-lesson[data-step="7"]').count()) > 0) {
      await awaitTurn(page);
      await act(page);
    }
    await step(page, 8);
    await next(page);
    await next(page);
    await step(page, 10);
    await page.getByRole("button", { name: "Play on" }).press("Enter");
    await page.locator(".tb-lesson").waitFor({ state: "detached" });
    await page.goto(`${origin}/learn`);
    await page.locator('[data-lesson="first"] .badge').waitFor();
    assert.deepEqual(await findings(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    assert.deepEqual(errors, []);
    await context.close();
  });

test("the lesson of ferries lights its route, and goes on when one has it", async () => {
  const { page, errors, context } = await visitor();
  await page.goto(`${origin}/learn`);
  await page.getByRole("button", { name: "Begin: Ferries" }).click();
  await step(page, 1);
  await next(page);
  const lit = page.locator(".halo.lit");
  await lit.first().waitFor();
  await page.locator('[data-route="athina/smyrna"]').press("Enter");
  await page.locator('.tb-prompt [type="submit"]:enabled').press("Enter");
  await step(page, 3);
  assert.deepEqual(errors, []);
  await context.close();
});
