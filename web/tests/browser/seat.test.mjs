/*
 * A seat stays its owner's: who is late, away and back, who gives up, pauses, the host, another device.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PATIENCE, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";

const { origin } = await server();

/** A table made by somebody who has a browser; they have the first seat. */
async function host(settings, options = {}) {
  const who = await visitor({ settings: { name: "Ann" }, ...options });
  await who.page.goto(`${origin}/lobby`);
  const game = await who.page.evaluate(async (asked) => {
    const call = async (path, body, token) =>
      (await fetch(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) } })).json();
    const { token } = await call("/api/guest", { name: "Ann" });
    localStorage.setItem("linea.token", token);
    return (await call("/api/games", asked, token)).game;
  }, { map: "new-york", first: 0, ...settings });
  await who.page.goto(`${origin}/g/${game}?seat=1`);
  await who.page.locator(".waiting-welcome button[type=submit]").click();
  return { ...who, game };
}

/** Somebody else takes a seat by its link. */
async function join2(game, name) {
  const who = await visitor({ settings: { name } });
  await who.page.goto(`${origin}/g/${game}?seat=2`);
  await who.page.locator(".waiting-welcome button[type=submit]").click();
  return who;
}

async function menu(page, item) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator(".tb-menu").getByRole("button", { name: item }).click();
}

const lines = (page) => page.locator(".tb-line").allInnerTexts();

/** Where the button is, as soon as it is there; `press` presses it. Bots play on quickly meanwhile. */
function whenBack(page, press) {
  return page.evaluate((pressed) => new Promise((done) => {
    const look = () => {
      const button = [...document.querySelectorAll(".tb-absent button")].find((one) => one.textContent === "I am back");
      if (!button) return;
      watch.disconnect();
      const { x, y, width, height } = button.getBoundingClientRect();
      const inSight = document.elementFromPoint(x + width / 2, y + height / 2) === button;
      if (pressed) button.click();
      done({ x, y, width, height, inSight });
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    look();
  }), press);
}

test("who is late loses a move, who is away comes back by a large button, on a phone too", { timeout: 180_000 }, async () => {
  const ann = await host({ seats: ["human", "bot:easy"], clock: 8 });
  const { page } = ann;
  await awaitTurn(page);
  const phone = await ann.context.newPage();
  await phone.setViewportSize(PHONE);
  await phone.goto(page.url());
  const boxes = Promise.all([whenBack(page, true), whenBack(phone, false)]);
  await page.locator(".tb-line", { hasText: "Your time has run out: a bot makes this move." }).first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".tb-absent button").count(), 0, "one late move is forgiven");
  for (const box of await boxes) assert.ok(box.inSight && box.height >= 44 && box.width >= 88, `large, and in sight: ${JSON.stringify(box)}`);
  const before = await lines(page);
  assert.ok(before.some((line) => line.startsWith("Ann (bot) ")), "the log says who has moved");
  assert.ok(!before.some((line) => /^You (draw|take|claim|keep)/.test(line)), "what a bot did is not said to be one's own doing");
  await page.locator(".tb-absent button").waitFor({ state: "detached" });
  await page.locator('.tb-line[data-what="back"]').waitFor({ state: "attached" });
  assert.equal(await page.locator(".tb-player", { hasText: "(away)" }).count(), 0);
  assert.deepEqual(ann.errors, []);
});

test("who has given up is not congratulated, and the result says who has played", async () => {
  const { page, errors } = await host({ seats: ["human", "bot:easy"] });
  await awaitTurn(page);
  await act(page);
  await menu(page, "Give up…");
  await page.getByRole("button", { name: "Give up", exact: true }).click();
  const verdict = page.locator(".end-verdict strong");
  await verdict.waitFor({ timeout: 120_000 });
  assert.doesNotMatch(await verdict.innerText(), /You win/);
  assert.equal(await page.locator(".cheer").count(), 0);
  assert.match(await page.locator(".end-played").innerText(), /Ann: played by a bot since move \d+/);
  assert.deepEqual(errors, []);
});

test("a pause that both agree to stops the clock, and either ends it", async () => {
  const ann = await host({ seats: ["human", "human"], clock: 600 });
  const bob = await join2(ann.game, "Bob");
  await awaitTurn(ann.page);
  await menu(bob.page, "Ask for a pause");
  await ann.page.getByText("A pause? Bob would like one.").waitFor();
  await ann.page.getByRole("button", { name: "Agree" }).click();
  for (const { page } of [ann, bob]) {
    await page.locator(".tb-absent", { hasText: "The game is paused." }).waitFor();
    await page.waitForFunction(() => document.querySelector(".tb-clock") === null);
  }
  await bob.page.getByRole("button", { name: "Go on", exact: true }).click();
  await ann.page.locator(".tb-absent").waitFor({ state: "detached" });
  await ann.page.locator(".tb-clock").first().waitFor();
  await act(ann.page);
  assert.deepEqual([...ann.errors, ...bob.errors], []);
});

test("the host fills seats, changes the board, sends somebody away and begins at once", async () => {
  const ann = await host({ seats: ["human", "human", "human"] });
  /* names that differ in signs alone look alike */
  const eve = await join2(ann.game, "Ann.");
  await eve.page.getByText("Somebody at this table is called that, or so that one might take you for them. Choose another name, then sit down again.").waitFor();
  const bob = await join2(ann.game, "Bob");
  await ann.page.locator(".waiting-seat strong", { hasText: "Bob" }).waitFor();
  assert.equal(await bob.page.getByRole("button", { name: "Begin now" }).count(), 0, "only the host may");
  await ann.page.locator(".waiting-seat").nth(1).getByRole("button", { name: "Send away" }).click();
  await bob.page.getByRole("button", { name: "Sit here" }).first().click();
  await bob.page.getByText("The host has sent you away from this table.").waitFor();
  await ann.page.getByRole("combobox", { name: "Board", exact: true }).selectOption("london");
  await ann.page.getByRole("heading", { level: 1, name: "London" }).waitFor();
  await ann.page.locator(".waiting-seat").nth(2).getByRole("button", { name: "Put a bot here" }).click();
  await ann.page.locator(".waiting-seat").nth(2).getByText("Nora").waitFor();
  await ann.page.getByRole("button", { name: "Begin now" }).click();
  assert.notEqual(await awaitTurn(ann.page), "over");
  await act(ann.page);
  assert.deepEqual([...ann.errors, ...bob.errors], []);
});

/** What a camera reads. */
function readCode(picture) {
  return execFileSync("zbarimg", ["--quiet", "--raw", picture], { encoding: "utf8" }).trim();
}

test("a seat goes on on another device by a picture that a camera reads, once", async () => {
  const ann = await host({ seats: ["human", "bot:easy"] });
  await awaitTurn(ann.page);
  await act(ann.page);
  await awaitTurn(ann.page);
  await menu(ann.page, "Go on on another device…");
  const code = ann.page.locator(".qr");
  await code.waitFor();
  const folder = mkdtempSync(join(tmpdir(), "linea-qr-"));
  await code.screenshot({ path: join(folder, "code.png") });
  const link = readCode(join(folder, "code.png"));
  rmSync(folder, { recursive: true });
  assert.equal(link, await ann.page.locator(".tb-link").innerText());
  const phone = await visitor({ viewport: PHONE, settings: { name: "Ann" } });
  await phone.page.goto(link);
  assert.equal(await awaitTurn(phone.page), "turn");
  assert.ok(!phone.page.url().includes("#"), "nothing of the link stays in the address");
  await ann.page.getByText("You go on on another device. This one looks on.").waitFor();
  assert.equal(await ann.page.locator(".tb-watching").count() > 0, true, "the old device looks on");
  await act(phone.page);
  const thief = await visitor();
  await thief.page.goto(link);
  await thief.page.getByText("This link has been used already").waitFor();
  assert.equal(await thief.page.locator('[data-watching="true"]').count(), 1);
  /* the whole log is there, also on the device that has just come */
  assert.deepEqual([...ann.errors, ...phone.errors, ...thief.errors], []);
});

test("two windows that move at once make one move, and the other is informed", async () => {
  const ann = await host({ seats: ["human", "human"] });
  const bob = await join2(ann.game, "Bob");
  const second = await ann.context.newPage();
  await second.goto(`${origin}/g/${ann.game}`);
  await awaitTurn(ann.page);
  await awaitTurn(second);
  /* both know the game as it is before either moves */
  const table = await ann.page.evaluate(async (game) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("linea.token")}` };
    return (await (await fetch(`/api/games/${game}`, { headers })).json()).table;
  }, ann.game);
  const answers = await Promise.all(table.moves.slice(0, 2).map((move) => ann.page.evaluate(([game, state, chosen, patience]) =>
    new Promise((done) => {
      const received = [];
      setTimeout(() => done(`no answer in state ${socket.readyState}, after ${received}`), patience);
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${game}/ws`, "linea");
      socket.onopen = () => {
        socket.send(JSON.stringify({ token: localStorage.getItem("linea.token") }));
        socket.send(JSON.stringify({ id: 7, do: "move", state, move: chosen }));
      };
      socket.onclose = ({ code, reason }) => done(`closed with ${code} ${reason}`);
      socket.onmessage = ({ data }) => { const said = JSON.parse(data); received.push(Object.keys(said)); if (said.id === 7) done(said.error ?? "ok"); };
    }), [ann.game, table.state, move, PATIENCE])));
  assert.deepEqual(answers.sort(), ["ok", "stale"]);
  assert.equal(await awaitTurn(bob.page), "turn");
  assert.deepEqual([...ann.errors, ...bob.errors], []);
});

test("Home shows first of all where it is one's turn", async () => {
  const ann = await host({ seats: ["human", "bot:easy"] });
  await awaitTurn(ann.page);
  await ann.page.goto(origin);
  const entry = ann.page.locator('.home-online [data-turn="true"]');
  await entry.waitFor();
  const [first, boards] = await Promise.all([entry.boundingBox(), ann.page.locator("h1").boundingBox()]);
  assert.ok(first.y < boards.y, "above everything else");
  await entry.click();
  assert.equal(await awaitTurn(ann.page), "turn");
  assert.deepEqual(ann.errors, []);
});

/** How a seat's pieces are painted on the screen. */
const painted = (page) => page.evaluate(() => [0, 1].map((seat) => getComputedStyle(document.documentElement).getPropertyValue(`--seat-${seat}`)));

test("each has the colour that they choose, no two the same, and all see it, until the record is looked back on", async () => {
  const ann = await host({ seats: ["human", "human"] }, { settings: { name: "Ann", paint: "white" } });
  const swatch = (page, paint) => page.locator(`.paint[data-paint="${paint}"] input`);
  await swatch(ann.page, "white").and(ann.page.locator(":checked")).waitFor();
  const bob = await visitor({ settings: { name: "Bob", paint: "white" } });
  await bob.page.goto(`${origin}/g/${ann.game}`);
  const [white, blue] = await bob.page.evaluate(() => ["white", "blue"].map((paint) => getComputedStyle(document.documentElement).getPropertyValue(`--paint-${paint}`)));
  await bob.page.waitForFunction((colour) => getComputedStyle(document.documentElement).getPropertyValue("--seat-0") === colour, white);
  await ann.page.getByRole("radio", { name: "blue" }).check();
  await bob.page.waitForFunction((colour) => getComputedStyle(document.documentElement).getPropertyValue("--seat-0") === colour, blue);
  await bob.page.getByRole("button", { name: "Sit here" }).click();
  for (const { page } of [ann, bob]) {
    await page.locator("main.tb").waitFor();
    assert.deepEqual(await painted(page), [blue, white]);
  }
  await menu(bob.page, "Give up…");
  await bob.page.getByRole("button", { name: "Give up", exact: true }).click();
  await menu(ann.page, "Give up…");
  await ann.page.getByRole("button", { name: "Give up", exact: true }).click();
  await ann.page.locator(".end-score").waitFor();
  await ann.page.locator(".playback").waitFor();
  await ann.page.goto(`${origin}/games`);
  await ann.page.locator("a[href*='kept=']").first().click();
  await ann.page.locator(".playback").waitFor();
  assert.deepEqual(await painted(ann.page), [blue, white]);
  await ann.page.goto(`${origin}/help`);
  await ann.page.locator("h1").waitFor();
  assert.notDeepEqual(await painted(ann.page), [blue, white], "what a game shows is gone with it");
  assert.deepEqual([...ann.errors, ...bob.errors], []);
});

test("a colour that another has is taken", async () => {
  const ann = await host({ seats: ["human", "human", "human"] });
  const bob = await join2(ann.game, "Bob");
  await ann.page.getByRole("radio", { name: "purple" }).check();
  await bob.page.locator('.paint[data-paint="purple"] input:disabled').waitFor();
  assert.ok(await bob.page.locator('.paint[data-paint="red"] input').isChecked(), "the one of the seat, which nobody has chosen");
  assert.ok(await bob.page.locator('.paint[data-paint="blue"] input').isEnabled(), "Ann has left it");
  /* two who choose at once: the second is refused */
  const answer = await bob.page.evaluate(async (game) => {
    const reply = await fetch(`/api/games/${game}/request`, { method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${localStorage.getItem("linea.token")}` }, body: JSON.stringify({ id: 1, do: "colour", colour: "purple" }) });
    return (await reply.json()).error;
  }, ann.game);
  assert.equal(answer, "taken");
});

test("one reads that who is to move is not here, on a phone too", async () => {
  const ann = await host({ seats: ["human", "human"] }, { viewport: PHONE, hasTouch: true, isMobile: true });
  const bob = await join2(ann.game, "Bob");
  await bob.page.locator("main.tb").waitFor();
  await awaitTurn(ann.page);
  await act(ann.page);
  await ann.page.locator(".tb-now", { hasText: "Bob is to move" }).waitFor();
  /* the move may arrive before the news that Bob is there */
  await ann.page.waitForFunction(() => !/not here/.test(document.querySelector(".tb-now").textContent));
  await bob.page.goto(`${origin}/help`);
  await ann.page.locator(".tb-now", { hasText: "Bob is to move, but not here" }).waitFor();
  await bob.page.goto(`${origin}/g/${ann.game}`);
  await ann.page.waitForFunction(() => !/not here/.test(document.querySelector(".tb-now").textContent));
});
