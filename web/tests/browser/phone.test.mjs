/*
 * On a phone of 360 pixels: a whole game by touch, and nothing wider than the screen on any of the screens.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, MAPS, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn, finalScore, play } from "./player.mjs";

const { origin } = await server();
const phone = { viewport: PHONE, hasTouch: true, isMobile: true };

const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** How high names are on the screen, and how many of them are seen. */
const names = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector(".tb-board").getBoundingClientRect();
    const scale = new DOMMatrix(getComputedStyle(document.querySelector(".board-sheet")).transform).a;
    const all = [...document.querySelectorAll(".board-sheet .name")];
    const inside = ({ left, right, top, bottom }) => left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
    return {
      height: Math.min(...all.map((name) => parseFloat(getComputedStyle(name).fontSize) * scale)),
      seen: all.filter((name) => inside(name.getBoundingClientRect())).length,
      all: all.length,
    };
  });

/** Names that a button beside the board lies upon. */
const behindButtons = (page) =>
  page.evaluate(() => {
    const seen = Array.from(document.querySelectorAll(".board-controls button")).filter((button) => button.checkVisibility({ visibilityProperty: true }));
    const buttons = seen.map((button) => button.getBoundingClientRect());
    const covered = ({ left, right, top, bottom }) => buttons.some((b) => left < b.right && right > b.left && top < b.bottom && bottom > b.top);
    return Array.from(document.querySelectorAll(".board-sheet .name")).filter((name) => covered(name.getBoundingClientRect())).map((name) => name.textContent);
  });

for (const map of MAPS)
  test(`${map} opens so that its names can be read, and one button shows all of it and goes back`, async () => {
    const { page, errors } = await visitor(phone);
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    const opened = await names(page);
    assert.ok(opened.height >= 9, `names are ${opened.height} pixels high`);
    /* the question leaves a board a strip: how many of its names lie there is up to the deal */
    assert.ok(opened.seen >= 1);
    while (await page.locator(".tb-prompt").count()) {
      await act(page);
      await awaitTurn(page);
    }
    const { seen } = await names(page);
    assert.ok(seen >= 4, `${seen} names are seen`);
    await page.getByRole("button", { name: "Whole board" }).tap();
    await page.locator(".board.whole").waitFor();
    const whole = await names(page);
    assert.equal(whole.seen, whole.all);
    await page.getByRole("button", { name: "Read the names" }).tap();
    await page.locator(".board:not(.whole)").waitFor();
    assert.ok((await names(page)).height >= 9);
    assert.deepEqual(errors, []);
  });

for (const map of MAPS)
  test(`no name of ${map} is behind a button when all of it is shown`, async () => {
    const { page, context } = await visitor(phone);
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    await page.getByRole("button", { name: "Whole board" }).tap();
    await page.locator(".board.whole").waitFor();
    /* a question leaves the board less room */
    await page.locator(".tb-prompt").waitFor();
    assert.deepEqual(await behindButtons(page), [], "while something is asked");
    while (await page.locator(".tb-prompt").count()) {
      await act(page);
      await awaitTurn(page);
    }
    await page.locator(".board.whole").waitFor();
    assert.deepEqual(await behindButtons(page), []);
    /* a server has so many connections for one address */
    await context.close();
  });

test("around the table a finger has 40 pixels for whatever it presses", async () => {
  const { page, context } = await visitor(phone);
  for (const path of ["/", "/new/europe?mode=online", "/lobby", "/learn", "/puzzles", "/daily", "/analyse", "/pad", "/help/europe", "/account", "/ratings", "/cups", "/cups/new"]) {
    await page.goto(origin + path);
    await page.locator("main h1").waitFor();
    await page.locator(".foot").waitFor();
    const low = await page.evaluate(() =>
      Array.from(document.querySelectorAll(":is(button, select, summary, a, input:not([type=radio], [type=checkbox])), .switch-field label, .segmented label"))
        /* a link in the middle of a sentence is as high as its line */
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".visually-hidden, .skip-link, p.hint a, p:not([class]) a:not(.button)"))
        .map((element) => ({ what: `${element.tagName} ${element.className} ${element.textContent.trim()}`, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height < 39.5));
    assert.deepEqual(low, [], path);
  }
  await context.close();
});

test("the lists of the lobby are not pushed down by what comes above them", async () => {
  const { page, context } = await visitor(phone);
  let give;
  const given = new Promise((done) => (give = done));
  await page.route(/\/now\.\w+\.js$/, async (route) => {
    await given;
    await route.continue();
  });
  const asked = page.waitForResponse(/stage=running/);
  await page.goto(`${origin}/lobby`);
  await (await asked).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const lists = page.getByRole("heading", { name: "Waiting for players" });
  assert.equal(await lists.count(), 0);
  give();
  await lists.waitFor();
  assert.equal(await page.getByRole("heading", { name: "Play now" }).count(), 1);
  await context.close();
});

for (const map of MAPS)
  test(`on a low phone all tickets to choose from on ${map} are seen at once, and a part of the board with them`, async () => {
    const { page, errors } = await visitor({ ...phone, viewport: { width: 360, height: 640 } });
    await page.goto(`${origin}/play?map=${map}&seats=human,bot:easy`);
    await awaitTurn(page);
    if (map === "germany") await page.locator('[data-prompt="mix"] [type=submit]').tap();
    await page.locator('[data-prompt="keep"]').waitFor();
    await eventually(async () => {
      const { board, hidden } = await page.evaluate(() => {
        const choices = document.querySelector(".tb-prompt .tb-choices");
        const { bottom } = choices.getBoundingClientRect();
        const cut = [...choices.querySelectorAll(".tb-offered")].filter((ticket) => ticket.getBoundingClientRect().bottom > bottom + 1);
        return { board: document.querySelector(".tb-board > .board").clientHeight, hidden: cut.length };
      });
      assert.ok(board >= 110 && hidden === 0, `the board has ${board} pixels, ${hidden} tickets are cut`);
    });
    assert.deepEqual(errors, []);
  });

test("a ticket that is chosen comes into view with both of its places", async () => {
  const { page } = await visitor(phone);
  await page.goto(origin);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  await awaitTurn(page);
  /* the tickets of the beginning are kept; after a claim there might be a tunnel's question, which no tab closes */
  await act(page);
  await awaitTurn(page);
  await page.locator('.tb-tabs [data-tab="tickets"]').tap();
  await page.locator(".tb-own").first().waitFor();
  for (const ticket of await page.locator(".tb-own").all()) {
    await ticket.tap();
    await page.waitForFunction(() => {
      const frame = document.querySelector(".tb-board").getBoundingClientRect();
      const places = Array.from(document.querySelectorAll(".location.lit .disc"), (disc) => disc.getBoundingClientRect());
      return places.length === 2 && places.every(({ left, right, top, bottom }) => left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom);
    });
  }
  await page.locator('.tb-own[aria-pressed="true"]').tap();
  /* places that were near each other never took all of the board: only the size of names shows that it has come back */
  await eventually(async () => assert.ok((await names(page)).height >= 9, "names can be read again"));
});

test("on a tablet upright the hand is beside the cards to draw", async () => {
  const { page, context } = await visitor({ viewport: { width: 800, height: 1100 } });
  await page.goto(origin);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  await awaitTurn(page);
  await act(page);
  await awaitTurn(page);
  const widths = await page.locator(".tb-slot").evaluateAll((slots) => slots.map((slot) => slot.getBoundingClientRect().width));
  assert.ok(widths.length > 0 && Math.min(...widths) >= 40, `the cards of the hand are ${widths} pixels wide`);
  await context.close();
});

test("nothing to press lies under the camera or the bar of a telephone, upright or lying down", async () => {
  for (const [viewport, insets] of [
    [{ width: 390, height: 844 }, { top: 59, bottom: 34 }],
    [{ width: 844, height: 390 }, { left: 59, right: 59, bottom: 21 }],
    [{ width: 1280, height: 800 }, { bottom: 20 }],
  ]) {
    const { page, context } = await visitor({ ...phone, viewport });
    const tools = await context.newCDPSession(page);
    await tools.send("Emulation.setSafeAreaInsetsOverride", { insets });
    await page.goto(`${origin}/play?map=london&seats=human,bot:easy`);
    await awaitTurn(page);
    const outside = await page.evaluate(
      ({ left = 0, top = 0, right = 0, bottom = 0 }) =>
        Array.from(document.querySelectorAll(".tb :is(button, a, input)"))
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => ({ name: element.className, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.left < left || box.top < top || box.right > innerWidth - right || box.bottom > innerHeight - bottom)
          .map(({ name }) => name),
      insets,
    );
    assert.deepEqual(outside, [], JSON.stringify(insets));
    await context.close();
  }
});

test("a tab closes the question that is in front of it", async () => {
  const { page } = await visitor(phone);
  await page.goto(origin);
  await page.locator('.home-card[data-map="london"] .home-start').click();
  await awaitTurn(page);
  await act(page);
  await awaitTurn(page);
  await page.locator('.tb-actions [aria-keyshortcuts="t"]').tap();
  await page.locator(".tb-prompt").waitFor();
  await page.locator('.tb-tabs [data-tab="players"]').tap();
  await page.locator(".tb-prompt").waitFor({ state: "detached" });
});

test("a question that must be answered steps back for what a tab shows, and comes back as it was", async () => {
  const { page, context, errors } = await visitor(phone);
  await page.goto(origin);
  await page.locator('.home-card[data-map="london"] .home-start').click();
  await awaitTurn(page);
  const keep = page.locator('.tb-prompt[data-prompt="keep"]');
  await keep.locator(".tb-offered").nth(1).tap();
  await page.locator('.tb-tabs [data-tab="players"]').tap();
  await keep.waitFor({ state: "hidden" });
  await page.locator(".tb-players").getByText("Nora 2").waitFor();
  await page.locator(".tb-recall").tap();
  await keep.waitFor();
  assert.deepEqual(await keep.locator("input").evaluateAll((inputs) => inputs.map(({ checked }) => checked)), [false, true]);
  await keep.locator('[type="submit"]').tap();
  await keep.waitFor({ state: "detached" });
  await awaitTurn(page);
  assert.equal(await page.locator(".tb-recall").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

for (const language of ["en", "it", "ro"])
  test(`what is to be done is not cut on a phone (${language})`, async () => {
    const { page, context } = await visitor({ ...phone, settings: { language } });
    await page.goto(origin);
    await page.locator('.home-card[data-map="london"] .home-start').click();
    await awaitTurn(page);
    const [words, room] = await page.locator(".tb-now b > span").first().evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    assert.ok(words <= room, `${words} pixels of words in ${room}`);
    await context.close();
  });

test("on a phone lying down the whole hand is seen at once", async () => {
  const { page, context } = await visitor({ ...phone, viewport: { width: 740, height: 360 } });
  await page.goto(origin);
  await page.locator('.home-card[data-map="europe"] .home-start').click();
  await awaitTurn(page);
  await act(page);
  await awaitTurn(page);
  const [hand, room] = await page.locator(".tb-hand").evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  assert.ok(hand <= room, `${hand} pixels of cards in ${room}`);
  await context.close();
});

for (const map of ["new-york", "europe"])
  test(`in a small window ${map} has its board beside the cards, as large as there is room for`, async () => {
    const { page, context } = await visitor({ viewport: { width: 960, height: 600 } });
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    const { width, height } = await page.locator(".tb-board").boundingBox();
    assert.ok(width >= 600 && height >= 500, `the board has ${width} × ${height}`);
    await context.close();
  });

for (const map of MAPS)
  test(`${map} fits a phone, and its questions can be answered there`, async () => {
    const { page, errors } = await visitor(phone);
    for (const path of ["/", "/lobby", `/new/${map}`, `/help/${map}`]) {
      await page.goto(origin + path);
      await page.locator("main h1").waitFor();
      assert.equal(await tooWide(page), false, `${path} is wider than the screen`);
    }
    await page.goto(origin);
    await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
    await awaitTurn(page);
    assert.equal(await tooWide(page), false, "the table is wider than the screen");
    await play(page, map === "new-york" ? {} : { clicks: 8 });
    if (map === "new-york") assert.match(await finalScore(page), /win|victory/);
    assert.equal(await tooWide(page), false);
    assert.deepEqual(errors, []);
  });
