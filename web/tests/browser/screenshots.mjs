/*
 * Screenshots to be looked at: each board, light and dark, desktop and phone.
 *
 *   node web/tests/browser/screenshots.mjs [FOLDER] [WORD]     (build/screenshots; only names with WORD in them)
 *
 * SPDX-License-Identifier: MIT
 */
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { DESKTOP, MAPS, PHONE, server, visitor, WHOLE_BROWSER } from "./harness.mjs";
import { act, awaitTurn, play } from "./player.mjs";

process.env["LINEA_BROWSER"] ??= WHOLE_BROWSER;
const [folder = "build/screenshots", only = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { origin } = await server();

const shapes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  small: { viewport: DESKTOP },
  phone: { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

async function shoot(page, name) {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png` });
  console.log(`${folder}/${name}.png`);
}

/** The screens that need no game. */
async function still(page, tag) {
  const places = { home: "/", lobby: "/lobby", replay: "/replay", help: "/help", missing: "/nowhere", "new-online": "/new/europe?mode=online", "new-device": "/new/germany?mode=device" };
  for (const map of MAPS) places[`help-${map}`] = `/help/${map}`;
  for (const [name, path] of Object.entries(places)) {
    await page.goto(origin + path);
    await page.locator("main h1").waitFor();
    await shoot(page, `${name}-${tag}`);
  }
}

/** A game from its first question to its end. */
async function game(page, map, tag) {
  await page.goto(origin);
  await page.locator(`.home-card[data-map="${map}"] .home-start`).click();
  await awaitTurn(page);
  await shoot(page, `${map}-opening-${tag}`);
  await play(page, { clicks: map === "germany" || map === "europe" ? 45 : 16 });
  if ((await awaitTurn(page)) === "turn") {
    await shoot(page, `${map}-middle-${tag}`);
    await page.keyboard.press("Escape");
    const claim = page.locator('.tb-actions [aria-keyshortcuts="c"]:enabled');
    if (await claim.count()) {
      await claim.click();
      await shoot(page, `${map}-routes-${tag}`);
      await page.keyboard.press("Escape");
    }
    await act(page);
    await shoot(page, `${map}-claim-${tag}`);
  }
  for (const tab of await page.locator(".tb-tabs button").locator("visible=true").all()) {
    await tab.click();
    await shoot(page, `${map}-tab-${await tab.getAttribute("data-tab")}-${tag}`);
  }
  await page.keyboard.press("Escape");
  await play(page);
  await page.waitForFunction(() => /\d/.test(document.querySelector(".end-verdict")?.textContent ?? ""));
  await shoot(page, `${map}-end-${tag}`);
  await page.screenshot({ path: `${folder}/${map}-end-whole-${tag}.png`, fullPage: true });
}

for (const [shape, options] of Object.entries(shapes))
  for (const theme of ["light", "dark"]) {
    const tag = `${shape}-${theme}`;
    if (shape === "small" && theme === "dark") continue;
    test(tag, async () => {
      const { page } = await visitor({ ...options, settings: { theme, name: "Ann" } });
      if ("screens".includes(only) || tag.includes(only)) await still(page, tag);
      for (const map of MAPS) if (map.includes(only) || tag.includes(only)) await game(page, map, tag);
    });
  }
