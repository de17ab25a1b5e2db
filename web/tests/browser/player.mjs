/*
 * Plays by clicks, as a hurried person would: claims the longest route that glows on the board, else
 * draws cards, and answers whatever is asked. It knows no rule: it does what the page offers.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { PATIENCE } from "./harness.mjs";

const TURN = 'main.tb[data-mine="true"]';
const OVER = "main .end-score";
const COVER = "main.handover";

/** Waits until something is to be done: "turn", "cover" or "over". It looks every so many milliseconds. */
export async function awaitTurn(page, polling = 20) {
  const found = await page.waitForFunction(
    ([turn, cover, over]) => (document.querySelector(over) ? "over" : document.querySelector(cover) ? "cover" : document.querySelector(turn) ? "turn" : null),
    [TURN, COVER, OVER],
    { timeout: PATIENCE, polling },
  );
  return found.jsonValue();
}

/** Presses Tab until the focus is on what is asked for. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 120; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never comes to ${selector}`);
}

/** What the page shows of the moment, to see that a click has done something. */
function moment(page) {
  return page.evaluate(() => {
    const table = document.querySelector("main.tb");
    const choices = [...document.querySelectorAll(".tb-prompt, .tb-card")].map((e) => `${e.getAttribute("data-prompt")}${e.getAttribute("aria-label")}`);
    return [table?.getAttribute("data-mine"), document.querySelector(".tb-status")?.textContent, document.querySelector(".tb-lines")?.textContent, ...choices].join("|");
  });
}

/** Clicks a route on the board itself, in the middle of one of its spaces. */
async function clickRoute(page, route, press) {
  const at = await page.evaluate((id) => {
    const spaces = [...document.querySelectorAll(`.board [data-route="${id}"] .space, svg [data-route="${id}"] .space`)];
    for (const space of spaces) {
      const box = space.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      /* nothing lies upon the board there */
      if (document.elementFromPoint(x, y)?.closest(".board-sheet")) return { x, y };
    }
    return null;
  }, route);
  if (!at) return false;
  await (press ? press(at.x, at.y) : page.mouse.click(at.x, at.y));
  return true;
}

/** The routes that glow, the longest first. */
function glowing(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg .route.choosable")]
      .map((route) => ({ id: route.getAttribute("data-route"), spaces: route.querySelectorAll(".space").length }))
      .sort((a, b) => b.spaces - a.spaces)
      .map(({ id }) => id),
  );
}

/** Clicks the first that is seen. For `press` it is found without Playwright's own search, which leaves the page with more to clean up than a move does. */
export async function clickFirst(page, selector, press) {
  if (!press) return page.locator(selector).locator("visible=true").first().click();
  const box = await page.evaluate((text) => {
    const { x, y, width, height } = [...document.querySelectorAll(text)].find((element) => element.checkVisibility()).getBoundingClientRect();
    return { x, y, width, height };
  }, selector);
  return press(box.x + box.width / 2, box.y + box.height / 2);
}

function count(page, selector) {
  return page.evaluate((text) => document.querySelectorAll(text).length, selector);
}

async function answer(page, prompt, press) {
  const form = `.tb-prompt[data-prompt="${prompt}"]`;
  if (prompt === "keep") {
    const tickets = await count(page, `${form} .tb-offered`);
    for (let i = 1; i <= tickets && !(await count(page, `${form} [type="submit"]:enabled`)); i++) await clickFirst(page, `${form} li:nth-child(${i}) .tb-offered`, press);
  } else if (prompt === "passengers") {
    await clickFirst(page, `${form} .tb-waiting button`, press);
  }
  await clickFirst(page, (await count(page, `${form} [type="submit"]`)) ? `${form} [type="submit"]` : `${form} footer button`, press);
}

/** Makes one move, or answers one question. `press` is asked to click at a point, by who wants to do that in another way. */
export async function act(page, press) {
  const before = await moment(page);
  const prompt = await page.evaluate(() => document.querySelector(".tb-prompt:not([data-prompt=reveal])")?.getAttribute("data-prompt") ?? null);
  if (prompt && !["routes", "stations"].includes(prompt)) await answer(page, prompt, press);
  else {
    const claim = async (routes) => {
      for (const route of routes) if (await clickRoute(page, route, press)) return true;
      return false;
    };
    const routes = await glowing(page);
    let done = await claim(routes);
    /* on a phone a part of the board is shown, until one wants to see all of it */
    const whole = '.board:not(.whole) [aria-label="Whole board"]';
    if (!done && routes.length > 0 && (await count(page, whole))) {
      await clickFirst(page, whole, press);
      await page.locator(".board.whole").waitFor();
      done = await claim(await glowing(page));
    }
    if (!done) await clickFirst(page, ".tb-pile:enabled, .tb-display .tb-card:enabled, .tb-actions .primary:enabled, .tb-draw:enabled", press);
  }
  await page.waitForFunction(
    ([was, over]) => {
      const table = document.querySelector("main.tb");
      const choices = [...document.querySelectorAll(".tb-prompt, .tb-card")].map((e) => `${e.getAttribute("data-prompt")}${e.getAttribute("aria-label")}`);
      const now = [table?.getAttribute("data-mine"), document.querySelector(".tb-status")?.textContent, document.querySelector(".tb-lines")?.textContent, ...choices].join("|");
      return now !== was || document.querySelector(over) !== null;
    },
    [before, OVER],
    { timeout: PATIENCE, polling: 20 },
  );
}

/** Says that the device is in the right hands, and waits for the table. */
export async function uncover(page) {
  await page.locator(`${COVER} button`).click();
  await page.locator("main.tb").waitFor();
}

/** Plays on until the final score, or for so many clicks. Returns how many there were. `press` is as in act(). */
export async function play(page, { clicks = 2000, between = async () => {}, press } = {}) {
  for (let i = 0; i < clicks; i++) {
    const what = await awaitTurn(page);
    if (what === "over") return i;
    if (what === "cover") await uncover(page);
    else await act(page, press);
    await between(i);
  }
  return clicks;
}

/** The final scores as the page shows them, by row of the table. */
export async function finalScore(page) {
  await page.locator(OVER).waitFor();
  await page.waitForFunction(() => /\d/.test(document.querySelector(".end-verdict")?.textContent ?? ""));
  return page.locator(".end-verdict").innerText();
}

/** Waits until a game that is over is kept in the list of this device. */
export function keptGame(page) {
  return page.evaluate(async () => {
    const count = () => new Promise((done) => {
      const opening = indexedDB.open("linea-finished", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("finished", { keyPath: "id" });
      opening.onsuccess = () => {
        const asked = opening.result.transaction("finished").objectStore("finished").count();
        asked.onsuccess = () => {
          opening.result.close();
          done(asked.result);
        };
      };
    });
    while ((await count()) === 0) await new Promise((done) => setTimeout(done, 50));
  });
}
