/*
 * Measures the letters of Inter as Chromium draws them at the weight of a board's names, and
 * writes art/metrics.json. Run again only when the font or the weight changes:
 *
 *     node art/measure.mjs [path of a Chromium]
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const weight = 600;
const files = new URL("../src/style/font/", import.meta.url);
const face = (subset) => `data:font/woff2;base64,${readFileSync(new URL(`inter-${subset}.woff2`, files)).toString("base64")}`;

/* Latin, Latin-1, Latin Extended-A, and the letters with comma below of Romanian. */
const letters = [];
for (let code = 0x20; code < 0x180; code++) if (code < 0x7f || code > 0x9f) letters.push(String.fromCharCode(code));
letters.push("Ș", "ș", "Ț", "ț", "–", "’");

const browser = await chromium.launch({ executablePath: process.argv[2] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
const advances = await page.evaluate(
  async ([latin, extended, weight, letters]) => {
    const range = "U+100-130, U+132-151, U+154-17F, U+218-21B, U+1E9E";
    for (const [name, source, rest] of [["latin", latin, {}], ["extended", extended, { unicodeRange: range }]]) {
      const font = new FontFace(name, `url(${source})`, { weight: "100 900", ...rest });
      document.fonts.add(await font.load());
    }
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${weight} 1000px extended, latin`;
    return Object.fromEntries(letters.map((letter) => [letter, Math.round(context.measureText(letter).width) / 1000]));
  },
  [face("latin"), face("latin-ext"), weight, letters],
);
await browser.close();

const widest = Math.max(...Object.values(advances));
writeFileSync(new URL("metrics.json", import.meta.url), `${JSON.stringify({ weight, widest, advances })}\n`);
