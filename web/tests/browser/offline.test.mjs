/*
 * After the first visit the page needs no server: a game begins and is played to its end without one, and a reload in the
 * middle goes on where it was. After the second, what few need is there as well, with its words.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keptOnDevice, server, visitor } from "./harness.mjs";
import { finalScore, play } from "./player.mjs";

const { origin, stop, start } = await server();

test("a game without a server, after the first visit", async () => {
  const { page, errors } = await visitor({ serviceWorkers: "allow" });
  await page.goto(origin);
  await keptOnDevice(page);
  await stop();
  try {
    await page.goto(`${origin}/`);
    await page.locator('.home-card[data-map="london"] .home-start').click();
    assert.equal(await play(page, { clicks: 6 }), 6);
    await page.reload();
    await play(page);
    assert.match(await finalScore(page), /win|victory/);
    assert.deepEqual(errors, []);
  } finally {
    await start();
  }
});

test("the analysis board without a server, after the second visit", async () => {
  const { page, errors } = await visitor({ serviceWorkers: "allow", locale: "it" });
  await page.goto(origin);
  await keptOnDevice(page);
  const hasPad = () => page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith("linea-"));
    const kept = await (await caches.open(name)).keys();
    return ["/analyse.", "/rare.", "/it."].every((start) => kept.filter(({ url }) => new URL(url).pathname.startsWith(start)).length >= (start === "/it." ? 2 : 1));
  });
  assert.equal(await hasPad(), false, "the first visit is small");
  await page.reload();
  while (!(await hasPad())) await page.waitForTimeout(100);
  await stop();
  try {
    await page.goto(`${origin}/analyse`);
    assert.equal(await page.locator("h1").innerText(), "Tavolo di analisi");
    assert.equal(await page.evaluate(() => [...document.styleSheets].filter(({ href }) => href?.includes("/rare.")).length), 1);
    assert.deepEqual(errors, []);
  } finally {
    await start();
  }
});
