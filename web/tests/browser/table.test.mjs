/*
 * The table as it is in certain moments of a game, each brought about on purpose: what others dig, one's last turn, routes that
 * cannot be claimed.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { server, visitor } from "./harness.mjs";
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
