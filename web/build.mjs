/*
 * Builds the page into a folder: `node build.mjs --out FOLDER`. Every file but index.html, sw.js and the
 * manifest carries a hash of its contents in its name, so browsers may keep it for good.
 *
 * `node build.mjs --serve [--port N] [--api http://127.0.0.1:8080]` shows it, built again at each visit;
 * what is under /api goes to a server that runs elsewhere.
 *
 * SPDX-License-Identifier: MIT
 */
import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogModule, pageTexts } from "./po.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
/** The boards that come with Linea, in the order of lists. */
export const MAPS = readFileSync(join(root, "maps/built-in.txt"), "utf8").trim().split("\n");

function hashed(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return `${name.slice(0, -extname(name).length)}.${hash}${extname(name)}`;
}

/** The module "linea:mechanics": the words that engine/rules/ has, as the engine itself lists them. */
export function mechanicsModule() {
  const file = join(web, "linea.wasm");
  execFileSync(join(root, "scripts", "build-wasm"), [file, "--simd"], { stdio: "inherit" });
  let text = "";
  const page = { emit: (_, at, length) => { text = Buffer.from(exports.memory.buffer, at, length).toString(); }, clock: () => 0 };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { page });
  exports.mechanics();
  return `export const { mechanics, sources } = ${text};`;
}

/**
 * Parts of the page that few visits need: they come, with words of their own and the style sheet of all of them, when one is opened
 * (rare() of src/load.ts). A service worker fetches them at the second visit.
 */
export const RARE = [
  "screens/daily.tsx", "screens/puzzles.tsx", "screens/learn.tsx", "screens/analyse.tsx", "screens/account.tsx", "screens/ratings.tsx", "screens/player.tsx", "screens/house.tsx", "screens/order/report.tsx", "screens/cups.tsx", "screens/cup.tsx", "screens/lobby/now.tsx", "screens/end/review.tsx",
  "screens/daily/standing.tsx", "learn/panel.tsx", "analyse/tree.ts", "parts/qr.tsx", "play/hint-note.tsx",
].map((file) => `src/${file}`);

/* The modules that are made of files outside of src/: src/generated.d.ts describes them. `rare` are sources whose words come later. */
function generated(files, rare) {
  const template = readFileSync(join(root, "po/linea.pot"), "utf8");
  const keys = { "": pageTexts(template, rare), rare: pageTexts(template, rare, true) };
  const tags = readdirSync(join(root, "po")).filter((f) => f.endsWith(".po")).map((f) => f.slice(0, -3));
  const catalogs = (name) => `{${tags.map((tag) => `${JSON.stringify(tag)}: () => import("linea:${name}/${tag}")`).join(",")}}`;
  const catalog = (tag, part) => catalogModule(readFileSync(join(root, "po", `${tag}.po`), "utf8"), keys[part], `linea:texts${part}`);
  const modules = {
    texts: () => `export default ${JSON.stringify(keys[""])};`,
    textsrare: () => `export default ${JSON.stringify(keys.rare)};`,
    maps() {
      const summaries = MAPS.map((id) => {
        const map = JSON.parse(readFileSync(join(root, "maps", `${id}.json`), "utf8"));
        return { id, name: map.name, players: map.players, vehicle: map.vehicle, mechanics: Object.keys(map.mechanics) };
      });
      const loads = MAPS.map((id) => `${JSON.stringify(id)}: () => import(${JSON.stringify(join(root, "maps", `${id}.json`))})`);
      return `export const summaries = ${JSON.stringify(summaries)};\nexport const load = {${loads.join(",")}};`;
    },
    boards() {
      const part = (path) => `import(${JSON.stringify(join(web, "art", path))})`;
      const loads = MAPS.filter((id) => existsSync(join(web, "art", `${id}.json`))).map((id) => {
        const drawn = existsSync(join(web, "art", "background", `${id}.svg`));
        const background = drawn ? part(`background/${id}.svg`) : 'Promise.resolve({ default: "" })';
        return `${JSON.stringify(id)}: () => Promise.all([${part(`${id}.json`)}, ${background}]).then(([a, b]) => ({ drawing: a.default, background: b.default }))`;
      });
      return `export const load = {${loads.join(",")}};`;
    },
    mechanics: mechanicsModule,
    languages: () => `export const load = ${catalogs("language")}, loadRare = ${catalogs("rare")};`,
    files: () => Object.entries(files).map(([key, name]) => `export const ${key} = ${JSON.stringify(name)};`).join("\n"),
  };
  return {
    name: "linea",
    setup(build) {
      build.onResolve({ filter: /^linea:/ }, ({ path }) => ({ path: path.slice(6), namespace: "linea" }));
      build.onLoad({ filter: /.*/, namespace: "linea" }, ({ path }) => ({
        contents: path.startsWith("language/") ? catalog(path.slice(9), "") : path.startsWith("rare/") ? catalog(path.slice(5), "rare") : modules[path](),
        loader: "js",
        resolveDir: web,
      }));
    },
  };
}

/** Builds entries, paths relative to src/, as the page is built. */
export function bundle(entries, out, options, files = {}, rare = new Set()) {
  return build({
    entryPoints: entries.map((entry) => join(web, "src", entry)),
    bundle: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    /* browsers that know it compile all functions while a file comes in, not one by one in the midst of a game */
    banner: { js: "//# allFunctionsCalledOnLoad" },
    outdir: out,
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    assetNames: "[name].[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".woff2": "file", ".svg": "text" },
    plugins: [generated(files, rare)],
    metafile: true,
    logLevel: "warning",
    absWorkingDir: web,
    publicPath: "/",
    ...options,
  });
}

/** The file that an entry was built into. */
function outputOf(result, entry, out) {
  for (const [file, made] of Object.entries(result.metafile.outputs))
    if (made.entryPoint === `src/${entry}`)
      return {
        js: relative(out, join(web, file)),
        css: made.cssBundle && relative(out, join(web, made.cssBundle)),
        parts: made.imports.filter((part) => part.kind === "import-statement").map((part) => relative(out, join(web, part.path))),
      };
  throw new Error(`nothing was built of ${entry}`);
}

/** What a visitor may need who opens nothing rare: outputs of the page. */
function usualOutputs({ outputs }) {
  const found = new Set();
  const add = (file) => {
    const made = outputs[file];
    if (!made || found.has(file) || RARE.includes(made.entryPoint)) return;
    found.add(file);
    if (made.cssBundle) add(made.cssBundle);
    for (const { path } of made.imports) add(path);
  };
  add(Object.keys(outputs).find((file) => outputs[file].entryPoint === "src/main.tsx"));
  return found;
}

/** The sources that are in no other output. */
function rareSources({ outputs }, usual) {
  const inputs = (files) => new Set(files.flatMap((file) => Object.keys(outputs[file].inputs)));
  const needed = inputs([...usual]);
  return new Set([...inputs(Object.keys(outputs))].filter((source) => !needed.has(source)).map((source) => `web/${source}`));
}

function indexHtml({ js, css, parts }, fonts) {
  const lines = [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="description" content="Four railway board games in your browser: with friends, against bots, on one device.">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#f5f1e8" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#10161e" media="(prefers-color-scheme: dark)">',
    "<title>Linea</title>",
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-192.png">',
    '<link rel="manifest" href="/linea.webmanifest">',
    ...fonts.map((font) => `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="/${css}">`,
    '<link rel="preload" href="/maps.json" as="fetch" crossorigin>',
    ...parts.map((part) => `<link rel="modulepreload" href="/${part}">`),
    `<script type="module" src="/${js}"></script>`,
    "</head>",
    "<body>",
    /* what is seen until the page draws itself */
    '<div id="page"><div class="loading" aria-busy="true"></div></div>',
    "<noscript>Linea needs JavaScript. In a terminal, <code>linea play</code> does without.</noscript>",
    "</body>",
    "</html>",
  ];
  return lines.join("\n") + "\n";
}

const manifest = {
  name: "Linea",
  short_name: "Linea",
  start_url: "/",
  display: "standalone",
  background_color: "#f5f1e8",
  theme_color: "#f5f1e8",
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** Builds everything into a folder that is emptied first. */
export async function buildPage(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const engines = { wasm: "linea.wasm", plainWasm: "linea-plain.wasm" };
  const files = { nets: dataFiles(out, "nets", "net"), puzzles: dataFiles(out, "puzzles", "jsonl") };
  for (const [key, name] of Object.entries(engines)) {
    const engine = join(web, name);
    execFileSync(join(root, "scripts", "build-wasm"), [engine, ...(key === "wasm" ? ["--simd"] : [])], { stdio: "inherit" });
    files[key] = "/" + hashed(name, readFileSync(engine));
    cpSync(engine, join(out, files[key]));
  }
  const worker = await bundle(["net/worker.ts"], out, {}, files);
  files.worker = "/" + outputOf(worker, "net/worker.ts", out).js;
  const [style] = Object.keys((await bundle(["style/rare.css"], out, {})).metafile.outputs).map((file) => relative(out, join(web, file)));
  files.rareStyle = `/${style}`;
  /* which sources are rare is known when they have been bundled once */
  const sketch = await bundle(["main.tsx"], out, { splitting: true, write: false }, files);
  const missing = RARE.filter((file) => !Object.values(sketch.metafile.outputs).some(({ entryPoint }) => entryPoint === file));
  if (missing.length > 0) throw new Error(`nothing imports ${missing} when it is needed`);
  const page = await bundle(["main.tsx"], out, { splitting: true }, files, rareSources(sketch.metafile, usualOutputs(sketch.metafile)));
  const main = outputOf(page, "main.tsx", out);
  const sheets = readdirSync(out).filter((name) => name.endsWith(".css"));
  if (sheets.length > 2) throw new Error(`style sheets are imported by main.tsx and rare.css alone, nothing loads ${sheets.filter((name) => name !== main.css && name !== style)}`);
  const usual = usualOutputs(page.metafile);
  const rareLanguage = (entry) => entry?.startsWith("linea:rare/");
  const later = [style, ...Object.entries(page.metafile.outputs)
    .filter(([file, { entryPoint }]) => !usual.has(file) || rareLanguage(entryPoint)).map(([file]) => relative(out, join(web, file)))];
  const fonts = readdirSync(out).filter((name) => name.startsWith("inter-latin.") && name.endsWith(".woff2"));
  writeFileSync(join(out, "index.html"), indexHtml(main, fonts));
  writeFileSync(join(out, "linea.webmanifest"), JSON.stringify(manifest));
  cpSync(join(web, "art", "icon"), out, { recursive: true });
  /* what others show of a link to a game: the server names them in the page (server/invite.c) */
  for (const map of MAPS) cpSync(join(web, "art", "share", `${map}.png`), join(out, `share-${map}.png`));
  await bundle(["sw.ts"], out, { entryNames: "[name]" }, { precache: precacheOf(out, new Set(later)) });
}

/** A file of each board that has one, by map: they go along as they are, and are fetched when somebody needs one. */
function dataFiles(out, folder, ending) {
  const files = {};
  for (const map of MAPS) {
    const file = join(root, "maps", folder, `${map}.${ending}`);
    if (!existsSync(file)) continue;
    files[map] = "/" + hashed(`${map}.${ending}`, readFileSync(file));
    cpSync(file, join(out, files[map]));
  }
  return files;
}

/** Whether most visitors never need a file: then it is fetched and kept when it is needed. Letters beyond those of western Europe are for one language. */
function isOnDemand(name) {
  return name.endsWith(".png") || name.endsWith(".net") || name.endsWith(".jsonl") || name.startsWith("linea-plain.") || name.startsWith("inter-latin-ext.");
}

/** What a service worker keeps: at the first visit all that is usual, at the second what is rare. */
function precacheOf(out, rare) {
  const names = readdirSync(out).filter((name) => !isOnDemand(name)).sort();
  const whole = createHash("sha256");
  for (const name of names) whole.update(name).update(readFileSync(join(out, name)));
  const paths = (later) => names.filter((name) => rare.has(name) === later).map((name) => `/${name}`);
  return { version: whole.digest("hex").slice(0, 16), files: paths(false), later: paths(true) };
}

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
  ".wasm": "application/wasm", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".json": "application/json",
};

/* The page for who works on it: any path without a file is index.html, built again. */
async function serve(out, port, api) {
  const { createServer, request } = await import("node:http");
  const csp = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'";
  const pass = (asked, found) => {
    const target = new URL(asked.url, api);
    return request(target, { method: asked.method, headers: { ...asked.headers, host: target.host } }, found);
  };
  const server = createServer(async (asked, answer) => {
    const path = new URL(asked.url, "http://x").pathname;
    if (path.startsWith("/api/") && api) {
      const passed = pass(asked, (got) => {
        answer.writeHead(got.statusCode, got.headers);
        got.pipe(answer);
      });
      passed.on("error", () => answer.writeHead(502).end());
      asked.pipe(passed);
      return;
    }
    let file = join(out, path);
    try {
      if (!existsSync(file) || statSync(file).isDirectory()) {
        if (extname(path)) return void answer.writeHead(404).end();
        await buildPage(out);
        file = join(out, "index.html");
      }
      answer.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "content-security-policy": csp, "cache-control": "no-store" });
      answer.end(readFileSync(file));
    } catch (error) {
      answer.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    }
  });
  server.on("upgrade", (asked, socket, head) => {
    if (!api) return socket.destroy();
    const passed = pass(asked);
    passed.on("upgrade", (got, other, first) => {
      const headers = Object.entries(got.headers).map(([key, value]) => `${key}: ${value}\r\n`).join("");
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
      socket.write(first);
      other.write(head);
      other.on("error", () => socket.destroy());
      socket.on("error", () => other.destroy());
      other.pipe(socket).pipe(other);
    });
    passed.on("error", () => socket.destroy());
    passed.end();
  });
  await buildPage(out);
  server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
}

function option(name, fallback) {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : process.argv[at + 1];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = resolve(option("--out", join(web, "dist")));
  if (process.argv.includes("--serve")) await serve(out, Number(option("--port", "0")), option("--api", ""));
  else await buildPage(out);
}
