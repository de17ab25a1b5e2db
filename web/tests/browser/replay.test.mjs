/*
 * Looking back: a record from a file with its slider, tickets and check; mistakes that name their line; and
 * that a game on this device is not lost by a click.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../bundle.mjs";
import { DESKTOP, PHONE, server, visitor } from "./harness.mjs";

const { origin } = await server();
const golden = join(root, "tests", "golden", "europe.jsonl");
/** The moves of each game in the file. */
const moves = readFileSync(golden, "utf8").split(/(?=\{"linea":)/).map((game) => game.match(/"move":/g)?.length);

test("a record from a file, move by move", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles(golden);
  const slider = page.locator(".playback-slider");
  await slider.waitFor();
  assert.equal(await slider.getAttribute("max"), String(moves[0]));
  await slider.focus();
  await page.keyboard.press("End");
  assert.equal(await slider.inputValue(), await slider.getAttribute("max"));
  await page.locator(".claim").nth(20).waitFor();
  await page.locator(".end-ticket.done").first().click();
  await page.locator(".location.lit").nth(1).waitFor();
  assert.equal(await page.locator(".location.lit").count(), 2);
  assert.ok((await page.locator(".halo.lit").count()) > 0);
  assert.equal(await page.locator(".route:not(.faint)").count(), await page.locator(".halo.lit").count());
  await page.locator(".look-head select").selectOption("1");
  await page.waitForFunction((max) => document.querySelector(".playback-slider")?.getAttribute("max") === max, String(moves[1]));
  await page.locator(".claim").first().waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

for (const [seats, viewport] of [[5, DESKTOP], [5, PHONE], [2, DESKTOP], [2, PHONE]])
  test(`the points of ${seats} players with long names are all in sight on a screen of ${viewport.width} pixels`, async () => {
    const { page, context } = await visitor({ viewport });
    const text = readFileSync(join(root, "tests", "golden", "germany.jsonl"), "utf8").split(/(?=\{"linea":)/).find((game) => JSON.parse(game.split("\n")[0]).seats.length === seats);
    await page.goto(`${origin}/replay`);
    await page.locator("input[type=file]").setInputFiles({ name: "long.jsonl", mimeType: "text/plain", buffer: Buffer.from(text.replaceAll("bot:random", "W".repeat(32))) });
    await page.locator(".playback-slider").focus();
    await page.keyboard.press("End");
    await page.locator(".count-bar.winner").waitFor();
    const outside = await page.locator(".count-table").first().evaluate((box) => {
      const { right } = box.getBoundingClientRect();
      const rows = [...box.querySelectorAll("th, td")];
      return rows.filter((cell) => cell.getBoundingClientRect().right > right + 0.5 || (cell.matches("td") && cell.scrollWidth > cell.clientWidth)).map((cell) => cell.textContent);
    });
    assert.deepEqual(outside, []);
    await context.close();
  });

test("what follows a name written from right to left stands behind it", async () => {
  const { page } = await visitor();
  await page.goto(`${origin}/replay`);
  const text = readFileSync(golden, "utf8").replaceAll("bot:random", "\u0645\u0631\u062d\u0628\u0627");
  await page.locator("input[type=file]").setInputFiles({ name: "right.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".chart-key").first().waitFor();
  const before = await page.locator(".chart-key b, .end-tickets h3 .muted").evaluateAll((all) => all.filter((number) => {
    const line = document.createRange();
    line.selectNodeContents(number.parentElement);
    return number.getBoundingClientRect().right < line.getBoundingClientRect().right - 1;
  }).map((number) => number.parentElement.textContent));
  assert.deepEqual(before, []);
});

test("of several games the one that was chosen last is shown, whichever is there first", async () => {
  const { page, context, errors } = await visitor({ serviceWorkers: "block" });
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles(golden);
  const games = page.locator(".look-head select");
  await games.waitFor();
  const late = new Promise((done) => {
    void context.route("**/worker.*.js", async (route) => {
      await page.locator(`.playback-slider[max="${moves[2]}"]`).waitFor();
      await route.continue();
      done();
    }, { times: 1 });
  });
  await games.selectOption("1");
  await games.selectOption("2");
  await late;
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".playback-slider").getAttribute("max"), String(moves[2]));
  assert.equal(await games.inputValue(), "2");
  assert.deepEqual(errors, []);
});

test("what is wrong with a record names its line", async () => {
  const { page } = await visitor();
  const lines = readFileSync(golden, "utf8").split("\n");
  lines[4] = lines[4].replace(/"move":"[^"]*"/, '"move":"draw everything"');
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles({ name: "bad.jsonl", mimeType: "text/plain", buffer: Buffer.from(lines.join("\n")) });
  assert.match(await page.locator("[role=alert]").innerText(), /\b5\b/);
});

test("a header may have its keys in any order", async () => {
  const { page } = await visitor();
  const text = readFileSync(golden, "utf8").replace(/^\{("linea":1),(.*)\}$/gm, "{$2,$1}");
  assert.ok(!text.startsWith('{"linea"'));
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles({ name: "other.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".look-head select").waitFor();
  assert.equal(await page.locator(".look-head select option").count(), moves.length);
});

test("a file that cannot be read is reported", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/replay`);
  await page.evaluate(() => (File.prototype.text = () => Promise.reject(new DOMException("gone", "NotReadableError"))));
  await page.locator("input[type=file]").setInputFiles(golden);
  await page.getByRole("alert").waitFor();
  assert.deepEqual(errors, []);
});

test("a game under way is lost only on purpose", async () => {
  const { page, errors } = await visitor();
  const start = (map) => page.locator(`.home-card[data-map="${map}"] .home-start`).click();
  for (const map of ["london", "new-york"]) {
    await page.goto(origin);
    await start(map);
    await page.locator(`.board-sheet[data-map="${map}"]`).waitFor();
  }
  await page.goto(origin);
  await page.getByText("Continue: London").click();
  await page.locator('.board-sheet[data-map="london"]').waitFor();
  await page.goto(`${origin}/games`);
  const waiting = page.locator(".table-entry");
  await waiting.nth(1).waitFor();
  await waiting.filter({ hasText: "London" }).getByText("Forget").click();
  await page.waitForFunction(() => document.querySelectorAll(".table-entry").length === 1);
  await page.goto(`${origin}/play`);
  await page.locator('.board-sheet[data-map="new-york"]').waitFor();
  assert.deepEqual(errors, []);
});

for (const [language, you, wrong, right] of [["en", "You", /\bYou \w+s /, /^You \w+[^s ] /], ["it", "Tu", /\bTu \p{L}/u, /^\p{Lu}/u], ["ro", "Tu", /\bTu \p{L}/u, /^\p{Lu}/u]])
  test(`who has played alone without a name is spoken to, in ${language}`, async () => {
    const { page } = await visitor({ locale: language });
    const text = readFileSync(golden, "utf8").split(/(?=\{"linea":)/)[0].replace('"bot:random"', JSON.stringify(you));
    const mine = text.split("\n").flatMap((line, i) => (line.startsWith('{"seat":0,') ? [i - 1] : [])).slice(0, 12);
    await page.goto(`${origin}/replay`);
    await page.locator("input[type=file]").setInputFiles({ name: "alone.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
    for (const at of mine) {
      await page.locator(".playback-slider").fill(String(at));
      const said = await page.locator(".playback-said span").nth(1).innerText();
      assert.doesNotMatch(said, wrong);
      assert.match(said, right);
    }
  });
