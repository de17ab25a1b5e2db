/*
 * The review of a finished game: the share over time soon, mistakes with the better move on the board, stopping, and no
 * review of a game that was not finished.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, mapText, root, wasm } from "../bundle.mjs";
import { DESKTOP, PATIENCE, PHONE, server, visitor } from "./harness.mjs";
import { keptGame, play } from "./player.mjs";

const { origin } = await server();
const game = readFileSync(join(root, "tests", "golden", "new-york.jsonl"), "utf8").split(/(?=\{"linea":)/)[0];

async function open(page, text) {
  await page.goto(`${origin}/replay`);
  await page.locator("input[type=file]").setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".playback-slider").waitFor();
}

for (const viewport of [DESKTOP, PHONE])
  test(`a review on a screen of ${viewport.width} pixels`, async () => {
    const { page, errors, context } = await visitor({ viewport });
    await open(page, game);
    await page.locator(".review .button").click();
    await page.locator("svg .review-line.share").first().waitFor({ timeout: PATIENCE });
    const show = page.locator(".review-worst button").first();
    await show.waitFor({ timeout: 4 * PATIENCE });
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".review progress").waitFor({ state: "detached" });
    await page.locator(".playback-slider").focus();
    await page.keyboard.press("End");
    const end = await page.locator(".playback-slider").inputValue();
    await show.click();
    assert.notEqual(await page.locator(".playback-slider").inputValue(), end);
    const better = await page.locator(".look-better").innerText();
    assert.ok((await page.locator(".review-worst li").first().innerText()).includes(better), better);
    /* the chart goes to a move, and shows it */
    const chart = page.locator(".review .chart svg").first();
    await chart.click();
    const middle = Number(await page.locator(".playback-slider").inputValue()) / Number(end);
    assert.ok(middle > 0.4 && middle < 0.5, `${middle}: beside the numbers`);
    const seen = await page.locator(".look-board .board").boundingBox();
    assert.ok(seen.y >= 0 && seen.y < viewport.height / 2, JSON.stringify(seen));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    assert.deepEqual(errors, []);
    await context.close();
  });

test("as long as no decision is judged a review says nothing of them", async () => {
  const { page, context } = await visitor();
  await open(page, readFileSync(join(root, "web", "tests", "fixtures", "europe-three.jsonl"), "utf8"));
  await page.locator(".review .button").click();
  await page.locator(".review-parts").waitFor({ timeout: PATIENCE });
  assert.doesNotMatch(await page.locator(".review").innerText(), /in 0 decisions/);
  await context.close();
});

/** The button of the first turn that can be tried again, once the review has found one. */
async function tryButton(page) {
  await page.locator(".review .button").click();
  const again = page.locator(".review-worst").getByRole("button", { name: /Try again from move/ }).first();
  await again.waitFor({ timeout: 4 * PATIENCE });
  return again;
}

test("a turn is tried again from the keyboard, in a game that does not count", async () => {
  const { page, errors, context } = await visitor({ viewport: PHONE });
  await open(page, game);
  const again = await tryButton(page);
  const [, move] = /move (\d+)/.exec(await again.getAttribute("aria-label"));
  await again.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/play\//);
  await page.locator("main.tb").waitFor({ timeout: PATIENCE });
  assert.ok(Number(move) > 0);
  await play(page);
  await page.getByText("A practice game").waitFor();
  await page.locator(".review .button").waitFor({ timeout: PATIENCE });
  await keptGame(page);
  await page.goto(`${origin}/games`);
  await page.locator("[data-finished]").waitFor();
  assert.equal(await page.locator("[data-finished] .badge", { hasText: "practice" }).count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a turn is tried again right where the game has ended", async () => {
  const { page, errors, context } = await visitor();
  await page.goto(`${origin}/play?map=new-york&seats=human,bot:hard`);
  await play(page);
  const ended = page.url();
  await (await tryButton(page)).click();
  await page.waitForURL((url) => url.pathname.startsWith("/play/") && url.href !== ended);
  await page.locator("main.tb").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

/** The golden game, begun at a later position. */
async function later(at) {
  const { Engine } = await load("net/engine.ts");
  const { study } = await load("net/study.ts");
  const { views } = study(await Engine.start(await WebAssembly.compile(wasm())), mapText("new-york"), game);
  const [header, , ...moves] = game.trim().split("\n");
  return [JSON.stringify({ ...JSON.parse(header), position: views[at] }), ...moves.slice(at)].join("\n");
}

test("the review of a game that is kept is kept with it, until the game is forgotten", async () => {
  const { page, errors, context } = await visitor();
  await page.addInitScript(() => {
    globalThis.reviews = 0;
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.do === "review") globalThis.reviews++;
      return send.call(this, message, ...rest);
    };
  });
  /** Opens it; how many reviews were begun for that, and what came of it. */
  const reviewed = async () => {
    await page.goto(`${origin}/games`);
    await page.locator("[data-finished] a.button >> nth=0").click();
    await page.locator(".review .button").waitFor({ timeout: PATIENCE });
    await page.locator(".review .button").click();
    await page.locator(".review-parts").waitFor({ timeout: PATIENCE });
    await page.locator(".review progress").waitFor({ state: "detached", timeout: 4 * PATIENCE });
    const sum = await page.locator(".review-parts").innerText();
    return { begun: await page.evaluate(() => globalThis.reviews), sum };
  };
  const keep = async () => {
    await page.goto(`${origin}/games`);
    await page.locator("input[type=file]").setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(await later(52)) });
    await page.locator("[data-finished]").waitFor({ timeout: PATIENCE });
  };
  await keep();
  const first = await reviewed();
  assert.equal(first.begun, 1);
  assert.deepEqual(await reviewed(), { begun: 0, sum: first.sum });
  await page.goto(`${origin}/games`);
  await page.locator("[data-finished] button.quiet").click();
  await page.locator("[data-finished]").waitFor({ state: "detached" });
  await keep();
  assert.equal((await reviewed()).begun, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a game that began from a position is kept as practice and is left out of what games add up to", async () => {
  const record = await later(20);
  const { page, errors, context } = await visitor();
  for (const [one, entries, sums] of [[record, 1, 0], [game, 2, 1]]) {
    await page.goto(`${origin}/games`);
    const text = JSON.stringify({ linea_games: 1, games: [{ at: 1, me: 0, record: one }] });
    await page.locator("input[type=file]").setInputFiles({ name: "games.json", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.locator("[data-finished]").nth(entries - 1).waitFor({ timeout: PATIENCE });
    assert.equal(await page.locator("[data-finished] .badge", { hasText: "practice" }).count(), 1);
    assert.equal(await page.locator("#games-sums").count(), sums);
  }
  assert.equal(await page.locator(".sums").first().locator("tbody td").first().textContent(), "1");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a game that was not finished is not reviewed", async () => {
  const { page, errors, context } = await visitor();
  await open(page, game.split("\n").slice(0, 12).join("\n"));
  await page.locator(".end-ticket").first().waitFor();
  assert.equal(await page.locator(".review").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Frames that a page draws in some seconds. */
const frames = (page, seconds) => page.evaluate((ms) => new Promise((done) => {
  let count = 0;
  const end = performance.now() + ms;
  const next = (now) => {
    count++;
    if (now < end) requestAnimationFrame(next);
    else done(count);
  };
  requestAnimationFrame(next);
}), seconds * 1000);

/* An answer comes once a second, and what is drawn for it is all that a review takes of the page's own thread: 100 ms of that at a quarter of
   the speed are 54 frames of 60. It is measured by the processor: on a busy machine the clock counts others too. */
test("a review leaves the page its frames, at a quarter of the speed", async (t) => {
  const { page, context } = await visitor({ viewport: DESKTOP });
  const session = await context.newCDPSession(page);
  await page.addInitScript(() => {
    globalThis.answers = 0;
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.do === "review-on") globalThis.answers++;
      return send.call(this, message, ...rest);
    };
  });
  await open(page, readFileSync(join(root, "tests", "golden", "europe.jsonl"), "utf8").split(/(?=\{"linea":)/)[0]);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const answers = (count) => page.waitForFunction((least) => globalThis.answers >= least, count, { timeout: 4 * PATIENCE, polling: 100 });
  await page.locator(".review .button").click();
  await answers(1);
  const [from, before] = [await page.evaluate(() => globalThis.answers), await worked()];
  await answers(from + 6);
  const count = (await page.evaluate(() => globalThis.answers)) - from;
  const each = (4000 * ((await worked()) - before)) / count;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  t.diagnostic(`${each.toFixed(0)} ms at a quarter of the speed for each of ${count} answers; ${(await frames(page, 3)) / 3} frames a second`);
  assert.ok(await page.locator(".review progress").isVisible(), "it was at work");
  assert.ok(each < 100, `${each} ms`);
  await context.close();
});
