/*
 * The coach on a server: hints where the table allows them, counted for all to see, and worked out from one's own view alone; the table of
 * the day.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PATIENCE, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn, play } from "./player.mjs";

const { origin } = await server();

/** A table against a bot, made by the form; the player sits at it. */
async function table(page, name, hints) {
  await page.goto(`${origin}/new/new-york?mode=online`);
  await page.getByLabel("Your name").fill(name);
  if (hints) {
    await page.getByText("More settings").click();
    await page.getByLabel("Hints").selectOption("yes");
  }
  await page.locator('form button[type="submit"]').click();
  await page.getByRole("button", { name: "Put a bot here" }).click();
  await awaitTurn(page);
}

for (const viewport of [DESKTOP, PHONE])
  test(`hints online are counted for all, at ${viewport.width} pixels`, async () => {
    const { page, errors } = await visitor({ viewport });
    /* what goes to the server about hints, and what a worker is shown */
    const sent = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload)));
    await page.addInitScript(() => {
      const send = Worker.prototype.postMessage;
      globalThis.shown = [];
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.do === "evaluate") globalThis.shown.push(JSON.parse(message.position));
        return send.call(this, message, ...rest);
      };
    });
    await table(page, "Ann", true);
    const before = await page.locator(".tb-board > .board").boundingBox();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".tb-hint").waitFor({ timeout: PATIENCE });
    assert.match(await page.locator(".tb-hint").innerText(), /Elma would do this: Keep /);
    assert.equal(sent.filter((line) => line.includes('"do":"hint"')).length, 1);
    const [view] = await page.evaluate(() => globalThis.shown);
    assert.equal(typeof view.hands[1], "number", "the hand of the other is not known");
    assert.equal(typeof view.pile, "number");
    /* it lies beside the board, and not upon it */
    const [board, note] = [await page.locator(".tb-board > .board").boundingBox(), await page.locator(".tb-hint").boundingBox()];
    assert.ok(note.y >= board.y + board.height - 1 && board.height < before.height, JSON.stringify([board, note]));
    await page.locator(".tb-hint button").click();
    const guest = await visitor();
    await guest.page.goto(page.url());
    await guest.page.getByText("Ann takes a hint.").first().waitFor({ timeout: PATIENCE, state: "attached" });
    assert.equal(await guest.page.getByRole("button", { name: "Hint" }).count(), 0, "spectators have none");
    await play(page);
    await page.getByText("Ann: 1 hint").waitFor({ timeout: PATIENCE });
    assert.deepEqual([errors, guest.errors], [[], []]);
  });

test("a table without hints has none", async () => {
  const { page, errors } = await visitor();
  await table(page, "Ben", false);
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0);
  assert.deepEqual(errors, []);
});

test("the deal of the day is played on the server, and stands in its table beside the field of bots", async () => {
  const ann = await visitor({ viewport: DESKTOP, settings: { name: "Ann" } });
  const { page } = ann;
  await page.goto(`${origin}/daily`);
  await page.getByRole("button", { name: "Play: New York" }).click();
  await page.waitForURL(/\/g\/[0-9a-f]{16}/);
  await awaitTurn(page);
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0, "results are compared");
  await act(page);
  /* left and gone on with */
  await page.goto(`${origin}/daily`);
  await page.getByRole("link", { name: "Continue: New York" }).click();
  await play(page);
  const mine = page.locator(".daily-ranking .you");
  await mine.waitFor({ timeout: PATIENCE });
  await page.locator(".daily-ranking td", { hasText: "…" }).first().waitFor({ state: "detached", timeout: 4 * PATIENCE });
  assert.match((await mine.innerText()).replaceAll(/\s+/g, " "), /^1 Ann you \d+ [+−]?\d+ [+−]?\d+$/);
  const guest = await visitor({ viewport: PHONE });
  await guest.page.goto(`${origin}/daily`);
  const card = guest.page.locator('.daily-card[data-map="new-york"]');
  await card.getByText("1 has played").click();
  await card.locator(".daily-ranking").waitFor({ timeout: PATIENCE });
  assert.equal(await card.locator(".daily-ranking .you").count(), 0);
  assert.equal(await guest.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  /* one try counts */
  await page.goto(`${origin}/daily`);
  await page.getByRole("button", { name: "Once more, as practice: New York" }).waitFor({ timeout: PATIENCE });
  assert.deepEqual([ann.errors, guest.errors], [[], []]);
});
