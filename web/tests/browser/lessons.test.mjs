/*
 * The guided games on their screens: each of them to its end with nothing but keys. At every step the keyboard is on something that is of
 * use and in sight, the step is read out once, and axe finds nothing. Left in their midst and gone on with; and nothing lies upon what
 * they ask for.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../bundle.mjs";
import { findings } from "./axe.mjs";
import { DESKTOP, eventually, server, visitor } from "./harness.mjs";
import { awaitTurn, tabTo } from "./player.mjs";

const { lessons, targetOf } = await load("learn/lessons.ts");
const { origin } = await server();
const LOW = { width: 360, height: 640 };
const HIGH = { width: 390, height: 844 };

/** In the page: what is put into a live region that was there before, which is what a screen reader reads out. */
function listen() {
  globalThis.readOut = [];
  const LIVE = "[role=status], [role=alert], [role=log], [aria-live]";
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const regions = changes.flatMap(({ target, type, addedNodes }) =>
      type === "characterData" ? [target.parentElement?.closest(LIVE)] : [...addedNodes].some((node) => node.textContent !== "") ? [target.closest?.(LIVE)] : []);
    for (const region of new Set(regions)) if (region && !added.some((node) => node.contains(region))) globalThis.readOut.push(region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** In the page: what has the keyboard, and what is wrong with that; "" if nothing is. */
function keyboard() {
  const at = document.activeElement;
  if (!at || at === document.body) return { at: "nothing", wrong: "the focus is lost" };
  const name = at.getAttribute("aria-label") ?? at.textContent.trim().replace(/\s+/g, " ");
  const said = `${at.localName}.${at.getAttribute("class") ?? ""} “${name.slice(0, 60)}”`;
  const { left, top, right, bottom } = at.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const met = document.elementFromPoint(x, y);
  const wrong = [
    at.matches("h1, [aria-hidden=true], [aria-hidden=true] *") && "it is of no use",
    at.matches(":disabled") && "it is disabled",
    !at.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && "it is not drawn",
    (left >= innerWidth || top >= innerHeight || right <= 0 || bottom <= 0) && "it is off the screen",
    /* a route is met through the glass upon the board */
    !(met && (met.contains(at) || at.contains(met) || met.closest("label, .board-sheet")?.contains(at))) && `it lies below ${met?.className}`,
  ].filter(Boolean);
  return { at: said, wrong: wrong.join(", ") };
}

const focusIn = (page, selector) => page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector);

/** The step that is shown, when one may act and all is at rest; 0 when the lesson is over. */
async function step(page) {
  await awaitTurn(page);
  /* what follows from a move comes in two frames */
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));
  return page.evaluate(() => Number(document.querySelector(".tb-lesson")?.dataset.step ?? 0));
}

/** What has the keyboard is of use and in sight, as soon as what is shown is at rest. */
async function assertKeyboard(page, where) {
  await eventually(async () => {
    const { at, wrong } = await page.evaluate(keyboard);
    assert.equal(wrong, "", `${where}: ${at}`);
  });
}

/** How often the text of the step was read out. */
const timesReadOut = (page) => page.evaluate(() => {
  const text = document.querySelector(".tb-lesson [role=status]").textContent;
  return globalThis.readOut.filter((said) => said.includes(text)).length;
});

/** What the step asks to be chosen on the board lies in sight, and below nothing, nor below what is said of it. */
async function assertInSight(page, id, where) {
  const target = targetOf(id);
  await eventually(async () => {
    const met = await page.evaluate((thing) => {
      const parts = [...document.querySelectorAll(thing.includes("/") ? `[data-route="${thing}"] .space` : `[data-location="${thing}"] .disc`)];
      const tip = document.querySelector(".board-tip.shown")?.getBoundingClientRect();
      return parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        if (tip && x < tip.right && x + width > tip.left && y < tip.bottom && y + height > tip.top) return "its tip";
        const upon = document.elementFromPoint(x + width / 2, y + height / 2);
        return upon?.closest(".board-sheet") ? "" : `${upon?.className ?? "nothing"}`;
      });
    }, target);
    assert.ok(met.length > 0 && met.every((upon) => upon === ""), `${where}: ${target} lies below ${met}`);
  });
}

/** The place where a station is to be built is the first of the list. */
async function assertPlace(page) {
  if (await focusIn(page, '[data-prompt="stations"]')) await eventually(async () => assert.ok(await focusIn(page, `[data-location="${targetOf("stations")}"]`)));
}

/** Does with keys what the step asks for, from where the focus is. */
async function answer(page) {
  if (await focusIn(page, '[data-prompt="keep"]')) {
    await page.keyboard.press("Space");
    await page.locator(".tb-prompt [type=submit]:enabled").waitFor();
  } else if (await focusIn(page, '[data-prompt="passengers"]')) {
    await page.keyboard.press("Enter");
    await tabTo(page, ".tb-prompt [type=submit]");
  }
  const before = await page.evaluate(() => document.querySelector("main").innerText);
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => document.querySelector("main").innerText !== text, before);
}

/** From a link or button of a list, reached by Tab. */
async function follow(page, selector) {
  await page.locator(selector).waitFor();
  await tabTo(page, selector);
  await page.keyboard.press("Enter");
}

/** Left by a reload, and by the list, it goes on where it was, with the keyboard there. */
async function resume(page, id, at, where) {
  for (const leave of ["reload", "list"]) {
    if (leave === "reload") await page.reload();
    else {
      await page.goto(`${origin}/learn`);
      await follow(page, `[data-lesson="${id}"] a.button`);
    }
    await page.locator(".tb-lesson").waitFor();
    assert.equal(await step(page), at, `${where}, ${leave}`);
    await assertKeyboard(page, `${where}, ${leave}`);
    assert.equal(await timesReadOut(page), 1, `${where}, ${leave}: it is read out once`);
  }
}

for (const viewport of [DESKTOP, LOW, HIGH])
  for (const id of lessons)
    test(`the lesson ${id} by keys alone, on ${viewport.width} by ${viewport.height} pixels`, async () => {
      const { page, errors, context } = await visitor({ viewport });
      await page.addInitScript(listen);
      await page.goto(origin);
      await follow(page, '.home-continue a[href="/learn"]');
      await follow(page, `[data-lesson="${id}"] button`);
      await page.locator(".tb-lesson").waitFor();
      const seen = new Set();
      for (let at = await step(page), pressed = 0; at > 0; at = await step(page), pressed++) {
        const where = `step ${at}, after ${pressed} keys`;
        await assertKeyboard(page, where);
        assert.equal(await timesReadOut(page), 1, `${where}: it is read out once`);
        const asks = (await page.locator(".tb-lesson button").count()) === 0;
        if (asks && id !== "first" && (await page.locator(".tb-prompt").count()) === 0) await assertInSight(page, id, where);
        await assertPlace(page);
        if (!seen.has(at)) {
          seen.add(at);
          assert.deepEqual(await findings(page), [], where);
          if (at === 2 || at === 7) await resume(page, id, at, where);
        }
        assert.ok(pressed < 80, `${where}: it does not come to an end`);
        if (asks) await answer(page);
        else {
          assert.ok(await focusIn(page, ".tb-lesson button"), `${where}: ${(await page.evaluate(keyboard)).at}`);
          await page.keyboard.press("Enter");
        }
      }
      assert.deepEqual([...seen], Array.from({ length: id === "first" ? 10 : 3 }, (_, i) => i + 1));
      await assertKeyboard(page, "at the end");
      await page.goto(`${origin}/learn`);
      await page.locator(`[data-lesson="${id}"] .badge`).waitFor();
      assert.deepEqual(await findings(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0);
      assert.deepEqual(errors, []);
      await context.close();
    });

test("who is quicker than the bot has the keyboard where it is needed, once it is their turn", async () => {
  const { page, errors, context } = await visitor();
  /* the bot moves when it is let */
  await page.addInitScript(() => {
    const held = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      const go = () => send.call(this, message, ...rest);
      if (message.do === "go" && globalThis.holds) held.push(go);
      else go();
    };
    globalThis.letGo = () => { globalThis.holds = false; for (const go of held) go(); };
  });
  await page.goto(`${origin}/learn`);
  await follow(page, '[data-lesson="first"] button');
  const at = (n, selector) => page.waitForFunction(([which, wanted]) => document.querySelector(`.tb-lesson[data-step="${which}"]`) && document.activeElement?.closest(wanted), [n, selector]);
  await at(1, ".tb-lesson button");
  await page.keyboard.press("Enter");
  await at(2, '[data-prompt="keep"]');
  await page.keyboard.press("Space");
  await page.locator(".tb-prompt [type=submit]:enabled").waitFor();
  await page.keyboard.press("Enter");
  await at(3, ".tb-lesson button");
  await page.keyboard.press("Enter");
  await at(4, ".tb-pile");
  await page.keyboard.press("Enter");
  await page.locator(".tb-status", { hasText: "draw one more card" }).waitFor();
  await at(4, ".tb-pile");
  await page.evaluate(() => void (globalThis.holds = true));
  await page.keyboard.press("Enter");
  for (const n of [5, 6]) {
    await at(n, ".tb-lesson button");
    await page.keyboard.press("Enter");
  }
  await at(7, ".tb-lesson summary");
  assert.equal(await page.locator('main.tb[data-mine="true"]').count(), 0, "the bot is still to move");
  await page.evaluate(() => globalThis.letGo());
  await awaitTurn(page);
  await at(7, ".tb-actions");
  assert.deepEqual(errors, []);
  await context.close();
});

test("the lesson of ferries lights its route", async () => {
  const { page, errors, context } = await visitor();
  await page.goto(`${origin}/learn`);
  await page.getByRole("button", { name: "Begin: Ferries" }).click();
  await page.locator(".tb-lesson").getByRole("button", { name: "Next" }).click();
  await page.locator(".halo.lit").first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
