/*
 * Somebody quicker than the screen: everything below happens within one task of the browser, before anything can be drawn
 * again. What is sent is what the page holds at that moment, not what it showed last.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../bundle.mjs";
import { server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";

const { origin } = await server();

/** In the page: does all steps at once. A step is [selector, "type", text], [selector, "submit"] or [selector, "click"]. */
async function hurry(page, ...steps) {
  await page.locator(steps[0][0]).first().waitFor();
  return page.evaluate((all) => {
    for (const [selector, what, text] of all) {
      const element = document.querySelector(selector);
      if (what === "type") {
        element.value += text;
        element.dispatchEvent(new InputEvent("input", { bubbles: true }));
      } else if (what === "submit") element.form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
      else element.click();
    }
  }, steps);
}

test("a line of chat is sent whole and once, and what is typed after it stays", async () => {
  const { page, errors } = await visitor({ settings: { name: "Ann" } });
  await page.goto(`${origin}/new/new-york?mode=online`);
  await hurry(page, ['form button[type="submit"]', "click"]);
  const say = "#say";
  await hurry(page, [say, "type", "Hello"], [say, "type", "!"], [say, "submit"], [say, "submit"], [say, "type", "More"]);
  await page.locator(".talk-lines p").first().waitFor();
  assert.equal(await page.locator(say).inputValue(), "More");
  await hurry(page, [say, "submit"], [say, "type", " to"], [say, "type", " come"], [say, "submit"]);
  await page.locator(".talk-lines p", { hasText: "come" }).waitFor();
  assert.deepEqual(await page.locator(".talk-lines p").allInnerTexts(), ["Ann Hello!", "Ann More", "Ann to come"]);
  assert.equal(await page.locator(say).inputValue(), "");
  assert.deepEqual(errors, []);
});

test("names typed for several seats are all there when the game begins", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/new/london?mode=device`);
  await page.getByRole("button", { name: "Add a player" }).click();
  const name = (seat) => `.seats li:nth-child(${seat}) input:not([type="radio"])`;
  await page.locator(name(3)).waitFor();
  await hurry(page, [name(1), "type", "Ann"], [name(2), "type", "Ben"], [name(3), "type", "Cleo"], [name(3), "submit"]);
  await page.getByRole("button", { name: /show my cards/ }).click();
  await awaitTurn(page);
  const names = await page.locator(".tb-player .tb-name").allInnerTexts();
  assert.deepEqual(names.map((text) => text.split(" ")[0]).sort(), ["Ann", "Ben", "Cleo"]);
  assert.deepEqual(errors, []);
});

test("a table is made once, however often its button is pressed", async () => {
  const { page } = await visitor();
  let made = 0;
  page.on("request", (request) => (made += request.method() === "POST" && new URL(request.url()).pathname === "/api/games" ? 1 : 0));
  await page.goto(`${origin}/new/london?mode=online`);
  const button = 'form button[type="submit"]';
  await hurry(page, [button, "click"], [button, "click"]);
  await page.waitForURL(/\/g\//);
  await page.locator(".waiting-link").first().waitFor();
  assert.equal(made, 1);
});

test("seats that are added one after the other are all added", async () => {
  const { page } = await visitor();
  await page.goto(`${origin}/new/europe`);
  const add = ".seats > button";
  await page.locator(add).waitFor();
  const before = await page.locator(".seats li").count();
  await hurry(page, [add, "click"], [add, "click"]);
  await page.locator(".seats li").nth(before + 1).waitFor();
  assert.equal(await page.locator(".seats li").count(), before + 2);
});

test("tickets that are chosen are kept, not those that were drawn as chosen", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=europe`);
  await awaitTurn(page);
  const form = '.tb-prompt[data-prompt="keep"]';
  const ticket = (n) => `${form} li:nth-child(${n}) input`;
  await hurry(page, [ticket(1), "click"], [ticket(2), "click"], [ticket(3), "click"], [ticket(3), "submit"]);
  await page.locator(form).waitFor({ state: "detached" });
  await awaitTurn(page);
  assert.equal(await page.locator(".tb-tickets li").count(), 3);
  assert.deepEqual(errors, []);
});

test("a route is paid with the cards that were picked", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=new-york`);
  const ways = '.tb-prompt[data-prompt="claim"] .tb-way';
  await awaitTurn(page);
  await act(page);
  /* with a dozen cards some gray route can be paid for in two ways */
  for (let drawn = 0; drawn < 10; drawn++) {
    await awaitTurn(page);
    await page.locator(".tb-pile:enabled").click();
    await page.waitForFunction((cards) => parseInt(document.querySelector(".tb-hand .tb-quiet").textContent) > cards, drawn + 2);
  }
  await awaitTurn(page);
  const routes = page.locator("svg .route.choosable");
  for (let i = 0; (await page.locator(ways).count()) < 2; i++) {
    assert.ok(i < (await routes.count()), "no route can be paid for in two ways");
    await page.keyboard.press("Escape");
    await routes.nth(i).press("Enter");
    await page.locator(ways).first().waitFor();
  }
  const picked = await page.locator(`${ways}:nth-child(2) input`).getAttribute("aria-label");
  const input = `${ways}:nth-child(2) input`;
  await hurry(page, [input, "click"], [input, "submit"]);
  await page.locator(".tb-prompt").waitFor({ state: "detached" });
  await awaitTurn(page);
  const log = await page.locator(".tb-lines").innerText();
  assert.ok(log.includes(picked), `${picked} in ${log}`);
  assert.deepEqual(errors, []);
});

test("every press of a button of the replay is a step", async () => {
  const { page } = await visitor();
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles(join(root, "tests", "golden", "europe.jsonl"));
  const on = '[aria-label="One move on"]', back = '[aria-label="One move back"]';
  await hurry(page, [on, "click"], [on, "click"], [on, "click"], [back, "click"]);
  await page.waitForFunction(() => document.querySelector(".playback-slider").value === "2");
  await hurry(page, ['[aria-label="Play the game"]', "click"], ['.playback-row .primary', "click"]);
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".playback-slider").inputValue(), "2");
});
