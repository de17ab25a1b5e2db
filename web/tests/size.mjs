/*
 * How much a browser loads, compressed as the server sends it: `node tests/size.mjs FOLDER`, the folder of a built page.
 * Fails when all that a first visit takes - all boards, all languages, the engine, the fonts - or all that a game on its largest board asks
 * for is larger than its budget. What few visits need comes at the second visit, and is within a budget of its own.
 *
 * SPDX-License-Identifier: MIT
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { MAPS } from "../build.mjs";

const WHOLE = 400 * 1000;
const ONE_BOARD = 250 * 1000;
const LATER = 84 * 1000;
const folder = resolve(process.argv[2] ?? "dist");

/** Brotli of level 11, or as it is where that is not smaller. */
function packed(bytes) {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return Math.min(bytes.length, brotliCompressSync(bytes, options).length);
}

const names = readdirSync(folder);
const sizes = new Map();
/** Of a file as it is sent, 0 of what is not there. Nets and puzzles are counted nowhere, and would take longest to compress. */
function sizeOf(name) {
  if (!sizes.has(name)) sizes.set(name, names.includes(name) ? packed(readFileSync(join(folder, name))) : 0);
  return sizes.get(name);
}
const text = (name) => readFileSync(join(folder, name), "utf8");

/** The files that a script names as static imports, and theirs. */
function withImports(name, found = new Set()) {
  if (found.has(name) || !names.includes(name)) return found;
  found.add(name);
  if (name.endsWith(".js"))
    for (const [, other] of text(name).matchAll(/(?:from|import)\s*"(?:\.|)\/([^"]+)"/g)) withImports(other, found);
  return found;
}

const sum = (list) => [...list].reduce((total, name) => total + sizeOf(name), 0);
const find = (start, end) => names.filter((name) => name.startsWith(`${start}.`) && name.endsWith(end));

const first = new Set(["index.html", "icon.svg", ...find("main", ".css"), ...find("inter-latin", ".woff2")]);
for (const name of find("main", ".js")) for (const other of withImports(name)) first.add(other);

/* what the service worker says that it stores; it and index.html are in none of its lists of files with a hash */
const kept = (list) => (new RegExp(`\\b${list}:\\[([^\\]]*)\\]`).exec(text("sw.js"))?.[1] ?? "").match(/[^"/,]+/g) ?? [];
const whole = ["sw.js", ...kept("files")];
const later = kept("later");

for (const name of whole.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 12)) console.log(`${String(sizeOf(name)).padStart(8)}  ${name}`);
console.log(`${String(sum(first)).padStart(8)}  until the first screen can be used`);
/** What a game on a board asks for: the first screen, the table, the engine, and the files of the board, which are named after it. */
function gameOn(map) {
  const asked = new Set([...first, ...find("worker", ".js"), ...find("linea", ".wasm")]);
  for (const part of ["table", map]) for (const name of find(part, ".js")) for (const other of withImports(name)) asked.add(other);
  return asked;
}

const board = Math.max(...MAPS.map((map) => sum(gameOn(map))));
console.log(`${String(board).padStart(8)}  a game on the board that takes most`);
console.log(`${String(sum(whole)).padStart(8)}  a first visit: everything for games on all boards, in all languages, without a network`);
console.log(`${String(sum(later)).padStart(8)}  a second visit more: what few need`);
if (whole.length < 30 || later.length < 10) throw new Error("sw.js does not say what it stores");
for (const [what, size, budget] of [["a game on one board", board, ONE_BOARD], ["a first visit", sum(whole), WHOLE], ["a second visit", sum(later), LATER]])
  if (size > budget) {
    console.error(`${what} takes more than ${budget} bytes`);
    process.exitCode = 1;
  }
