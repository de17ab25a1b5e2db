/*
 * How quick the page is, measured in Chromium: bytes of the first load, time until it can be used, work of the main thread
 * after a move with a processor four times slower, and layout shift. Timings depend on the machine and on who else uses it: they
 * are printed, and only what does not is judged.
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
const MOVES = 40;
const SLOWER = 4;

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

/** The longest tasks of the page's main thread, in milliseconds, from a trace. */
function tasks(events) {
  const main = events.find((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain");
  return events
    .filter((e) => e.ph === "X" && e.pid === main?.pid && e.tid === main?.tid && /RunTask/.test(e.name))
    .map((e) => e.dur / 1000)
    .sort((a, b) => b - a);
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
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const events = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] } });
    let moves = 0;
    for (; moves < MOVES && (await awaitTurn(page)) === "turn"; moves++) await act(page);
    const done = new Promise((finish) => session.once("Tracing.tracingComplete", finish));
    await session.send("Tracing.end");
    await done;
    const longest = tasks(events);
    const at = (share) => (longest[Math.floor(longest.length * share)] ?? 0).toFixed(1);
    console.log(`${map}: ${moves} clicks at 1/${SLOWER} speed: longest task ${at(0)} ms, of each hundred tasks the longest ${at(0.01)} ms`);
    assert.ok(longest.length > 0, "nothing was traced");
  });
