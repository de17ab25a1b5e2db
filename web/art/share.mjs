/*
 * Makes the pictures of the boards that go with the link of a game: art/share/MAP.png, drawn by Chromium from the small pictures
 * (thumbnails.json) in the colours of the page. `node art/share.mjs`; the results are kept.
 *
 * SPDX-License-Identifier: MIT
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

/** What those who show links ask for. */
const WIDTH = 1200;
const HEIGHT = 630;

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const thumbnails = JSON.parse(read("./thumbnails.json"));
const mark = JSON.parse(read("./mark.json"));
const styles = [read("../src/style/boards.css"), read("../src/style/theme.css").replace(/@(import|font-face)[^;{]*(;|\{[^}]*\})/g, "")].join("\n");
const folder = new URL("./share/", import.meta.url);

function drawing(map) {
  const paths = thumbnails[map].map(([name, path, width]) => `<path class="${name}" d="${path}"${width ? ` stroke-width="${width}"` : ""}/>`);
  return `<svg class="thumbnail" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" data-map="${map}"><rect class="bg-sea" width="320" height="200"/>${paths.join("")}</svg>`;
}

/** The mark of the page, in a corner. */
function logo() {
  const lines = [mark.second, mark.line].map(({ path, colour, width }) => `<path d="${path}" stroke="${colour}" stroke-width="${width}"/>`);
  const stops = mark.stops.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6" fill="${mark.ground}" stroke="${mark.line.colour}" stroke-width="5"/>`);
  return `<svg class="mark" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="${mark.ground}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${lines.join("")}${stops.join("")}</g></svg>`;
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const map of Object.keys(thumbnails)) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: "light" });
  await page.setContent(`<style>${styles} body{margin:0} .thumbnail{width:100vw;height:100vh} .mark{position:fixed;left:32px;top:32px;width:96px}</style>${drawing(map)}${logo()}`);
  writeFileSync(new URL(`${map}.png`, folder), await page.screenshot());
  await page.close();
}
await browser.close();
