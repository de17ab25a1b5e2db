/*
 * The score pad on its screens: routes by tapping the board and from the list, a station, tickets, passengers, corrections; all of it is
 * there after a reload, and without a network.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, keptOnDevice, PHONE, server, visitor } from "./harness.mjs";

const { origin } = await server();

async function begin(page, map, players) {
  await page.goto(`${origin}/pad`);
  await page.getByLabel("Board", { exact: true }).selectOption(map);
  await page.getByLabel("Players", { exact: true }).selectOption(String(players));
  await page.getByRole("button", { name: "Begin the sheet" }).click();
  await page.locator("svg .route.choosable").first().waitFor();
  await total(page, 0, map === "europe" ? 12 : 0);
}

/** Waits until a player has so many points. */
const total = (page, player, points) => page.waitForFunction(([at, text]) => document.querySelectorAll(".pad tfoot td")[at]?.textContent === text, [player, String(points)]);
const pen = (page, player) => page.locator(".pad-pens label").nth(player).click();
/** By the keyboard, which reaches whatever is on the board. */
const tap = (page, selector) => page.locator(selector).press("Enter");
const route = (page, id) => tap(page, `[data-route="${id}"]`);

for (const viewport of [DESKTOP, PHONE])
  test(`a game is noted and counted on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await begin(page, "europe", 2);
    await route(page, "paris/zurich");
    await total(page, 0, 26);
    await pen(page, 1);
    await page.getByLabel("A route from the list").selectOption("marseille/zurich");
    await page.getByRole("button", { name: "Note it" }).click();
    await total(page, 1, 14);
    /* a station of Ann joins Ben's route to her own */
    await pen(page, 0);
    await page.getByRole("radio", { name: "Stations" }).check();
    await tap(page, '[data-location="zurich"]');
    await total(page, 0, 22);
    await page.getByLabel("Find a place").fill("zuri");
    assert.equal(await page.locator(".pad-tickets li").count(), 3, "found without an accent or a capital");
    assert.match(await page.locator(".pad-verdict").innerText(), /ahead of/);
    await page.reload();
    await total(page, 0, 22);
    await page.getByRole("button", { name: "Undo" }).click();
    await total(page, 0, 26);
    await page.getByRole("button", { name: "Redo" }).click();
    await total(page, 0, 22);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(errors, []);
    await context.close();
  });

test("tickets count once for who shows them, and passengers by majority", async () => {
  const { page, errors, context } = await visitor();
  await begin(page, "germany", 2);
  await page.locator(".pad-tickets button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".pad tfoot td")[0].textContent.startsWith("−"));
  await page.getByRole("button", { name: "Undo" }).click();
  const before = await page.locator(".pad tfoot td").allInnerTexts();
  await page.getByLabel(/: red$/).first().fill("3");
  await page.waitForFunction((was) => document.querySelectorAll(".pad tfoot td")[0].textContent !== was, before[0]);
  await page.getByLabel(/: red$/).first().fill("99");
  assert.equal(await page.getByLabel(/: red$/).first().inputValue(), await page.getByLabel(/: red$/).first().getAttribute("max"));
  assert.deepEqual(errors, []);
  await context.close();
});

test("a route parallel to one's own is not offered, and the page says why", async () => {
  const { page, errors, context } = await visitor();
  await begin(page, "europe", 4);
  const parallel = (n) => `[data-route="edinburgh/london/${n}"]`;
  await tap(page, parallel(1));
  await page.locator(`${parallel(2)}:not(.choosable)`).waitFor();
  const box = await page.locator(`${parallel(2)} .space`).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByText(/has one parallel to it/).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("it works without a network", async () => {
  const { page, context } = await visitor();
  await page.goto(origin);
  await keptOnDevice(page);
  await context.setOffline(true);
  await begin(page, "london", 2);
  await page.getByLabel("A route from the list").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Note it" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".pad tfoot td")[0].textContent !== "0");
  await context.close();
});
