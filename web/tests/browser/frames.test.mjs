/*
 * What is seen from one frame to the next: a question is there at once and whole, a move changes each part of the table once,
 * and nothing is greyed out for a moment or moves to another place.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";

const { origin } = await server();
const FRAMES = 40;

/** In the page: clicks, and notes in each frame after it how the parts look. Returns for each part its looks, without repetition. */
async function watch([selector, parts, frames]) {
  const look = (part) => {
    const element = document.querySelector(part);
    if (!element) return "";
    const states = [...element.querySelectorAll("button, input")].map(({ disabled, checked }) => `${disabled}${checked}`);
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.textContent, ...states, ...[x, y, width, height].map(Math.round)].join("|");
  };
  const looks = parts.map((part) => [look(part)]);
  document.querySelector(selector).click();
  for (let i = 0; i < frames; i++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    parts.forEach((part, at) => {
      const now = look(part);
      if (looks[at].at(-1) !== now) looks[at].push(now);
    });
  }
  return looks.map((all) => all.length - 1);
}

const changes = (page, selector, ...parts) => page.evaluate(watch, [selector, parts, FRAMES]);

/** A game in which one's first turn has begun. */
async function begun(map) {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=${map}&seats=human,bot:easy`);
  await awaitTurn(page);
  await act(page);
  await awaitTurn(page);
  return { page, errors };
}

for (const map of ["new-york", "europe"])
  test(`a card that is drawn changes each part once: ${map}`, async () => {
    const { page, errors } = await begun(map);
    const parts = [".tb-status", ".tb-hand", ".tb-piles", ".tb-actions", ".tb-lines", ".tb-player", ".tb-board .board", ".tb-tickets"];
    const [status, hand, piles, actions, lines, player, ...still] = await changes(page, ".tb-pile:enabled", ...parts);
    assert.deepEqual([status, hand, piles, actions, lines, player], [1, 1, 1, 1, 1, 1]);
    assert.deepEqual(still, [0, 0], "the board and the tickets stay as they are");
    assert.deepEqual(errors, []);
  });

test("a question opens in one frame, and nothing around it moves", async () => {
  const { page, errors } = await begun("europe");
  const claim = '.tb-actions [aria-keyshortcuts="t"]';
  assert.deepEqual(await changes(page, claim, ".tb-question", ".tb-board", ".tb-bottom", ".tb-side"), [1, 0, 0, 0]);
  assert.equal(await page.evaluate(() => document.activeElement?.closest("form")?.dataset.prompt), "mix", "it has the keyboard");
  assert.deepEqual(await changes(page, ".tb-close", ".tb-question", ".tb-board", ".tb-bottom", ".tb-side"), [1, 0, 0, 0]);
  assert.deepEqual(errors, []);
});
