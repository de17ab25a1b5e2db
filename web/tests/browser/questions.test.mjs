/*
 * Every kind of question on every board, at the sizes of phones, tablets and large screens: its panel leaves in sight what it asks about.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAPS, PATIENCE, server, visitor } from "./harness.mjs";
import { stage } from "./stage.mjs";

const { origin } = await server();
const SIZES = [[360, 740], [768, 1024], [1024, 768], [1280, 800], [1920, 1080]];

/** In the page: what is wrong with where the panel and its subject are; `subject` is a selector of things on the board, or nothing. */
function judge(subject) {
  const rect = (element) => element.getBoundingClientRect();
  const panel = rect(document.querySelector(".tb-prompt"));
  const board = rect(document.querySelector(".tb-board"));
  const wrong = [];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  if (meet(panel, board)) wrong.push("the panel lies upon the board");
  if (panel.top < 0 || panel.left < 0 || panel.bottom > innerHeight + 1 || panel.right > innerWidth + 1) wrong.push("the panel is not all on the screen");
  if (board.width < 200 || board.height < 110) wrong.push(`the board has ${board.width} × ${board.height}`);
  const things = subject ? [...document.querySelectorAll(subject)] : [];
  if (subject && things.length === 0) wrong.push("its subject is not there");
  for (const thing of things) {
    const at = rect(thing);
    const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
    if (x < board.left || x > board.right || y < board.top || y > board.bottom) wrong.push("its subject is out of sight");
  }
  return [...new Set(wrong)];
}

/** Looks until nothing is wrong, as the camera moves. */
async function inSight(page, subject, what) {
  let wrong = [];
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(50)) {
    wrong = await page.evaluate(judge, subject);
    if (wrong.length === 0) return;
  }
  assert.deepEqual(wrong, [], what);
}

const tunnel = (map, route) => map.routes.some((one) => one.tunnel && [...one.between].sort().join("/") === route.split("/").slice(0, 2).join("/"));

/** Each kind of question that there is on a board: how the table comes to it, how it is opened, and what it is about. */
function questions(table, map) {
  const draw = (moves) => moves.find((move) => move === "draw pile") ?? moves.find((move) => move === "decline") ?? moves[0];
  const turn = ({ view }) => view.turn === 0 && view.phase === "turn";
  let turns = 0;
  const rich = (now) => turn(now) && ++turns > 14;
  const all = [];
  if (table.table().view.phase === "opening-mix") all.push({ name: "mix", about: null }, { name: "keep", about: null, go: () => table.move(table.moves()[0]) });
  else all.push({ name: "keep", about: null });
  const later = { go: () => (turns === 0 ? table.play(draw, rich) : null) };
  all.push(
    { name: "routes", about: null, ...later, open: (page) => page.locator('.tb-actions [aria-keyshortcuts="c"]').click() },
    { name: "claim", about: ".halo.chosen", open: (page) => page.locator(".tb-list button").last().click(), close: true },
    { name: "mix", about: null, open: (page) => page.locator('.tb-actions [aria-keyshortcuts="t"]').click(), close: true },
  );
  if (map.mechanics.stations)
    all.push(
      { name: "stations", about: null, open: (page) => page.locator('.tb-actions [aria-keyshortcuts="s"]').click() },
      { name: "station", about: ".location.chosen .ring", open: (page) => page.locator(".tb-list button").last().click(), close: true },
    );
  if (map.mechanics.passengers)
    all.push({ name: "passengers", about: ".passenger.choosable", go: () => table.move(table.find(table.moves().filter((move) => move.startsWith("claim")), ({ view }) => view.phase === "passengers")) });
  if (map.mechanics.tunnels)
    all.push({ name: "tunnel", about: ".halo.chosen", go: () => {
      const tries = () => table.moves().filter((move) => move.startsWith("claim") && tunnel(map, move.split(" ")[1]));
      const costs = () => table.find(tries(), ({ view }) => view.phase === "tunnel");
      table.play(draw, (now) => turn(now) && costs());
      table.move(costs());
    } });
  return all;
}

for (const id of MAPS)
  test(`every kind of question of ${id} leaves its subject in sight, at every size`, async () => {
    const { map } = await import("../bundle.mjs").then(({ mapText }) => ({ map: JSON.parse(mapText(id)) }));
    const table = await stage(id, { seats: 2, deal: 3 });
    const { page, context, errors } = await visitor({ viewport: { width: 1280, height: 800 } });
    await table.show(page, origin);
    for (const { name, about, go, open, close } of questions(table, map)) {
      go?.();
      for (let i = 0; i < 40 && table.table().view.turn !== 0; i++) table.move(table.moves().find((move) => move === "draw pile") ?? table.moves()[0]);
      await open?.(page);
      await page.locator(`.tb-prompt[data-prompt="${name}"]`).waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await inSight(page, about, `${name} of ${id} at ${width}×${height}`);
      }
      if (!close) continue;
      await page.keyboard.press("Escape");
      while (await page.locator(".tb-prompt").count()) await page.keyboard.press("Escape");
    }
    assert.deepEqual(errors, []);
    await context.close();
  });
