/*
 * How much a browser loads, compressed as the server sends it: `node tests/size.mjs FOLDER`, the folder of a built page.
 * Fails when the whole page - all boards, all languages, the engine, the fonts - is larger than the budget.
 *
 * SPDX-License-Identifier: MIT
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const BUDGET = 300 * 1000;
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

const icons = names.filter((name) => name.endsWith(".png"));
const whole = names.filter((name) => !icons.includes(name));

for (const name of whole.sort((a, b) => sizes.get(b) - sizes.get(a)).slice(0, 12)) console.log(`${String(sizes.get(name)).padStart(8)}  ${name}`);
console.log(`${String(sum(first)).padStart(8)}  until the first screen can be used`);
console.log(`${String(sum(whole)).padStart(8)}  everything, for all boards and languages without a network`);
if (sum(whole) > BUDGET) {
  console.error(`more than ${BUDGET} bytes`);
  process.exitCode = 1;
}
