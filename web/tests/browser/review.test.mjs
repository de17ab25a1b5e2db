/*
 * The review of a finished game: the share over time soon, mistakes with the better move on the board, stopping, and no
 * review of a game that was not finished.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../bundle.mjs";
import { DESKTOP, PATIENCE, PHONE, server, visitor } from "./harness.mjs";

const { origin } = await server();
const game = readFileSync(join(root, "tests", "golden", "new-york.jsonl"), "utf8").split(/(?=\{"linea":)/)[0];

async function open(page, text) {
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".playback-slider").waitFor();
}

for (const viewport of [DESKTOP, PHONE])
  test(`a review on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await open(page, game);
    await page.locator(".review .button").click();
    await page.locator("svg .review-line.share").first().waitFor({ timeout: PATIENCE });
    const show = page.locator(".review-worst button").first();
    await show.waitFor({ timeout: 4 * PATIENCE });
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".review progress").waitFor({ state: "detached" });
    await page.locator(".playback-slider").focus();
    await page.keyboard.press("End");
    const end = await page.locator(".playback-slider").inputValue();
    await show.click();
    assert.notEqual(await page.locator(".playback-slider").inputValue(), end);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    assert.deepEqual(errors, []);
    await context.close();
  });

test("a game that was not finished is not reviewed", async () => {
  const { page, errors, context } = await visitor();
  await open(page, game.split("\n").slice(0, 12).join("\n"));
  await page.locator(".end-ticket").first().waitFor();
  assert.equal(await page.locator(".review").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});
