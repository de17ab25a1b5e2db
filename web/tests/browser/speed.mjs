/*
 * How quick the page is, measured in Chromium: bytes of the first load, time until it can be used, layout shift, and the work
 * of the main thread after a move, as a processor four times slower would need for it.
 *
 * What counts is the processor's time, not the clock's, so that others who use the machine matter little (they do a bit: the same loop
 * is run beside it for comparison). From the first click of a game on, and from a click until one may click again, everything counts: the
 * click, what the bots do meanwhile, and whatever follows. A frame is the task that draws it, style and layout and paint, together with the
 * scripts since the frame before, as far back as a sixtieth of a second. Of each click the most laborious frame and the longest task are kept;
 * those of the first clicks, when much is done for the first time, are told apart too. What the test does to find
 * out where to click next is left out, since it makes the browser lay out the page; so is a click that ends the game, since another screen
 * follows (a rematch is played then). For comparison, on the same table when it has come to rest: frames in which one word changes and nothing else, which is what the
 * browser needs for any frame of this page. Only what no machine changes is judged.
 *
 *   node [--test-name-pattern=MAP] web/tests/browser/speed.mjs [--clicks N] [--why] [--throttle]
 *
 * With --why the longest frames are told with what they are made of and what changed in them. To know that takes time itself: figures are those without it.
 * With --throttle Chromium slows the page down itself, as its developer tools do, by stopping it again and again. That is nearer to a slow device, since the
 * clock runs on, but times differ more from one run to the next.
 *
 * SPDX-License-Identifier: MIT
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { MAPS, server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";
import { frames, startTrace } from "./trace.mjs";

const LOAD_LIMIT = 300_000;
const SLOWER = 4;
/** What a sixtieth of a second leaves for a frame, in milliseconds. */
const GOAL = 16;
/** The rounds of the loop for comparison. */
const LOOP = 5_000_000;
/** Frames in which one word changes. */
const SMALL = 60;
/** Clicks of a map, and how many of them are the first; frames that are explained. */
const option = process.argv.indexOf("--clicks");
const CLICKS = option < 0 ? 80 : Number(process.argv[option + 1]);
const FIRST = 8;
const WORST = 20;
const why = process.argv.includes("--why");
const throttle = process.argv.includes("--throttle");
/** Between what a hand does, and after everything is shown: milliseconds. */
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

/** "median, 95th percentile, longest" of some times. */
function figures(times) {
  const sorted = [...times].sort((a, b) => a - b);
  if (sorted.length === 0) return "(none)";
  const at = (part) => sorted[Math.ceil(part * sorted.length) - 1]?.toFixed(1);
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
}

/** How many times miss the goal. */
const over = (times) => times.filter((ms) => ms >= GOAL).length;

/** Marks in the trace what is changed by a script, by the nearest classes around it. */
function markChanges() {
  const name = (node) => {
    const element = node.closest ? node : node.parentElement;
    const named = element?.closest("[class^=tb-], .board-sheet > svg > g, main");
    return named?.getAttribute("class") ?? element?.localName ?? node.nodeName;
  };
  new MutationObserver((changes) => {
    const counts = new Map();
    for (const { target } of changes) counts.set(name(target), (counts.get(name(target)) ?? 0) + 1);
    for (const [what, times] of counts) performance.mark(`~${what} ×${times}`);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Frames in which one word changes. */
async function changeWord(count) {
  const word = document.querySelector(".tb-status span").firstChild;
  const before = word.data;
  for (let i = 0; i < count; i++) {
    word.data = `${before}${i % 2 === 0 ? "!" : ""}`;
    await new Promise((done) => requestAnimationFrame(done));
  }
}

function runLoop(rounds) {
  let state = 1;
  for (let i = 0; i < rounds; i++) state = (state * 48271) % 2147483647;
  return state;
}

/** Waits in the page until one may click again, "turn", or the game is "over". It looks when something has changed: looking now and then would be work in some frame. */
function shown() {
  return new Promise((done) => {
    const page = document.getElementById("page");
    const look = () => {
      const screen = page.lastElementChild;
      const what = screen.matches(".end") ? "over" : screen.matches('[data-mine="true"]') ? "turn" : null;
      if (what) observer.disconnect();
      if (what) done(what);
    };
    const observer = new MutationObserver(look);
    observer.observe(page, { childList: true });
    observer.observe(page.lastElementChild, { attributeFilter: ["data-mine"] });
    look();
  });
}

/** Plays on by clicks, each between the marks "click" and "shown"; returns for each whether it ended a game. */
async function play(page, mark) {
  const ended = [];
  const press = async (x, y) => {
    await page.mouse.move(x, y);
    await page.waitForTimeout(PAUSE);
    await mark("click");
    await page.mouse.down();
    await page.waitForTimeout(PAUSE);
    await page.mouse.up();
    await page.waitForTimeout(PAUSE);
    ended.push((await page.evaluate(shown)) === "over");
    await page.waitForTimeout(PAUSE);
    await mark("shown");
  };
  while (ended.length < CLICKS || ended.at(-1)) {
    if ((await awaitTurn(page)) === "turn") await act(page, press);
    else {
      await page.getByRole("button", { name: "Rematch" }).click();
      await page.locator("main.tb").waitFor();
    }
  }
  return ended;
}

/** The longest frames with what they are made of and what changed in them; before it, of how many frames over the goal each part is the largest. */
function explain(trace, all) {
  const told = all.sort((a, b) => b.ms - a.ms).map((frame) => ({ ...frame, ...trace.why(frame) }));
  const causes = new Map();
  for (const { parts } of told.filter(({ ms }) => ms >= GOAL)) causes.set(parts[0]?.[0], (causes.get(parts[0]?.[0]) ?? 0) + 1);
  console.log(`  largest part of the frames of ${GOAL} ms or more: ${[...causes].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
  for (const { ms, click, parts, marks } of told.slice(0, WORST)) {
    const changed = marks.filter((name) => name.startsWith("~")).map((name) => name.slice(1));
    console.log(`  ${ms.toFixed(1)} ms, click ${click}: ${parts.map(([kind, time]) => `${kind} ${time.toFixed(1)}`).join(", ")}; changed: ${changed.join(", ") || "nothing"}`);
  }
}

for (const map of MAPS)
  test(`redraw after a move: ${map}`, async () => {
    const { page, context } = await visitor();
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    if (why) await page.evaluate(markChanges);
    const session = await context.newCDPSession(page);
    if (throttle) await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const stop = await startTrace(session, { why, slower: throttle ? 1 : SLOWER });
    const mark = (name) => page.evaluate((text) => void performance.mark(text), name);
    const ended = await play(page, mark);
    await mark("small");
    await page.evaluate(changeWord, SMALL);
    await mark("smalls");
    await mark("loop");
    await page.evaluate(runLoop, LOOP);
    await mark("looped");
    const trace = await stop();
    const most = (times) => Math.max(0, ...times);
    const clicks = trace.between("click", "shown").map((tasks, click) => ({
      longest: most(tasks.map(({ ms }) => ms)),
      frames: frames(tasks).map((frame) => ({ ...frame, click })),
    })).filter((_, i) => !ended[i]);
    const all = clicks.flatMap((click) => click.frames);
    const times = all.map(({ ms }) => ms);
    const laborious = clicks.map((click) => most(click.frames.map(({ ms }) => ms)));
    const small = frames(trace.between("small", "smalls").flat()).map(({ ms }) => ms);
    const loop = most(trace.between("loop", "looped").flat().map(({ ms }) => ms)) / SLOWER;
    console.log(
      `${map}: ${clicks.length} clicks at 1/${SLOWER} speed, median / 95th percentile / longest in ms: ` +
        `all ${all.length} frames ${figures(times)} (${over(times)} of ${GOAL} or more), ` +
        `most laborious frame of a click ${figures(laborious)} (${over(laborious)} of ${GOAL} or more; the first ${FIRST} clicks ${figures(laborious.slice(0, FIRST))}), ` +
        `longest task of a click ${figures(clicks.map(({ longest }) => longest))}, ` +
        `${small.length} frames with one word changed ${figures(small)}; the loop took ${loop.toFixed(0)} ms`,
    );
    if (why) explain(trace, all);
    assert.ok(all.length > clicks.length, "nothing was traced");
  });
