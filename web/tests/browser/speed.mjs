/*
 * How quick the page is, measured in Chromium: bytes of the first load, time until it can be used, layout shift, and the work
 * of the main thread after a move, as a processor four times slower would need for it. That work is counted in time of the
 * processor, not of the clock, so that others who use the machine do not matter much. Only what no machine changes is judged.
 *
 *   node web/tests/browser/speed.mjs
 *
 * SPDX-License-Identifier: MIT
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { MAPS, server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";

const LOAD_LIMIT = 300_000;
const MOVES = 20;
const SLOWER = 4;
/** Between what a hand does, and until everything is shown: milliseconds. */
const PAUSE = 60;

const { origin } = await server();

/** Counts bytes as they come over the wire, headers included. */
async function countBytes(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

async function shift(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(sum), 100);
      }),
  );
}

test("first load", async () => {
  const { page, context } = await visitor({ serviceWorkers: "block" });
  const bytes = await countBytes(context, page);
  const began = Date.now();
  await page.goto(origin);
  await page.locator(".home-start:enabled").first().waitFor();
  const ready = Date.now() - began;
  await page.waitForLoadState("networkidle");
  const home = bytes();
  console.log(`first load: ${home} bytes, can be used after ${ready} ms, layout shift ${(await shift(page)).toFixed(4)}`);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  await awaitTurn(page);
  await page.waitForLoadState("networkidle");
  console.log(`with a game of Europe begun: ${bytes()} bytes, layout shift ${(await shift(page)).toFixed(4)}`);
  assert.ok(bytes() < LOAD_LIMIT, `the first load and a game are ${bytes()} bytes, more than ${LOAD_LIMIT}`);
  assert.ok((await shift(page)) < 0.01, "the layout shifts");
});

/**
 * The tasks of the page's main thread after clicks, the longest first, in milliseconds of the processor's time. What the test
 * does to find out where to click next is left out: it makes the browser lay out the page.
 */
function tasks(events) {
  const mains = events.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain");
  const marks = (name) => events.filter((e) => e.name === name && e.cat.includes("blink.user_timing")).map((e) => e.ts).sort((a, b) => a - b);
  const [clicks, ends] = [marks("click"), marks("shown")];
  const after = (ts) => clicks.some((from, i) => ts > from && ts < (ends[i] ?? from));
  const found = mains.map((main) =>
    events.filter((e) => e.ph === "X" && e.pid === main.pid && e.tid === main.tid && /RunTask/.test(e.name) && after(e.ts)).map((e) => (e.tdur ?? 0) / 1000),
  );
  const sum = (all) => all.reduce((a, b) => a + b, 0);
  /* there is a spare renderer beside the page's own: that one does nothing */
  return (found.sort((a, b) => sum(b) - sum(a))[0] ?? []).sort((a, b) => b - a);
}

for (const map of MAPS)
  test(`redraw after a move: ${map}`, async () => {
    const { page, context } = await visitor();
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    for (let i = 0; i < 4; i++) {
      await act(page);
      await awaitTurn(page);
    }
    const session = await context.newCDPSession(page);
    const events = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] } });
    const mark = (name) => page.evaluate((text) => void performance.mark(text), name);
    const press = async (x, y) => {
      await page.mouse.move(x, y);
      await page.waitForTimeout(PAUSE);
      await mark("click");
      await page.mouse.down();
      await page.waitForTimeout(PAUSE);
      await page.mouse.up();
      await page.waitForTimeout(PAUSE);
      await awaitTurn(page);
      await page.waitForTimeout(PAUSE);
      await mark("shown");
    };
    let moves = 0;
    for (; moves < MOVES && (await awaitTurn(page)) === "turn"; moves++) await act(page, press);
    const done = new Promise((finish) => session.once("Tracing.tracingComplete", finish));
    await session.send("Tracing.end");
    await done;
    const longest = tasks(events).map((ms) => SLOWER * ms);
    const shown = longest.slice(0, moves);
    const mean = shown.reduce((a, b) => a + b, 0) / moves;
    console.log(`${map}: ${moves} clicks at 1/${SLOWER} speed: longest task ${longest[0]?.toFixed(1)} ms, mean of the ${moves} longest ${mean.toFixed(1)} ms`);
    assert.ok(longest.length > 0, "nothing was traced");
  });
