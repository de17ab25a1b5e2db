/*
 * The board in a browser, by itself: what Chromium draws is what art/ measured, and it is played by pointer,
 * finger and keyboard.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { bundle } from "../../build.mjs";
import { MAPS, visitor } from "./harness.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { advances } = read("../../art/metrics.json");
const types = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'";

const out = mkdtempSync(join(tmpdir(), "linea-board-"));
await bundle(["../tests/browser/board-page.tsx"], out, { splitting: true, entryNames: "[name]" });
const html =
  '<!doctype html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/board-page.css">' +
  '<div id="page"></div><script type="module" src="/board-page.js"></script>';
const server = createServer(({ url }, answer) => {
  const name = url.slice(1);
  if (name === "") return answer.writeHead(200, { "content-type": "text/html", "content-security-policy": csp }).end(html);
  if (!readdirSync(out).includes(name)) return answer.writeHead(404).end();
  answer.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" }).end(readFileSync(join(out, name)));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
after(() => {
  server.close();
  rmSync(out, { recursive: true });
});

/** A page with a board; errors and what the policy refuses fail the test. */
async function board(props, options = {}) {
  const { page, context, errors } = await visitor({ viewport: { width: 1280, height: 860 }, ...options });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate((props) => window.show(props), props);
  await page.waitForSelector(".board-sheet .route");
  await page.evaluate(() => document.fonts.ready);
  return {
    page,
    chosen: () => page.evaluate(() => window.chosen),
    scale: () => page.evaluate(() => new DOMMatrix(getComputedStyle(document.querySelector(".board-sheet")).transform).a),
    close: async () => {
      await context.close();
      assert.deepEqual(errors, []);
    },
  };
}

/** Waits for what a browser does in its own time. */
async function comesTrue(is, what) {
  for (let i = 0; i < 300; i++) {
    if (await is()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail(what);
}

/** Where the middle of the first thing is on the screen. */
const middle = (page, selector) =>
  page.evaluate((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, selector);

for (const map of MAPS)
  test(`${map}: Chromium sets every name as it was measured, and draws every space`, async () => {
    const file = read(`../../../maps/${map}.json`);
    const drawing = read(`../../art/${map}.json`);
    const { page, close } = await board({ map });
      assert.equal(await page.locator(".board-sheet .space").count(), file.routes.reduce((sum, { length }) => sum + length, 0));
    for (const language of Object.keys(file.name)) {
      await page.evaluate((language) => window.show({ language }), language);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))).then(() => document.fonts.ready));
      const lines = await page.evaluate(() => {
        const context = document.createElement("canvas").getContext("2d");
        return Array.from(document.querySelectorAll(".board-sheet .name tspan"), (line) => {
          const { fontWeight, fontFamily } = getComputedStyle(line);
          context.font = `${fontWeight} 100px ${fontFamily}`;
          const ink = context.measureText(line.textContent);
          return { text: line.textContent, width: line.getComputedTextLength(), up: ink.actualBoundingBoxAscent, down: ink.actualBoundingBoxDescent };
        });
      });
      const names = file.locations.map(({ name }) => name[language]).join(" ");
      assert.equal(lines.map(({ text }) => text).join(" "), names, "all names, in this language");
      for (const { text, width, up, down } of lines) {
        const measured = [...text].reduce((sum, letter) => sum + advances[letter], 0) * drawing.text;
        /* letters are measured one by one: pairs such as "To" stand closer, by more in some versions than in others */
        assert.ok(width <= measured * 1.02 + 0.5 && width >= measured * 0.97 - 0.5, `${text}: ${width} wide, measured ${measured}`);
        assert.ok(up <= 78 && down <= 25, `${text}: ${up} up, ${down} down of 100`);
      }
    }
    await close();
  });

for (const map of MAPS)
  test(`${map}: what is drawn on spaces and locations stays on them`, async () => {
    const file = read(`../../../maps/${map}.json`);
    const passengers = Object.fromEntries(file.locations.map(({ id, passengers = 0 }) => [id, { blue: passengers }]));
    const { page, close } = await board({ map, passengers });
    const outside = await page.evaluate(() => {
      const inside = (a, b, over = 0) => a.x >= b.x - over && a.y >= b.y - over && a.x + a.width <= b.x + b.width + over && a.y + a.height <= b.y + b.height + over;
      const found = [];
      for (const place of document.querySelectorAll(".location"))
        for (const drawn of place.querySelectorAll(".worth, .star, .person"))
          /* passengers who stand together may reach over the edge a little: they are larger for it */
          if (!inside(drawn.getBBox(), place.querySelector(".disc").getBBox(), drawn.matches(".person") ? 4 : 0)) found.push(place.dataset);
      for (const route of document.querySelectorAll(".route:has(> .sign)")) {
        const spaces = [...route.querySelectorAll(".space")];
        const sign = route.querySelector(".sign");
        const end = sign.getTotalLength();
        for (let i = 0; i < 60; i++) {
          const point = sign.getPointAtLength((end * i) / 60);
          if (!spaces.some((space) => space.isPointInFill(point))) found.push(route.dataset);
        }
      }
      return found;
    });
    assert.deepEqual(outside, []);
    const signs = file.routes.filter(({ colour }) => colour !== "gray").length;
    assert.equal(await page.locator(".route > .sign").count(), signs);
    await close();
  });

test("what comes by another way while it is waited for is shown", async () => {
  const { page, close } = await board({ map: "new-york" });
  await page.evaluate(() => window.showLate());
  await page.getByText("it has come").waitFor();
  await close();
});

test("what can be chosen is chosen by pointer, also from nearby, and nothing else is", async () => {
  const { page, chosen, close } = await board({ map: "europe", choosable: { routes: ["paris/zurich"] } });
  const [x, y] = await middle(page, '[data-route="paris/zurich"] .space');
  await page.mouse.click(x, y);
  await page.mouse.click(x, y + 16);
  const [ox, oy] = await middle(page, '[data-route="angora/erzurum"] .space');
  await page.mouse.click(ox, oy);
  assert.deepEqual(await chosen(), ["paris/zurich", "paris/zurich"]);
  await close();
});

test("what is pointed at is named, and marked where it can be chosen", async () => {
  const { page, close } = await board({ map: "europe", choosable: { routes: ["paris/zurich"] } });
  const cursor = () => page.evaluate(() => getComputedStyle(document.querySelector(".board-glass")).cursor);
  await page.mouse.move(...(await middle(page, '[data-route="paris/zurich"] .space')));
  assert.equal(await page.locator("[data-pointed]").getAttribute("data-route"), "paris/zurich");
  assert.equal(await cursor(), "pointer");
  await page.mouse.move(...(await middle(page, '[data-location="wien"] .disc')));
  assert.equal(await page.locator(".board-tip.shown").textContent(), "Vienna");
  assert.equal(await page.locator("[data-pointed]").count(), 0);
  assert.notEqual(await cursor(), "pointer");
  await close();
});

test("locations and passengers are chosen; a passenger by its colour", async () => {
  const { page, chosen, close } = await board({
    map: "germany", passengers: { berlin: { red: 1, blue: 2 } }, choosable: { locations: ["kiel"], passengers: ["berlin"] },
  });
  assert.equal(await page.locator('[data-location="berlin"] [data-passenger]').count(), 3);
  await page.mouse.click(...(await middle(page, '[data-passenger="red"]')));
  await page.mouse.click(...(await middle(page, '[data-location="kiel"] .disc')));
  assert.deepEqual(await chosen(), ["berlin:red", "kiel"]);
  await page.evaluate(() => window.show({ passengers: { berlin: { blue: 2 } }, choosable: {} }));
  assert.equal(await page.locator('[data-location="berlin"] [data-passenger="red"]').count(), 0);
  assert.equal(await page.locator('[data-location="berlin"] [data-passenger="blue"]').count(), 2);
  await close();
});

test("the keyboard reaches everything that can be chosen, by name, and chooses it", async () => {
  const { page, chosen, close } = await board({ map: "london", choosable: { routes: ["kings-cross/regents-park", "big-ben/waterloo"] } });
  await page.locator(".board").focus();
  const labels = [];
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press("Tab");
    labels.push(await page.evaluate(() => document.activeElement.getAttribute("aria-label")));
    await page.keyboard.press(i === 0 ? "Enter" : "Space");
  }
  assert.deepEqual(labels, ["about big-ben/waterloo", "about kings-cross/regents-park"]);
  assert.deepEqual(await chosen(), ["big-ben/waterloo", "kings-cross/regents-park"]);
  assert.equal(await page.getByRole("button", { name: "about big-ben/waterloo" }).count(), 1);
  await close();
});

test("a pinch on a trackpad zooms in Safari too, and not the page", async () => {
  const { page, scale, close } = await board({ map: "europe" });
  const whole = await scale();
  /* Chromium has no such events: they are made here */
  const gesture = (name, size) =>
    page.evaluate(([kind, by]) => {
      const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { scale: by, clientX: 640, clientY: 430 });
      document.querySelector(".board-glass").dispatchEvent(event);
      return event.defaultPrevented;
    }, [name, size]);
  assert.equal(await gesture("gesturestart", 1), true);
  await gesture("gesturechange", 1.5);
  await gesture("gesturechange", 2);
  await comesTrue(async () => Math.abs((await scale()) - 2 * whole) < 1e-3, "as far as the fingers went");
  await gesture("gesturestart", 1);
  await gesture("gesturechange", 0.75);
  await comesTrue(async () => Math.abs((await scale()) - 1.5 * whole) < 1e-3, "the next one begins where it ended");
  await close();
});

test("wheel, keys, buttons and double taps zoom; dragging pans and chooses nothing", async () => {
  const { page, chosen, scale, close } = await board({ map: "europe", choosable: { routes: ["paris/zurich"] } });
  const whole = await scale();
  await page.mouse.move(640, 430);
  await page.mouse.wheel(0, -400);
  await comesTrue(async () => (await scale()) > whole * 1.5, "the wheel zooms");
  const [x, y] = await middle(page, '[data-route="paris/zurich"] .space');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 40, { steps: 4 });
  await page.mouse.up();
  await comesTrue(async () => {
    const [nx, ny] = await middle(page, '[data-route="paris/zurich"] .space');
    return Math.abs(nx - x - 90) < 2 && Math.abs(ny - y - 40) < 2;
  }, "the board goes along");
  assert.deepEqual(await chosen(), []);
  await page.locator(".board").focus();
  await page.keyboard.press("0");
  await comesTrue(async () => Math.abs((await scale()) - whole) < 1e-3, "0 shows the whole board");
  await page.keyboard.press("+");
  await comesTrue(async () => (await scale()) > whole, "+ zooms");
  await page.keyboard.press("0");
  await page.mouse.dblclick(20, 20);
  await comesTrue(async () => (await scale()) > whole * 2, "a double tap zooms");
  await page.getByRole("button", { name: "Whole board" }).click();
  await comesTrue(async () => Math.abs((await scale()) - whole) < 1e-3, "the button shows the whole board");
  await close();
});

test("a button that is let go beside the board does not drag it afterwards", async () => {
  const { page, scale, close } = await board({ map: "europe" });
  const whole = await scale();
  const frame = await page.locator(".board").boundingBox();
  await page.mouse.move(frame.x + 20, frame.y + 20);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width + 20, frame.y + 20, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(frame.x + 200, frame.y + 200);
  await page.mouse.wheel(0, -400);
  await comesTrue(async () => (await scale()) > whole * 1.5, "the wheel zooms");
  const transform = () => page.locator(".board-sheet").evaluate((sheet) => sheet.style.transform);
  const before = await transform();
  await page.mouse.move(frame.x + 300, frame.y + 260, { steps: 4 });
  assert.equal(await transform(), before);
  await close();
});

test("two fingers zoom on a phone, where the whole board is as wide as the screen", async () => {
  const { page, scale, close } = await board({ map: "germany" }, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const whole = await scale();
  assert.ok(Math.abs(whole * 1100 - 360) < 1);
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, apart) =>
    fingers.send("Input.dispatchTouchEvent", {
      type, touchPoints: apart === 0 ? [] : [{ x: 180 - apart, y: 300, id: 1 }, { x: 180 + apart, y: 300, id: 2 }],
    });
  await touch("touchStart", 30);
  for (const apart of [40, 55, 70, 90]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await comesTrue(async () => Math.abs((await scale()) / whole - 3) < 0.3, "three times as far apart, three times as large");
  await close();
});

test("on a phone the board comes near for passengers, a finger picks one, and it goes back", async () => {
  const { page, scale, chosen, close } = await board({ map: "germany" }, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const whole = await scale();
  await page.evaluate(() => window.show({ passengers: { kiel: { red: 1 }, rostock: { blue: 1 } }, choosable: { passengers: ["kiel", "rostock"] } }));
  await comesTrue(async () => (await scale()) > whole * 2, "the board comes near");
  const [x, y] = await middle(page, '[data-passenger="blue"]');
  await page.touchscreen.tap(x + 12, y + 9);
  await comesTrue(async () => (await chosen()).length > 0, "somebody is picked");
  assert.deepEqual(await chosen(), ["rostock:blue"]);
  await page.evaluate(() => window.show({ choosable: {} }));
  await comesTrue(async () => Math.abs((await scale()) - whole) < 1e-3, "the board goes back");
  await close();
});

test("what comes into view later stays there when what was looked at before is over, and then the board goes back", async () => {
  const { page, scale, close } = await board({ map: "germany" }, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const whole = await scale();
  await page.locator('[aria-label="Read the names"]').click();
  await comesTrue(async () => (await scale()) > whole * 1.2, "the board comes near");
  const near = await scale();
  const seen = (id) => page.evaluate((location) => {
    const frame = document.querySelector(".board").getBoundingClientRect();
    const { left, right, top, bottom } = document.querySelector(`[data-location="${location}"] .disc`).getBoundingClientRect();
    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
  }, id);
  await page.evaluate(() => window.show({ look: ["konstanz", "munchen"] }));
  await comesTrue(() => seen("konstanz"), "what was claimed is seen");
  await page.evaluate(() => window.show({ look: ["konstanz", "munchen"], passengers: { kiel: { red: 1 }, munchen: { red: 1 } }, choosable: { passengers: ["kiel", "munchen"] } }));
  const both = async () => (await seen("kiel")) && seen("munchen");
  await comesTrue(both, "who is to be picked is seen");
  await page.evaluate(() => window.show({ look: [] }));
  await comesTrue(() => page.evaluate(() => document.querySelector(".board-sheet").getAnimations().length === 0), "it rests");
  assert.ok(await both(), "who is to be picked is still seen");
  await page.setViewportSize({ width: 400, height: 500 });
  await page.waitForFunction(() => innerHeight === 500);
  await comesTrue(both, "in a smaller window, too");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => window.show({ choosable: {} }));
  await comesTrue(async () => Math.abs((await scale()) - near) < 1e-3, "the board goes back");
  await close();
});

test("a claimed route has a vehicle on every space, and a station stands at its location", async () => {
  const { page, close } = await board({ map: "europe" });
  await page.evaluate(() => window.show({ routes: { "petrograd/stockholm": 3 }, stations: { wien: 1 } }));
  const bodies = await page.locator('[data-claim="petrograd/stockholm"] .body').getAttribute("d");
  assert.equal(bodies.split("M").length - 1, 8);
  assert.equal(await page.locator('[data-location="wien"] use[href="#station-1"]').count(), 1);
  await page.evaluate(() => window.show({ routes: {}, stations: {} }));
  assert.equal(await page.locator(".piece").count(), 0);
  await close();
});
