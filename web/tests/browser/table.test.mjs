/*
 * The table as it is in certain moments of a game, each brought about on purpose: what others dig, one's last turn, routes that
 * cannot be claimed.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../bundle.mjs";
import { MAPS, server, visitor } from "./harness.mjs";
import { awaitTurn, play } from "./player.mjs";
import { open, stage } from "./stage.mjs";

const { origin } = await server();

const box = (page, selector) => page.locator(selector).first().boundingBox();
const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** A table of Europe where seat 1 may claim a tunnel that is going to cost more, and to be paid: that claim. */
async function digging() {
  const tunnels = /^claim (madrid\/pamplona|munchen\/zurich|marseille\/zurich|venezia\/zurich|bucuresti\/budapest|bucuresti\/sofia|sarajevo\/sofia)/;
  for (let deal = 1; deal < 20; deal++) {
    const table = await stage("europe", { seats: 3, deal });
    open(table, 48);
    while (table.table().view.turn !== 1) table.move("draw pile");
    const claim = table.find(table.moves().filter((move) => tunnels.test(move)), ({ view }) => view.phase === "tunnel" && table.moves().length > 1);
    if (claim) return { table, claim };
  }
  throw new Error("nobody digs");
}

test("what another pays for a tunnel stays to be read, its cards are marked, and it steps aside for one's own turn", async () => {
  const { table, claim } = await digging();
  const { page, context, errors } = await visitor({ viewport: { width: 1024, height: 768 } });
  await table.show(page, origin);
  table.move(claim);
  const panel = page.locator('.tb-prompt[data-prompt="reveal"]');
  const { pending } = table.table().view;
  await panel.getByText(`It costs ${pending.extra} card`).waitFor();
  assert.deepEqual(await panel.locator(".tb-turned li").evaluateAll((cards) => cards.map((card) => card.dataset.counts)), pending.counts.map(String));
  assert.ok(apart(await box(page, ".tb-prompt"), await box(page, ".tb-board")), "the panel lies upon the board");
  assert.equal(await page.locator(".halo.chosen").count(), 1, "the tunnel is shown on the board");
  table.move(table.moves().find((move) => move.startsWith("pay")));
  await panel.waitFor({ state: "detached" });
  table.move("draw pile");
  table.move("draw pile");
  await page.locator('main.tb[data-mine="true"]').waitFor();
  assert.equal(await page.locator(".tb-prompt").count(), 0, "it is one's own turn");
  assert.match(await page.locator(".tb-note").innerText(), pending.extra > 1 ? /cards more were paid\.$/ : /card more was paid\.$/);
  await page.locator(".tb-pile").click();
  await page.locator(".tb-note").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
  await context.close();
});

test("at a pace that can be followed the panel keeps the verdict on another's tunnel", async () => {
  for (const [answer, words] of [["decline", "Given up: the cards went back."], ["pay", /more (was|were) paid\.$/]]) {
    const { table, claim } = await digging();
    const { page, context } = await visitor({ settings: { speed: 2 }, reducedMotion: "no-preference" });
    await table.show(page, origin);
    table.move(claim);
    const panel = page.locator('.tb-prompt[data-prompt="reveal"]');
    await panel.getByText("It costs").waitFor();
    table.move(table.moves().find((move) => move.startsWith(answer)));
    await panel.getByText(words).waitFor();
    await panel.waitFor({ state: "detached" });
    await context.close();
  }
});

test("who has one more turn reads that it is the last", async () => {
  const table = await stage("new-york", { seats: 2 });
  const claim = (moves) => moves.find((move) => move.startsWith("claim")) ?? moves.find((move) => move === "draw pile") ?? moves[0];
  table.play(claim, ({ view }) => view.last_turns !== null && view.turn === 0 && view.phase === "turn");
  const { page } = await visitor();
  await table.show(page, origin);
  assert.equal(await page.locator(".tb-status [role=status]").innerText(), "Your last turn");
  assert.match(await page.locator(".tb-last").innerText(), /Your last turn!/);
});

const SMALL = [[360, 740], [390, 844], [412, 915], [844, 390], [768, 1024]];

/** What of some elements is out of sight, or lies upon the board. */
const misplaced = (page, selector) =>
  page.evaluate((text) => {
    const board = document.querySelector(".tb-board").getBoundingClientRect();
    return [...document.querySelectorAll(text)].filter((element) => {
      const at = element.getBoundingClientRect();
      const seen = at.width > 0 && at.left >= 0 && at.top >= 0 && at.right <= innerWidth + 0.5 && at.bottom <= innerHeight + 0.5;
      const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
      const free = at.top >= board.bottom - 0.5 || at.left >= board.right - 0.5;
      return !seen || !free || !(element.contains(top) || top?.contains(element));
    }).map((element) => element.className);
  }, selector);

/** Whether some of the last sentence is out of sight. */
const isCut = (page) =>
  page.locator(".tb-now > span").evaluate((line) => {
    const { top, bottom, left, right } = line.getBoundingClientRect();
    const under = document.querySelector(".tb-now > b").getBoundingClientRect().top;
    const own = (x, y) => document.elementFromPoint(x, y)?.closest(".tb-now") !== null;
    return line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight || right > innerWidth || bottom > under + 1 || !own(left + 9, top + 4) || !own(right - 9, bottom - 4);
  });

test("on small screens the hand and the face-up cards are always under the board, the last sentence is not cut, and one chooses what to draw", async () => {
  for (const map of ["europe", "germany"]) {
    const table = await stage(map, { seats: 3 });
    open(table, 30);
    while (table.table().view.turn !== 0) table.move("draw pile");
    const { page, context, errors } = await visitor({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await table.show(page, origin);
    for (const [width, height] of SMALL) {
      await page.setViewportSize({ width, height });
      const what = `${map} at ${width}×${height}`;
      assert.equal(await page.locator(".tb-display .tb-card").count(), 5);
      assert.deepEqual(await misplaced(page, ".tb-slot, .tb-display .tb-card, .tb-pile, .tb-actions button"), [], what);
      await page.locator(".tb-draw").tap();
      await page.locator(".tb-drawing").waitFor();
      assert.deepEqual(await misplaced(page, ".tb-drawing .tb-card"), [], `the choice of ${what}`);
      await page.locator(".tb-close").tap();
    }
    await page.locator(".tb-draw").tap();
    const choice = page.locator('.tb-prompt[data-prompt="draw"]');
    assert.equal(await choice.locator(".tb-card:enabled").count(), 6);
    const sum = () => Object.values(table.table().view.hands[0]).reduce((all, count) => all + count, 0);
    const before = sum();
    await choice.locator(".tb-card").last().tap();
    await choice.waitFor({ state: "detached" });
    assert.equal(sum(), before + 1);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test("on a phone the longest sentence of the log is read in whole", async () => {
  for (const language of ["en", "it", "ro"]) {
    const { table, claim } = await digging();
    const { page, context } = await visitor({ viewport: { width: 360, height: 740 }, settings: { language } });
    await table.show(page, origin);
    table.move(claim);
    await page.waitForFunction(() => document.querySelector(".tb-now > span")?.textContent.length > 60);
    for (const width of [360, 390, 412, 844]) {
      await page.setViewportSize({ width, height: width === 844 ? 390 : 740 });
      assert.equal(await isCut(page), false, `${language}, ${width}`);
    }
    await context.close();
  }
});

/** Presses a route in the middle of one of its spaces. */
async function press(page, route) {
  const at = await page.evaluate((id) => {
    const { x, y, width, height } = document.querySelector(`.board [data-route="${id}"] .space`).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, route);
  await page.mouse.click(...at);
}

test("a route that cannot be claimed says why, in the engine's words", async () => {
  const table = await stage("europe", { seats: 3, names: ["Ann", "Ben", "Cleo"] });
  open(table, 30);
  const claimed = {};
  /* everybody claims what parallels it, if that is possible */
  table.play((moves, { view }) => {
    const claim = !claimed[view.turn] && moves.find((move) => /^claim (edinburgh\/london\/\d|frankfurt\/paris\/\d|berlin\/frankfurt\/\d|budapest\/wien\/\d|paris\/pamplona|essen\/kobenhavn|kobenhavn\/stockholm|london\/dieppe|dieppe\/london|brest\/dieppe|dieppe\/paris)/.test(move));
    if (claim) claimed[view.turn] = claim.split(" ")[1];
    return claim || (moves.find((move) => move === "draw pile") ?? moves.find((move) => move === "decline") ?? moves[0]);
  }, ({ view }) => Object.keys(claimed).length === 3 && view.turn === 0 && view.phase === "turn");
  const { page, errors } = await visitor();
  await table.show(page, origin);
  const says = async (route, words) => {
    await press(page, route);
    await page.locator(".tb-why").getByText(words).waitFor();
  };
  await says(claimed[0], "it is yours already.");
  await says(claimed[1], "Ben has it.");
  const routes = Object.keys(table.table().view.routes);
  const parallel = routes.filter((route) => /\/[12]$/.test(route)).map((route) => [route, route.replace(/\d$/, (digit) => 3 - digit)]);
  for (const [taken, other] of parallel) await says(other, table.table().view.routes[taken] === 0 ? "you have one parallel to it." : "so few play");
  const short = await page.evaluate(() => [...document.querySelectorAll("svg .route:not(.choosable)")].map((route) => route.dataset.route));
  const why = short.map((route) => [route, table.ask(0, { do: "why", route }).why]);
  for (const is of ["cards", "wilds"]) {
    const [route, answer] = why.find(([, answer]) => answer.is === is) ?? [];
    if (route) await says(route, `${answer.missing} card`);
  }
  assert.ok(why.some(([, { is }]) => is === "cards"));
  assert.equal(await page.locator(".tb-prompt").count(), 0);
  assert.deepEqual(errors, []);
});

test("tickets are on the board; what serves them glows strongly, is listed first, and thrifty ways to pay are shown alone", async () => {
  const table = await stage("europe", { seats: 2 });
  open(table, 40);
  const { page, errors } = await visitor();
  await table.show(page, origin);
  await page.locator(".tb-own").first().waitFor();
  const tickets = table.table().view.tickets[0];
  for (const [index, ticket] of tickets.entries()) {
    assert.equal(await page.locator(`.tb-own[data-ticket="${ticket}"] [data-mark="${index + 1}"]`).count(), 1);
    for (const end of ticket.split("/")) assert.equal(await page.locator(`.board [data-marks="${end}"] .mark.open[data-mark="${index + 1}"]`).count(), 1);
  }
  await page.locator(".halo.strongly").first().waitFor();
  assert.ok(await page.locator(".halo.faintly").count());
  await page.locator('.tb-actions [aria-keyshortcuts="c"]').click();
  const ways = new Set(table.ask(0, { do: "advise" }).tickets.flatMap(({ way }) => way.map((route) => route.split("/").slice(0, 2).join("/"))));
  const list = await page.locator(".tb-list button").evaluateAll((rows) => rows.map((row) => ({ route: row.dataset.route, points: Number(/\+(\d+)/.exec(row.textContent)[1]) })));
  const uses = list.map(({ route }) => ways.has(route.split("/").slice(0, 2).join("/")));
  assert.ok(uses[0] && !uses.at(-1) && !uses.slice(uses.indexOf(false)).includes(true), "what serves a ticket comes first");
  const rest = list.slice(uses.indexOf(false)).map(({ points }) => points);
  assert.deepEqual(rest, [...rest].sort((a, b) => b - a), "then by points");
  /* a gray route that wilds could pay for, too */
  const pay = (route) => table.moves().filter((move) => move.startsWith(`claim ${route} `));
  const { route } = list.find(({ route }) => pay(route).some((move) => !move.includes("wild")) && pay(route).some((move) => move.includes("wild")));
  await page.locator(`.tb-list [data-route="${route}"]`).click();
  const thrifty = pay(route).filter((move) => !move.includes("wild")).length;
  await page.locator('.tb-prompt[data-prompt="claim"]').waitFor();
  assert.equal(await page.locator(".tb-way").count(), thrifty);
  await page.locator(".tb-more").click();
  assert.equal(await page.locator(".tb-way").count(), pay(route).length);
  assert.deepEqual(errors, []);
});

test("done and lost tickets are told apart on the board, and a station is first offered where it completes one", async () => {
  const claims = (moves) => moves.find((move) => move.startsWith("claim")) ?? moves.find((move) => move.startsWith("pay")) ?? moves.find((move) => move === "draw pile") ?? moves[0];
  for (let deal = 1; deal < 40; deal++) {
    const table = await stage("europe", { seats: 5, deal });
    const fits = ({ view, stage }) => stage === "over" || (view.turn === 0 && view.phase === "turn" && table.ask(0, { do: "sites" }).sites.some(({ location }) => table.moves().some((move) => move.startsWith(`station ${location} `))));
    if (table.play(claims, fits).stage === "over") continue;
    const { page, errors } = await visitor();
    await table.show(page, origin);
    await page.locator('.tb-actions [aria-keyshortcuts="s"]').click();
    await page.locator("[data-completes]").first().waitFor();
    const rows = await page.locator(".tb-list button").evaluateAll((all) => all.map((row) => "completes" in row.dataset));
    assert.ok(rows[0] && !rows.slice(rows.indexOf(false)).includes(true));
    assert.match(await page.locator(".tb-prompt header p").innerText(), /use one route of another player/);
    const kinds = table.ask(0, { do: "advise" }).tickets.map(({ is }) => is);
    for (const is of new Set(kinds)) assert.ok(await page.locator(`.board .mark.${is}`).count(), is);
    assert.deepEqual(errors, []);
    return;
  }
  throw new Error("no station completes a ticket");
});

test("Germany's passengers have a colour and a sign that can be made out wherever all of the board is seen", async () => {
  const table = await stage("germany", { seats: 2 });
  open(table, 4);
  const { page, context } = await visitor({ viewport: { width: 1280, height: 800 } });
  await table.show(page, origin);
  for (const [width, height] of [[1280, 800], [1024, 768], [1920, 1080], [390, 844]]) {
    await page.setViewportSize({ width, height });
    const sizes = await page.locator(".board .passenger").evaluateAll((all) => all.map((one) => ["person", "sign"].map((part) => {
      const { width, height } = one.querySelector(`.${part}`).getBoundingClientRect();
      return [width, height];
    })));
    assert.ok(sizes.length > 40);
    for (const [[across, down]] of sizes) assert.ok(Math.min(across, down) >= 10, `${across} × ${down} pixels at ${width}`);
    for (const [, [across, down]] of sizes) assert.ok(Math.max(across, down) >= 4.5, `a sign of ${across} × ${down} pixels at ${width}`);
  }
  await context.close();
});

test("a replay shows what everybody holds at its position, and a switch hides it; bots that one watches hide nothing", async () => {
  const table = await stage("london", { seats: 2 });
  const claims = (moves) => moves.find((move) => move.startsWith("claim")) ?? moves.find((move) => move === "draw pile") ?? moves[0];
  let hands = [];
  table.play(claims, ({ view, event }) => (event === 25 && (hands = [0, 1].map((seat) => table.table(seat).view.hands[seat])), view.phase === "over"));
  const { page, context, errors } = await visitor();
  await page.goto(`${origin}/replay`);
  await page.locator(".drop").waitFor();
  await page.locator('input[type="file"]').setInputFiles({ name: "game.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(table.record()) });
  await page.locator(".open-hands").waitFor();
  /* the events before the game are its seats and its beginning */
  await page.locator(".playback-slider").fill(String(25 - 4));
  const shown = await page.locator(".open-hands li").evaluateAll((rows) => rows.map((row) => row.querySelector(".open-cards .visually-hidden").textContent));
  const total = (text) => [...text.matchAll(/×(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  assert.deepEqual(shown.map(total), hands.map((hand) => Object.values(hand).reduce((sum, count) => sum + count, 0)));
  assert.ok(await page.locator(".open-display .card-set").count() === 5);
  await page.locator(".open-hands input").click();
  assert.equal(await page.locator(".open-hands li").count(), 0);
  await page.locator(".open-hands input").click();
  await page.goto(`${origin}/play?map=london&seats=bot:easy,bot:easy`);
  await page.locator(".tb-tickets .open-hands li .open-cards").nth(1).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("in one's first games a turn is summed up beside the board, until that is put away; and there is something to see while the page loads", async () => {
  const { page, errors } = await visitor();
  const index = await (await fetch(origin)).text();
  assert.match(index, /<div id="page"><div class="loading"/);
  await page.goto(`${origin}/play?map=europe&seats=human,bot:easy`);
  await page.locator(".tb-help").getByText("build a station").waitFor();
  assert.equal(await page.locator(".loading").count(), 0, "what was seen meanwhile is gone");
  assert.match(await page.locator(".tb-pile .tb-word").evaluate((word) => getComputedStyle(word, "::before").content), /Pile/);
  await page.locator(".tb-help .tb-away").click();
  assert.equal(await page.locator(".tb-help").count(), 0);
  await page.reload();
  await page.locator(".tb-log").waitFor();
  assert.equal(await page.locator(".tb-help").count(), 0);
  assert.deepEqual(errors, []);
});

test("each board has its table of points, upon nothing else", async () => {
  for (const language of ["en", "it", "ro"]) {
    const { page, context } = await visitor({ locale: language });
    for (const map of MAPS) {
      await page.goto(`${origin}/play?map=${map}&seats=human,bot:easy`);
      await awaitTurn(page);
      const found = await page.evaluate(() => {
        const boxOf = (element) => element.getBoundingClientRect();
        const card = boxOf(document.querySelector(".legend-card"));
        const meets = (box) => box.left < card.right && card.left < box.right && box.top < card.bottom && card.top < box.bottom;
        const under = [...document.querySelectorAll(".board .space, .board .name, .board .disc, .board .bg-numeral, .board-controls button")].filter((one) => meets(boxOf(one))).map((one) => one.outerHTML.slice(0, 80));
        const outside = [...document.querySelectorAll(".legend text")].map(boxOf).filter((box) => box.left < card.left || box.right > card.right || box.top < card.top || box.bottom > card.bottom).length;
        const row = (kind) => [...document.querySelectorAll(`.legend-${kind}`)].map((one) => Number(one.textContent));
        return { under, outside, lengths: row("length"), points: row("points") };
      });
      const { routes, "route-points": worth } = JSON.parse(readFileSync(join(root, "maps", `${map}.json`), "utf8"));
      const lengths = [...new Set(routes.map(({ length }) => length))].sort((a, b) => a - b);
      assert.deepEqual(found, { under: [], outside: 0, lengths, points: lengths.map((length) => worth[length]) }, `${map} in ${language}`);
    }
    await context.close();
  }
});

test("who wants a score track has one above the board, and others do not", async () => {
  const { page, errors } = await visitor({ settings: { "score-track": true } });
  await page.goto(`${origin}/play?map=new-york&seats=human,bot:easy`);
  await awaitTurn(page);
  await play(page, { clicks: 12 });
  await awaitTurn(page);
  const { pieces, points, board, track } = await page.evaluate(() => ({
    pieces: [...document.querySelectorAll(".tb-track-piece")].map((piece) => Number(piece.getAttribute("data-points"))),
    points: [...document.querySelectorAll(".tb-player .tb-points")].map((one) => Number.parseInt(one.textContent, 10)),
    board: document.querySelector(".tb-board .board").getBoundingClientRect().top,
    track: document.querySelector(".tb-track").getBoundingClientRect().bottom,
  }));
  assert.deepEqual(pieces, points);
  assert.ok(track <= board, "it lies upon the board");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.evaluate(() => localStorage.setItem("linea.score-track", "false"));
  await page.reload();
  await awaitTurn(page);
  assert.equal(await page.locator(".tb-track").count(), 0);
  assert.deepEqual(errors, []);
});
