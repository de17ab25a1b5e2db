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

/** Cards and tickets of the player in front, as the elements of the page have them. */
function secrets(page) {
  return page.evaluate(() => ({
    hand: document.querySelectorAll(".tb-hand [data-kind], .tb-slot").length,
    tickets: document.querySelectorAll("[data-ticket]").length,
    /* a card that another drew from the pile, named in the log */
    others: [...document.querySelectorAll(".tb-line")].filter((line) => /^(?!You).* draws a card from the pile:/.test(line.textContent)).length,
  }));
}

/** Draws from the pile, if that is possible: what came of it is one's own secret. */
async function drawBlind(page) {
  const pile = page.locator(".tb-pile:enabled");
  if (!(await pile.count())) return false;
  const lines = await page.locator(".tb-line").count();
  await pile.click();
  await page.waitForFunction((before) => document.querySelector("main.handover") || document.querySelectorAll(".tb-line").length > before, lines);
  return true;
}

test("the cover between two players hides every card and ticket, and the game goes on to its end", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/new/london?mode=device`);
  await page.locator('form button[type="submit"]').click();
  let covers = 0;
  const names = new Set();
  for (let i = 0; i < 18; i++) {
    const what = await awaitTurn(page);
    if (what === "cover") {
      covers++;
      names.add(await page.locator("#handover-name").innerText());
      await page.waitForFunction(() => document.title.startsWith("Pass the device to "));
      assert.deepEqual(await secrets(page), { hand: 0, tickets: 0, others: 0 }, "something secret is behind the cover");
      await uncover(page);
    } else {
      const shown = await secrets(page);
      assert.ok(shown.hand > 0, "one's own hand is shown");
      assert.equal(shown.others, 0, "the log shows what another drew");
      if (!(await drawBlind(page))) await act(page);
    }
  }
  assert.ok(covers >= 2 && names.size >= 2, `${covers} covers for ${[...names]}`);
  await play(page);
  /* not "You": both of them look at it */
  assert.match(await finalScore(page), /^Player \d wins|shared victory/);
  assert.deepEqual(errors, []);
});
