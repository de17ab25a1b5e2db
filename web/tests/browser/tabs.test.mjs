/*
 * A game on this device in two tabs of one browser: one of them plays it, and it can be taken over. A window that nobody sees.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { server, visitor } from "./harness.mjs";
import { act, awaitTurn, play } from "./player.mjs";

const { origin } = await server();
const title = (page, words) => page.getByRole("heading", { name: words }).waitFor();
const hand = (page) => page.locator(".tb-hand").innerText();

test("a second tab says that the game is open elsewhere, takes it over, and gives it back", async () => {
  const { page: first, context, errors } = await visitor();
  await first.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  await play(first, { clicks: 4 });
  await awaitTurn(first);
  const before = await hand(first);

  const second = await context.newPage();
  second.on("pageerror", (error) => errors.push(String(error)));
  await second.goto(`${origin}/play`);
  await title(second, "The game is open in another tab");
  assert.equal(await first.locator("main.tb").count(), 1, "the first goes on until it is taken over");

  await second.getByRole("button", { name: "Play here" }).click();
  await title(first, "The game has moved to another tab");
  await awaitTurn(second);
  assert.equal(await hand(second), before, "it goes on where it was");
  await act(second);
  await awaitTurn(second);
  const later = await hand(second);

  await first.getByRole("button", { name: "Play here" }).click();
  await title(second, "The game has moved to another tab");
  await awaitTurn(first);
  assert.equal(await hand(first), later, "what the second did is not lost");
  await first.reload();
  await awaitTurn(first);
  assert.equal(await hand(first), later, "a tab that is loaded again does not stand in its own way");
  assert.deepEqual(errors, []);
});

test("a page that was left lets go of the game, also when the browser keeps the page to show it again", async () => {
  const { page: first, context, errors } = await visitor();
  await first.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  await play(first, { clicks: 2 });
  await awaitTurn(first);
  const before = await hand(first);
  /* Chromium does not keep a page with a worker that holds a lock, WebKit does */
  const dispatch = (name) => first.evaluate((event) => void dispatchEvent(new PageTransitionEvent(event, { persisted: true })), name);
  await dispatch("pagehide");
  const second = await context.newPage();
  await second.goto(`${origin}/play`);
  await awaitTurn(second);
  assert.equal(await hand(second), before, "it goes on where it was");
  await Promise.all([first.waitForEvent("load"), dispatch("pageshow")]);
  await title(first, "The game is open in another tab");
  assert.deepEqual(errors, []);
});

test("two tabs play two games of this device, each goes on with its own, and one that is closed lets go of it", async () => {
  const { page: first, context, errors } = await visitor();
  await first.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  await awaitTurn(first);
  const second = await context.newPage();
  await second.goto(`${origin}/play?map=london&seats=human,bot:easy`);
  await awaitTurn(second);
  await first.reload();
  await awaitTurn(first);
  await first.locator('.board[data-map="new-york"]').waitFor();
  await second.close();
  await first.goto(`${origin}/`);
  assert.deepEqual(await first.locator(".home-continue a").evaluateAll((links) => links.map((link) => link.textContent)), ["Continue: New York", "Continue: London", "I have never played", "Your games", "Sign in"]);
  await first.getByText("Continue: London").click();
  await awaitTurn(first);
  await first.locator('.board[data-map="london"]').waitFor();
  assert.deepEqual(errors, []);
});

test("where a browser makes no pictures, as of a covered window, questions come all the same", async () => {
  const { page } = await visitor();
  await page.addInitScript(() => (window.requestAnimationFrame = () => 0));
  await page.goto(`${origin}/play?map=london`);
  await awaitTurn(page);
  await page.locator('.tb-prompt[data-prompt="keep"]').waitFor();
  await act(page);
  await awaitTurn(page);
  await page.locator('.tb-prompt[data-prompt="keep"]').waitFor({ state: "detached" });
});
