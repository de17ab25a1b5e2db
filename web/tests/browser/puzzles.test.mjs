/*
 * Puzzles and hints: answers on the board, explained and remembered; a hint that is counted and said at the end.
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

const puzzlesOf = (map) => readFileSync(join(root, "maps", "puzzles", `${map}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The number of the first puzzle of a board that is so; they are asked at /puzzles/MAP?n=NUMBER. */
const numberOf = (map, fits) => puzzlesOf(map).findIndex((puzzle) => fits(puzzle.position.phase, puzzle.moves[0].move)) + 1;

/** A puzzle that was not answered yet. */
async function ask(page, map, number) {
  await page.goto(`${origin}/puzzles/${map}?n=${number}`);
  await page.locator('main.tb[data-mine="true"] .tb-puzzle').waitFor({ timeout: PATIENCE });
  assert.equal(await page.locator(".tb-puzzle .notice").count(), 0, "no figures before the answer");
}

const verdict = async (page) => (await page.locator(".tb-puzzle .notice").innerText()).replaceAll("\n", " ");
const claim = numberOf("new-york", (phase, best) => phase === "turn" && best.startsWith("claim"));
const claimed = puzzlesOf("new-york")[claim - 1];

for (const viewport of [DESKTOP, PHONE])
  test(`a puzzle is answered on the board, at ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await page.goto(`${origin}/puzzles`);
    await page.locator(".daily-card .hint").nth(MAPS.length - 1).waitFor({ timeout: PATIENCE });
    await page.locator('.daily-card[data-map="new-york"] summary').click();
    assert.equal(await page.locator(".daily-card[data-map=new-york] .puzzle-numbers a").count(), puzzlesOf("new-york").length);
    await ask(page, "new-york", claim);
    await page.locator(`[data-route="${claimed.moves[0].move.split(" ")[1]}"].choosable`).press("Enter");
    await page.locator('[data-prompt="claim"] button[type="submit"]').click();
    assert.match(await verdict(page), /^Right! .*wins \d+\.$/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.locator('main.tb[data-mine="true"] .tb-puzzle[data-answered="false"]').waitFor({ timeout: PATIENCE });
    /* the first answer is remembered */
    await page.goto(`${origin}/puzzles`);
    await page.getByText("Solved at the first try: 1 of 1; 40 in all.").waitFor({ timeout: PATIENCE });
    assert.deepEqual(errors, []);
    await context.close();
  });

test("on a phone the next step after an answer is in sight, however long the explanation", async () => {
  for (const viewport of [PHONE, { width: 360, height: 640 }]) {
    const { page, context } = await visitor({ viewport, hasTouch: true, isMobile: true });
    await ask(page, "new-york", claim);
    await page.keyboard.press("d");
    assert.match(await verdict(page), /^No, there is something better/);
    for (const name of ["Next puzzle", "Try again"]) {
      const seen = await page.getByRole("button", { name }).evaluate((button) => {
        const { left, top, bottom } = button.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + 8, y)));
      });
      assert.ok(seen, `${name} at ${viewport.height}`);
    }
    await context.close();
  }
});

test("a wrong answer is explained, the better move is shown, and it can be tried again or played on", async () => {
  const { page, errors, context } = await visitor({ viewport: DESKTOP });
  await ask(page, "new-york", claim);
  await page.keyboard.press("d");
  assert.match(await verdict(page), /^No, there is something better\. You: Draw a card from the pile\..* Better: Claim .* wins \d+, yours \d+\./);
  await page.locator(".halo.lit").first().waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Next puzzle");
  await page.getByRole("button", { name: "Show my move" }).click();
  assert.equal(await page.locator("[data-better]").getAttribute("data-anchor"), "pile");
  await page.locator(".puzzle-figures summary").click();
  assert.equal(await page.locator(".puzzle-figures .candidate").count(), claimed.moves.length);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator('main.tb[data-mine="true"]').waitFor();
  await page.keyboard.press("d");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/play\//);
  await page.locator("main.tb:not(:has(.tb-puzzle))").waitFor({ timeout: PATIENCE });
  /* trying again has not made the first answer a better one, and a puzzle is no game that waits */
  assert.equal(await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("linea.puzzles"))).join()), "false");
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("linea.games")).length), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a wrong answer that the puzzle has no figures of is played out", async () => {
  const { page, errors, context } = await visitor({ viewport: DESKTOP });
  const other = "claim greenwich-village/soho orange:2";
  const number = numberOf("new-york", (phase, best) => phase === "turn" && best === "draw orange");
  assert.ok(!puzzlesOf("new-york")[number - 1].moves.some(({ move }) => move === other));
  await ask(page, "new-york", number);
  await page.locator('[data-route="greenwich-village/soho"].choosable').press("Enter");
  await page.locator('[data-prompt="claim"] button[type="submit"]').click();
  await page.locator(".tb-puzzle .notice", { hasText: / wins \d+, yours \d+ ± \d+\./ }).waitFor({ timeout: PATIENCE });
  assert.deepEqual(errors, []);
  await context.close();
});

test("tickets, passengers, tunnels and cards are answered where a game asks for them, by keyboard", async () => {
  const { page, errors, context } = await visitor({ viewport: DESKTOP });
  const keep = numberOf("london", (phase) => phase === "opening-keep");
  await ask(page, "london", keep);
  for (const ticket of puzzlesOf("london")[keep - 1].moves[0].move.split(" ")[1].split(",")) await page.locator(`[data-ticket="${ticket}"] input`).press("Space");
  await page.keyboard.press("Enter");
  assert.match(await verdict(page), /^Right!/);
  await ask(page, "germany", numberOf("germany", (phase, best) => phase === "passengers" && best === "take none"));
  await page.getByRole("button", { name: "Take nobody" }).press("Enter");
  assert.match(await verdict(page), /^Right!/);
  await ask(page, "europe", numberOf("europe", (phase) => phase === "tunnel"));
  await page.locator('[data-prompt="tunnel"] button[type="submit"]').press("Enter");
  assert.match(await verdict(page), /^No, .* Better: Give up the tunnel\./);
  const card = numberOf("europe", (phase, best) => phase === "second-card" && /^draw (?!pile)/.test(best));
  await ask(page, "europe", card);
  const { moves: [best], position } = puzzlesOf("europe")[card - 1];
  await page.keyboard.press(String(position.display.indexOf(best.move.split(" ")[1]) + 1));
  assert.match(await verdict(page), /^Right!/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the puzzle of a date is the same for everybody", async () => {
  const { page, context } = await visitor({ viewport: DESKTOP });
  for (const date of ["2026-11-18", "2026-11-19"]) {
    await page.goto(`${origin}/puzzles/london?date=${date}`);
    const number = (Math.floor(Date.parse(date) / 86_400_000) % 40) + 1;
    assert.ok((await page.locator(".tb-puzzle summary .muted").innerText()).startsWith(`Puzzle ${number} of 40`));
  }
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
