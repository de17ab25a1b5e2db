/*
 * A whole game without a pointer: nothing but keys; and what a pointer leaves behind for them.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, server, visitor } from "./harness.mjs";
import { awaitTurn, finalScore, tabTo } from "./player.mjs";

const { origin } = await server();

const prompt = (page) => page.evaluate(() => document.querySelector(".tb-prompt:not([data-prompt=reveal])")?.getAttribute("data-prompt") ?? null);
const can = (page, selector) => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector);

/** What the button says that ends a question: it counts what is chosen, a picture or two after the key. */
const submit = (page) => page.evaluate(() => document.querySelector(".tb-prompt button[type=submit]").textContent);

async function press(page) {
  const asked = await prompt(page);
  if (asked === "keep") {
    while (!(await can(page, ".tb-prompt button[type=submit]:enabled"))) {
      await tabTo(page, ".tb-prompt input[type=checkbox]:not(:checked)");
      const before = await submit(page);
      await page.keyboard.press("Space");
      await page.waitForFunction((text) => document.querySelector(".tb-prompt button[type=submit]")?.textContent !== text, before);
    }
    await page.keyboard.press("Enter");
  } else if (asked === "routes") {
    await tabTo(page, ".tb-prompt .tb-list button");
    await page.keyboard.press("Enter");
  } else if (asked) await page.keyboard.press("Enter");
  else if (await can(page, "svg .route.choosable")) await page.keyboard.press("c");
  else if (await can(page, ".tb-pile:enabled, .tb-draw:enabled")) await page.keyboard.press("d");
  else if (await can(page, ".tb-display .tb-card:enabled")) {
    const slot = await page.evaluate(() => [...document.querySelectorAll(".tb-display .tb-card")].findIndex((card) => !card.disabled));
    await page.keyboard.press(String(slot + 1));
  } else await page.keyboard.press("p");
}

/** Plays until a route can be claimed. */
async function untilRoutes(page) {
  for (const started = Date.now(); ; ) {
    assert.equal(await awaitTurn(page), "turn");
    const asked = await prompt(page);
    if (!asked && (await can(page, "svg .route.choosable"))) return;
    if (asked) await press(page);
    else await page.keyboard.press("d");
    await page.waitForTimeout(30);
    assert.ok(Date.now() - started < 2 * PATIENCE, "no route can be claimed");
  }
}

test("a whole game on New York with the keyboard alone", async () => {
  const { page, errors } = await visitor();
  await page.goto(origin);
  await page.locator(".home-start").first().waitFor();
  await tabTo(page, '.home-card[data-map="new-york"] .home-start');
  await page.keyboard.press("Enter");
  const started = Date.now();
  while ((await awaitTurn(page)) !== "over") {
    await press(page);
    await page.waitForTimeout(30);
    assert.ok(Date.now() - started < 8 * PATIENCE, "the game does not come to an end");
  }
  assert.match(await finalScore(page), /win|victory/);
  assert.deepEqual(errors, []);
});

test("a route on the board is reached by Tab and chosen by Enter", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  await untilRoutes(page);
  await tabTo(page, "svg .route.choosable");
  await page.keyboard.press("Enter");
  await page.locator(".tb-prompt[data-prompt=claim]").waitFor();
  assert.deepEqual(errors, []);
});

test("a key that is held down does one thing", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  await untilRoutes(page);
  const hold = async (key) => {
    for (let i = 0; i < 8; i++) {
      await page.keyboard.down(key);
      await page.waitForTimeout(100);
    }
    await page.keyboard.up(key);
  };
  await page.keyboard.press("c");
  await page.waitForFunction(() => document.activeElement?.closest(".tb-list"));
  await hold("Enter");
  assert.equal(await prompt(page), "claim", "what it opened, it does not confirm");
  await page.keyboard.press("Escape");
  await page.locator(".tb-prompt").waitFor({ state: "detached" });
  await hold("d");
  await page.locator(".tb-status", { hasText: "draw one more card" }).waitFor();
  assert.deepEqual(errors, []);
});

test("letters and digits do nothing where they are switched off", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=new-york`);
  while ((await awaitTurn(page)) !== "over" && (await prompt(page))) await press(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("switch", { name: "Letters and digits are shortcuts at the table" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const lines = await page.locator(".tb-line").count();
  for (const key of ["?", "m", "d", "1"]) await page.keyboard.press(key);
  await page.waitForTimeout(200);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await page.locator(".tb-line").count(), lines, "nothing was drawn");
  await page.reload();
  await awaitTurn(page);
  await page.keyboard.press("?");
  await page.waitForTimeout(200);
  assert.equal(await page.getByRole("dialog").count(), 0, "it stays switched off");
  assert.deepEqual(errors, []);
});

test("the keyboard comes to a table that asks nothing", async () => {
  const { page } = await visitor();
  await page.goto(`${origin}/play?map=new-york`);
  while ((await awaitTurn(page)) !== "over" && (await prompt(page))) await press(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "To the boards" }).click();
  await page.locator("h1", { hasText: "All aboard." }).waitFor();
  await page.goBack();
  await awaitTurn(page);
  await page.waitForFunction(() => document.activeElement?.matches("main.tb h1"));
});
