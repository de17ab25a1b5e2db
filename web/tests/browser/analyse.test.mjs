/*
 * The analysis board on its screens: from a game, moves with their values, two lines with a comment, saved as records that the page
 * itself can replay; a position that was copied is pasted, one that does not add up is refused; and one set up by hand.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../bundle.mjs";
import { findings } from "./axe.mjs";
import { DESKTOP, PHONE, server, visitor } from "./harness.mjs";

const { origin } = await server();
const game = readFileSync(join(root, "tests", "golden", "new-york.jsonl"), "utf8").split(/(?=\{"linea":)/)[0];

async function replay(page, text) {
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".playback-slider").waitFor();
}

const rows = (page, count) => page.waitForFunction((n) => document.querySelectorAll(".analyse-lines button").length === n, count);
/** Plays the move of the list after which the position is another one. */
async function playListed(page, index) {
  await page.getByLabel("A move from the list").selectOption({ index });
  await page.getByRole("button", { name: "Play it" }).click();
}

for (const viewport of [DESKTOP, PHONE])
  test(`an analysis on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await replay(page, game);
    await page.locator(".playback-slider").fill("12");
    await page.getByRole("button", { name: "Analyse from here" }).click();
    const candidate = page.locator(".analyse-candidates li button");
    await candidate.first().waitFor();
    assert.match(await candidate.first().innerText(), /\d+ ± \d+ %/);
    await rows(page, 1);
    await candidate.first().click();
    await rows(page, 2);
    await page.getByRole("button", { name: "One move back" }).click();
    await page.getByLabel("A move from the list").waitFor();
    await page.waitForFunction(() => document.querySelector(".analyse-lines [aria-current]")?.textContent.startsWith("The position"));
    const options = await page.getByLabel("A move from the list").locator("option").count();
    await playListed(page, options - 1);
    await rows(page, 3);
    await page.getByLabel("Comment").fill("Or so?");
    await page.reload();
    await rows(page, 3);
    assert.equal(await page.getByLabel("Comment").inputValue(), "Or so?");
    await page.locator("h1").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector(".analyse-lines [aria-current]")?.textContent.startsWith("The position"));
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the lines" }).click();
    const saved = readFileSync(await (await download).path(), "utf8");
    assert.equal(saved.split('"linea":1').length, 3, "each line is a game");
    assert.match(saved, /"comments":\{"1":"Or so\?"\}/);
    await page.getByRole("button", { name: "Stop" }).click().catch(() => undefined);
    assert.deepEqual(await findings(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    await replay(page, saved);
    await page.goto(`${origin}/analyse`);
    await page.getByLabel("As programs of Linea write it").fill(saved);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await rows(page, 3);
    await page.getByText("Or so?").waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

test("a position is pasted; one whose pieces do not add up is refused with the reason", async () => {
  const { page, errors, context } = await visitor();
  const position = { map: "new-york" };
  await page.goto(`${origin}/analyse`);
  const paste = async (text) => {
    await page.getByLabel("As programs of Linea write it").fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
  };
  for (const [text, why] of [["{", /JSON/], ['{"map":"atlantis"}', /no board/], [JSON.stringify(position), /This position cannot be: .{5}/]]) {
    await paste(text);
    await page.getByRole("alert").filter({ hasText: why }).waitFor();
  }
  await replay(page, game);
  await page.getByRole("button", { name: "Analyse from here" }).click();
  await rows(page, 1);
  const whole = await page.evaluate(() => JSON.parse(localStorage.getItem("linea.analyses"))[0].position);
  await page.goto(`${origin}/analyse`);
  await paste(JSON.stringify(whole));
  await rows(page, 1);
  await page.goto(`${origin}/analyse`);
  await page.locator(".table-entry").nth(1).waitFor();
  assert.equal(await page.locator(".table-entry").count(), 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a position is set up by hand: a sheet, then the hands", async () => {
  const { page, errors, context } = await visitor();
  await page.goto(`${origin}/pad`);
  await page.getByLabel("Board", { exact: true }).selectOption("new-york");
  await page.getByRole("button", { name: "Begin the sheet" }).click();
  await page.getByLabel("A route from the list").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Note it" }).click();
  await page.getByText("Analyse from here").click();
  await page.getByLabel("Player 2: red").fill("3");
  await page.getByLabel("Whose turn it is").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await rows(page, 1);
  await page.getByText("To move: Player 2").waitFor();
  const moves = await page.getByLabel("A move from the list").locator("option").allInnerTexts();
  assert.deepEqual(moves, [...new Set(moves)], "no two read the same");
  await page.locator(".analyse-candidates li").first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
