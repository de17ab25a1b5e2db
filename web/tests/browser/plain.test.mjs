/*
 * A host in one's own network, by plain http: browsers withhold from such a page what they keep for secure ones (the
 * clipboard, locks, the service worker), and it does what it is for without them.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LAN, server, visitor } from "./harness.mjs";
import { play } from "./player.mjs";

/** Chromium warns that a header means nothing on such a page. */
const unexpected = (error) => !error.startsWith("The Cross-Origin-Opener-Policy header has been ignored");

const origin = (await server()).origin.replace("127.0.0.1", LAN);

test("the link of a seat is copied", async () => {
  /* with a speed of its own, so that the word stays for as long as for people */
  const { page, errors } = await visitor({ settings: { speed: 3 } });
  await page.goto(`${origin}/new/london?mode=online`);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.locator('form button[type="submit"]').click();
  const link = await page.locator(".waiting-link").innerText();
  await page.getByRole("button", { name: "Copy link" }).click();
  const copied = page.getByRole("button", { name: "Copied" });
  await copied.waitFor();
  assert.ok(await copied.evaluate((button) => button === document.activeElement), "the keyboard stays where it was");
  await page.locator("#say").focus();
  await page.keyboard.press("Control+V");
  assert.equal(await page.locator("#say").inputValue(), link);
  assert.deepEqual(errors.filter(unexpected), []);
});

test("a game on this device is played, and goes on after a reload", async () => {
  const { page, errors } = await visitor();
  await page.goto(`${origin}/play?map=london`);
  assert.equal(await play(page, { clicks: 4 }), 4);
  await page.reload();
  assert.equal(await play(page, { clicks: 4 }), 4);
  assert.deepEqual(errors.filter(unexpected), []);
});
