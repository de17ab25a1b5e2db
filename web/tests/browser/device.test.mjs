/*
 * Two people on one device: between their turns a cover hides everything, also in the page's own elements.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { server, visitor } from "./harness.mjs";
import { act, awaitTurn, finalScore, play, uncover } from "./player.mjs";

const { origin } = await server();

/** Cards and tickets of whoever sits in front, as the elements of the page have them. */
function secrets(page) {
  return page.evaluate(() => ({
    hand: document.querySelectorAll(".tb-hand [data-kind], .tb-slot").length,
    tickets: document.querySelectorAll("[data-ticket]").length,
  }));
}

test("the cover between two players hides every card and ticket, and the game goes on to its end", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/new/london?mode=device`);
  await page.locator('form button[type="submit"]').click();
  let covers = 0;
  const names = new Set();
  for (let i = 0; i < 12; i++) {
    const what = await awaitTurn(page);
    if (what === "cover") {
      covers++;
      names.add(await page.locator("#handover-name").innerText());
      assert.deepEqual(await secrets(page), { hand: 0, tickets: 0 }, "something secret is behind the cover");
      await uncover(page);
    } else {
      assert.ok((await secrets(page)).hand > 0, "one's own hand is shown");
      await act(page);
    }
  }
  assert.ok(covers >= 2 && names.size >= 2, `${covers} covers for ${[...names]}`);
  await play(page);
  assert.match(await finalScore(page), /win|victory/);
  assert.deepEqual(errors, []);
});
