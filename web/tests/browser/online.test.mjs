/*
 * Two people with a browser each, one game on the server: a lost connection and a server that dies in the middle
 * cost nothing, and neither ever receives a secret of the other.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, server, visitor } from "./harness.mjs";
import { act, awaitTurn, finalScore } from "./player.mjs";

const { origin, restart } = await server();

/** Makes a table for two and returns the link for the second seat. */
async function host(page, map) {
  await page.goto(`${origin}/new/${map}?mode=online`);
  await page.getByLabel("Your name").fill("Ann");
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(/\/g\/[0-9a-f]{16}/);
  const link = page.locator(".waiting-link");
  await link.first().waitFor();
  assert.equal(await link.count(), 1, "one seat is free");
  return link.first().innerText();
}

/** The two seats of a table take turns: the one who is asked acts. */
async function alternate(pages, clicks) {
  for (let i = 0; i < clicks; i++) {
    const [what, who] = await Promise.any(pages.map(async (page) => [await awaitTurn(page), page]));
    if (what === "over") return true;
    await act(who);
  }
  return false;
}

test("what is said once arrives once, however slow the network is, and what is written meanwhile stays", async () => {
  const { page, context, errors } = await visitor();
  await context.routeWebSocket(/\/ws$/, (here) => {
    const there = here.connectToServer();
    here.onMessage((line) => setTimeout(() => there.send(line), 400));
  });
  await host(page, "new-york");
  const say = page.getByRole("textbox", { name: "Say something…" });
  await say.fill("Hello!");
  await say.press("Enter");
  await say.press("Enter");
  await say.pressSequentially("Who is");
  await page.locator(".talk-lines p").first().waitFor();
  await say.pressSequentially(" there?");
  await say.press("Enter");
  await page.locator(".talk-lines p", { hasText: "there" }).waitFor();
  assert.deepEqual(await page.locator(".talk-lines p").allInnerTexts(), ["Ann Hello!", "Ann Who is there?"]);
  assert.deepEqual(errors, []);
});

test("a game of two browsers survives a lost connection and a killed server", async () => {
  const ann = await visitor();
  const bob = await visitor();
  const link = await host(ann.page, "new-york");
  await bob.page.goto(link);
  await bob.page.getByLabel("Your name").fill("<b>Bob</b>");
  await bob.page.locator(".waiting-welcome button[type=submit]").click();
  const pages = [ann.page, bob.page];
  assert.equal(await alternate(pages, 12), false);

  /* a name is text, never markup */
  await ann.page.getByText("<b>Bob</b>").locator("visible=true").first().waitFor();
  assert.equal(await ann.page.locator("b", { hasText: /^Bob$/ }).count(), 0);

  await bob.context.setOffline(true);
  await bob.page.evaluate(() => dispatchEvent(new Event("offline")));
  await bob.context.setOffline(false);
  assert.equal(await alternate(pages, 6), false);

  await restart();
  assert.equal(await alternate(pages, 6), false);

  await bob.page.reload();
  assert.equal(await alternate(pages, 2000), true);
  assert.match(await finalScore(ann.page), /win|victory/);
  assert.match(await finalScore(bob.page), /win|victory/);
  await ann.page.getByText(/checked in your browser|fair/i).first().waitFor({ timeout: PATIENCE });

  /* who is away when the rematch is made finds the way to it */
  const old = ann.page.url();
  await ann.page.getByRole("button", { name: "Rematch" }).click();
  await ann.page.getByRole("button", { name: /Waiting for the others/ }).waitFor();
  await ann.page.goto(`${origin}/help`);
  await bob.page.getByRole("button", { name: "Rematch" }).click();
  await bob.page.locator(".waiting-link").waitFor();
  await ann.page.goto(old);
  await ann.page.getByRole("button", { name: "To the rematch" }).click();
  /* the old game's end is drawn away after the click, not with it */
  await ann.page.locator("main .end-score").waitFor({ state: "detached" });
  assert.equal(await alternate(pages, 2), false);
  assert.equal(ann.page.url(), bob.page.url());
  assert.deepEqual([...ann.errors, ...bob.errors], []);
});
