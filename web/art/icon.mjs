/*
 * Makes the icons of the app: art/icon/icon.svg, and PNG of 192 and 512 pixels drawn by
 * Chromium for systems that want them. `node art/icon.mjs`; the results are kept.
 *
 * SPDX-License-Identifier: MIT
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const mark = JSON.parse(readFileSync(new URL("./mark.json", import.meta.url), "utf8"));
const folder = new URL("./icon/", import.meta.url);

/** The mark on a ground with round corners, or one that fills the square (for systems that cut it). */
function svg(corner, scale = 1) {
  const move = 32 - 32 * scale;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="${corner}" fill="${mark.ground}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(${move} ${move}) scale(${scale})">`,
    ...[mark.second, mark.line].map(({ path, colour, width }) => `<path d="${path}" stroke="${colour}" stroke-width="${width}"/>`),
    ...mark.stops.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6" fill="${mark.ground}" stroke="${mark.line.colour}" stroke-width="5"/>`),
    "</g>",
    "</svg>",
  ].join("");
}

mkdirSync(folder, { recursive: true });
writeFileSync(new URL("icon.svg", folder), svg(15) + "\n");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, size, drawing] of [
  ["icon-192.png", 192, svg(15)],
  ["icon-512.png", 512, svg(15)],
  ["icon-maskable-512.png", 512, svg(0, 0.8)],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
  await page.screenshot({ path: new URL(name, folder).pathname, omitBackground: true });
  await page.close();
}
await browser.close();
