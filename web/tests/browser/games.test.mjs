/*
 * The games of this device: what is over is kept with its result, can be looked at again, saved and brought back, and adds up.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { server, visitor } from "./harness.mjs";
import { stage } from "./stage.mjs";

const { origin } = await server();
const claims = (moves) => moves.find((move) => move.startsWith("claim")) ?? moves.find((move) => move === "draw pile") ?? moves[0];

test("a game that is over is kept, listed, replayed, saved and brought back; what is no game is not", async () => {
  const table = await stage("london", { seats: 2 });
  /* up to the last move */
  let last = null;
  table.play((moves) => (last = claims(moves)), (now) => now.view.last_turns === 1 && table.find([claims(table.moves())], ({ view }) => view.phase === "over"));
  const { page, context, errors } = await visitor();
  await table.show(page, origin);
  assert.ok(last && table.move(claims(table.moves())));
  await page.locator(".end-verdict strong").waitFor();
  const { scores, winners } = table.table().end;

  /* a picture of it: a PNG with more in it than its ground */
  await page.locator(".look-board .board-sheet .claim").first().waitFor();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.getByText("Picture of the board").click()]);
  const png = readFileSync(await picture.path());
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.ok(png.readUInt32BE(16) >= 1000 && png.length > 100_000, `${png.length} bytes`);
  /* on paper there is nothing to press */
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".button:visible, .head:visible, .playback:visible").count(), 0);
  assert.ok(await page.locator(".end-score").isVisible());
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("link", { name: "Your games", exact: true }).click();
  const entry = page.locator("[data-finished]");
  await entry.waitFor();
  assert.equal(await entry.count(), 1);
  for (const { total } of scores) await entry.getByText(String(total), { exact: true }).first().waitFor();
  /* no word of the table is cut on the narrowest phone, in any language */
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of ["it", "ro", "en"]) {
    await page.locator(".head-quick select").selectOption({ value: language });
    await page.waitForFunction((tag) => document.documentElement.lang === tag, language);
    const cut = await page.locator(".sums th").evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
    assert.deepEqual(cut, [], language);
  }
  await page.setViewportSize(size);
  const rows = await page.locator(".count-table tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const won = winners.includes(0) ? "1" : "0";
  assert.deepEqual(rows, [["London", "1", won, `${scores[0].total}`, `${scores[0].total}`], ["Ben", "1", won, `${scores[0].total}`, `${scores[0].total}`]]);

  await entry.getByText("Replay").click();
  await page.locator(".playback").waitFor();
  await page.goBack();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save all games").click()]);
  const file = readFileSync(await download.path(), "utf8");
  await entry.getByText("Forget").click();
  await entry.waitFor({ state: "detached" });

  const bring = (text) => page.locator('input[type="file"]').setInputFiles({ name: "games.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const wrong = JSON.parse(file);
  wrong.games[0].record = wrong.games[0].record.replace(/"move":"claim [^"]*"/, '"move":"claim nowhere red:1"');
  await bring(JSON.stringify(wrong));
  await page.getByText("This is not the record of a game.").waitFor();
  assert.equal(await entry.count(), 0, "what cannot be replayed is not shown");
  await bring(file);
  await page.getByText("1 game was added.").waitFor();
  /* the list is read after that is said; whose game it was is kept, so both are counted */
  await page.locator(".count-table tbody tr").nth(1).waitFor();
  assert.equal(await entry.count(), 1);
  await bring(JSON.parse(file).games[0].record);
  await page.getByText("0 games were added.").waitFor();
  assert.equal(await entry.count(), 1, "the same game is kept once");
  assert.deepEqual(errors, []);
  await context.close();
});
