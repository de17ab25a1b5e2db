/*
 * The deal of the day on its screens: played to its end, where it stands among the bots, kept, not to be begun a second time; and gone on
 * with when it was left.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn, play } from "./player.mjs";

const { origin } = await server();

/** Until the bots have played this seat too: each of their games is a wait of its own, since a busy machine takes minutes for all. */
async function awaitBots(page) {
  for (let done = -1; done !== null; ) {
    const next = await page.waitForFunction((before) => {
      if (document.querySelector(".daily-strip")) return { done: null };
      const bar = document.querySelector(".daily-standing progress");
      return bar && bar.value > before ? { done: bar.value } : null;
    }, done);
    ({ done } = await next.jsonValue());
  }
}

for (const viewport of [DESKTOP, PHONE])
  test(`a deal of the day on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await page.goto(`${origin}/daily`);
    const card = page.locator('.daily-card[data-map="new-york"]');
    await page.locator(".daily-card").nth(3).waitFor();
    assert.equal(await page.locator(".daily-card").count(), 4);
    await card.getByRole("button", { name: "Play" }).click();
    await awaitTurn(page);
    await act(page);
    await page.goto(`${origin}/daily`);
    await card.getByRole("link", { name: "Continue" }).click();
    await play(page);
    await awaitBots(page);
    assert.equal(await page.getByRole("button", { name: "Rematch" }).count(), 0);
    const said = await page.locator(".daily-standing [role=status]").innerText();
    assert.match(said, /^Better than \d+ of 24 games/);
    await page.goto(`${origin}/daily`);
    await card.locator(".daily-strip").waitFor();
    assert.equal(await card.locator("[role=status]").innerText(), said);
    assert.equal(await card.getByRole("button", { name: "Play" }).count(), 0);
    assert.equal(await page.locator(".daily-history tbody tr").count(), 1);
    assert.deepEqual(await findings(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    assert.deepEqual(errors, []);
    await context.close();
  });
