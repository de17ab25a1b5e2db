/*
 * Lays out the boards: reads maps/<map>.json and art/hand/<map>.json, writes art/<map>.json. The
 * result depends on nothing else, so running it twice changes nothing.
 *
 *     node art/layout.mjs [map …]
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { MAPS } from "../build.mjs";
import { projection } from "./projection.mjs";

const here = new URL(".", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, here), "utf8"));

/* The page's lists of maps are made by build.mjs; nothing here asks for them. */
const noLists = {
  name: "no lists",
  setup(build) {
    build.onResolve({ filter: /^linea:/ }, ({ path }) => ({ path, namespace: "none" }));
    build.onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "export const summaries = [], load = {};" }));
  },
};
const bundle = await build({
  entryPoints: [new URL("../src/board/layout/layout.ts", here).pathname],
  bundle: true, format: "esm", write: false, platform: "neutral", plugins: [noLists],
});
const { layout } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`);

/** One line for each location and each route: small, and changes show. */
function write(drawing) {
  const lines = (entries) =>
    Object.entries(entries).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(",\n");
  const { locations, routes, ...head } = drawing;
  const top = JSON.stringify(head).slice(1, -1);
  return `{${top},\n "locations": {\n${lines(locations)}\n },\n "routes": {\n${lines(routes)}\n }}\n`;
}

const maps = process.argv.length > 2 ? process.argv.slice(2) : MAPS;
for (const id of maps) {
  const hand = read(`hand/${id}.json`);
  const place = hand.projected ? projection(id).place : null;
  const drawing = layout(read(`../../maps/${id}.json`), hand, ({ geo }) => place(...geo));
  writeFileSync(new URL(`${id}.json`, here), write(drawing));
}
