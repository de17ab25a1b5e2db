/*
 * Puzzles and hints: an answer with its figures, which is remembered; a hint that is counted and said at the end.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MAPS, root } from "../bundle.mjs";
import { DESKTOP, PATIENCE, PHONE, server, visitor } from "./harness.mjs";

const { origin } = await server();

for (const viewport of [DESKTOP, PHONE])
  test(`a puzzle on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await page.goto(`${origin}/puzzles`);
    await page.locator(".daily-card").nth(MAPS.length - 1).waitFor({ timeout: PATIENCE });
    await page.locator('.daily-card[data-map="london"] a').click();
    const choices = page.locator(".candidates button");
    await choices.first().waitFor({ timeout: PATIENCE });
    assert.ok((await choices.count()) >= 2);
    assert.equal(await page.locator(".candidate-values").count(), 0, "no figures before the answer");
    await choices.first().click();
    await page.locator(".notice[role=status]").waitFor();
    assert.equal(await page.locator(".candidate-values").count(), await choices.count());
    assert.equal(await page.locator(".candidates .right").count(), 1);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    /* the first answer is remembered */
    await page.reload();
    await choices.first().waitFor({ timeout: PATIENCE });
    assert.equal(await page.locator(".look-head .visually-hidden").count(), 1);
    assert.deepEqual(errors, []);
    await context.close();
  });

test("a hint says what to do and why, and is counted for the record", async () => {
  const { page, errors, context } = await visitor({ viewport: DESKTOP });
  await page.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  const hint = page.getByRole("button", { name: "Hint" });
  await page.locator(".tb-hint-button:enabled").waitFor({ timeout: PATIENCE });
  await hint.click();
  await page.locator(".tb-hint").waitFor({ timeout: PATIENCE });
  assert.match(await page.locator(".tb-hint").innerText(), /Elma would do this: Keep /);
  await page.locator(".tb-hint button").click();
  assert.equal(await page.locator(".tb-hint").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a record with hints says so at its end", async () => {
  const { page, errors, context } = await visitor();
  const game = readFileSync(join(root, "tests", "golden", "new-york.jsonl"), "utf8").split(/(?=\{"linea":)/)[0];
  const [header, ...rest] = game.split("\n");
  const seats = JSON.parse(header).seats.length;
  const noted = JSON.stringify({ ...JSON.parse(header), hints: [2, ...Array(seats - 1).fill(0)] });
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from([noted, ...rest].join("\n")) });
  await page.getByText("2 hints").waitFor({ timeout: PATIENCE });
  assert.deepEqual(errors, []);
  await context.close();
});
