/*
 * How much a browser loads, compressed as the server sends it: `node tests/size.mjs FOLDER`, the folder of a built page.
 * Fails when the whole page - all boards, all languages, the engine, the fonts - or all that a game on its largest board asks for is larger
 * than its budget.
 *
 * SPDX-License-Identifier: MIT
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isRare } from "../build.mjs";
import { brotliCompressSync, constants } from "node:zlib";
import { MAPS } from "../build.mjs";

const WHOLE = 400 * 1000;
const ONE_BOARD = 250 * 1000;
const folder = resolve(process.argv[2] ?? "dist");

/** Brotli of level 11, or as it is where that is not smaller. */
function packed(bytes) {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return Math.min(bytes.length, brotliCompressSync(bytes, options).length);
}

const sizes = new Map(readdirSync(folder).map((name) => [name, packed(readFileSync(join(folder, name)))]));
const text = (name) => readFileSync(join(folder, name), "utf8");
const names = [...sizes.keys()];

/** The files that a script names as static imports, and theirs. */
function withImports(name, found = new Set()) {
  if (found.has(name) || !sizes.has(name)) return found;
  found.add(name);
  if (name.endsWith(".js"))
    for (const [, other] of text(name).matchAll(/(?:from|import)\s*"(?:\.|)\/([^"]+)"/g)) withImports(other, found);
  return found;
}

const sum = (list) => [...list].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
const find = (start, end) => names.filter((name) => name.startsWith(`${start}.`) && name.endsWith(end));

const first = new Set(["index.html", "icon.svg", ...find("main", ".css"), ...find("inter-latin", ".woff2")]);
for (const name of find("main", ".js")) for (const other of withImports(name)) first.add(other);

const whole = names.filter((name) => !isRare(name));

for (const name of whole.sort((a, b) => sizes.get(b) - sizes.get(a)).slice(0, 12)) console.log(`${String(sizes.get(name)).padStart(8)}  ${name}`);
console.log(`${String(sum(first)).padStart(8)}  until the first screen can be used`);
/** What a game on a board asks for: the first screen, the table, the engine, and the files of the board, which are named after it. */
function gameOn(map) {
  const asked = new Set([...first, ...find("worker", ".js"), ...find("linea", ".wasm")]);
  for (const part of ["table", map]) for (const name of find(part, ".js")) for (const other of withImports(name)) asked.add(other);
  return asked;
}

const board = Math.max(...MAPS.map((map) => sum(gameOn(map))));
console.log(`${String(board).padStart(8)}  a game on the board that takes most`);
console.log(`${String(sum(whole)).padStart(8)}  everything, for all boards and languages without a network`);
for (const [what, size, budget] of [["a game on one board", board, ONE_BOARD], ["everything", sum(whole), WHOLE]])
  if (size > budget) {
    console.error(`${what} takes more than ${budget} bytes`);
    process.exitCode = 1;
  }
