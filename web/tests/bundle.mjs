/*
 * Modules of the page for tests in node: bundled, with the engine compiled.
 *
 * SPDX-License-Identifier: MIT
 */
import { build } from "esbuild";
import { webcrypto } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MAPS, mechanicsModule } from "../build.mjs";
import { catalogModule } from "../po.mjs";

globalThis.crypto ??= webcrypto; /* Node 18 has it under another name */

const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(web);
export { MAPS };

export function mapText(id) {
  return readFileSync(join(root, "maps", `${id}.json`), "utf8");
}

/** The languages as the build makes them. */
function languages() {
  const files = readdirSync(join(root, "po")).filter((file) => file.endsWith(".po"));
  const catalogs = files.map((file) => catalogModule(readFileSync(join(root, "po", file), "utf8")).replace("export default", `${file.slice(0, -3)}: async () => ({ default:`).replace(/;$/, " })"));
  return `export const load = { ${catalogs.join(", ")} }, loadRare = {};`;
}

/* What the build makes of files outside of src/: in tests the words, and of the rest next to nothing. */
const generated = {
  name: "linea",
  setup(build) {
    build.onResolve({ filter: /^linea:/ }, ({ path }) => ({ path, namespace: "linea" }));
    build.onLoad({ filter: /.*/, namespace: "linea" }, ({ path }) => ({
      contents: path === "linea:mechanics" ? mechanicsModule() : path === "linea:languages" ? languages() : 'export const load = {}, summaries = [], wasm = "", plainWasm = "", worker = "", rareStyle = "", nets = {}, puzzles = {}, precache = { version: "", files: [], later: [] };',
      loader: "js",
    }));
  },
};

/** Imports a module of src/ as the page has it. */
export async function load(path) {
  const folder = mkdtempSync(join(tmpdir(), "linea-"));
  const outfile = join(folder, "module.mjs");
  try {
    await build({ entryPoints: [join(web, "src", path)], bundle: true, format: "esm", platform: "neutral", mainFields: ["module", "main"], target: ["es2022"], outfile, plugins: [generated], logLevel: "warning" });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The engine, compiled again if its sources have changed. */
export function wasm({ simd = true } = {}) {
  const file = join(web, simd ? "linea.wasm" : "linea-plain.wasm");
  execFileSync(join(root, "scripts", "build-wasm"), [file, ...(simd ? ["--simd"] : [])], { stdio: "inherit" });
  return readFileSync(file);
}

/** The file of a board's net, or null. */
export function netOf(id) {
  const file = join(root, "maps", "nets", `${id}.net`);
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
}
