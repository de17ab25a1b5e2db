/*
 * What tests in a real browser stand on: the program serving its page on a free port, and Debian's
 * Chromium. Every test gets pages of its own; whatever a page reports as an error fails it.
 *
 * SPDX-License-Identifier: MIT
 */
import { chromium } from "playwright-core";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach } from "node:test";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const program = process.env["LINEA"] ?? join(root, "build", "linea");
export { MAPS } from "../../build.mjs";
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };
/** A server under this name is another computer for the browser: what it serves by http is not secure. */
export const LAN = "lan.test";
/** Long enough for a machine that is busy with other tests. */
export const PATIENCE = 30_000;

/** Tries until it holds. `page.waitForFunction()` does not wait for what a promise comes to. */
export async function eventually(check) {
  for (const end = Date.now() + PATIENCE; ; await new Promise((next) => setTimeout(next, 50)))
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

const closing = [];
async function closeAll(these) {
  for (const close of these.splice(0).reverse()) await close();
}
after(() => closeAll(closing));

/* Nobody stays longer than the test that they came for: pages with games under way would take the processor from the next one. */
const leaving = [];
afterEach(() => closeAll(leaving));

/** A port that stays ours while the server is away: the system gives none below 32768 to connections of other tests. */
async function freePort() {
  for (;;) {
    const port = 18000 + Math.floor(Math.random() * 13000);
    const taken = await new Promise((done) => {
      const trial = connect(port, "127.0.0.1").once("connect", () => done(true)).once("error", () => done(false));
      trial.once("connect", () => trial.destroy());
    });
    if (!taken) return port;
  }
}

/** A server of one's own, with some more options. `restart()` kills it as a power cut would, and starts it on the same data and port. */
export async function server(...options) {
  const folder = mkdtempSync(join(tmpdir(), "linea-page-"));
  let child;
  const port = await freePort();
  const start = () =>
    new Promise((done, failed) => {
      child = spawn(program, ["serve", "--port", String(port), "--data", join(folder, "linea.db"), "--think-ms", "100", "--log-level", "error", ...options], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      child.once("error", failed);
      child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
      child.stdout.once("data", (text) => done(new URL(String(text).trim()).origin));
    });
  const kill = (signal) =>
    new Promise((done) => {
      child.removeAllListeners("exit");
      child.once("exit", done);
      child.kill(signal);
    });
  const origin = await start();
  closing.push(async () => {
    await kill("SIGTERM");
    rmSync(folder, { recursive: true });
  });
  return {
    origin,
    /** `linea admin`, on its data */
    admin: (...words) => execFileSync(program, ["admin", ...words, "--data", join(folder, "linea.db")]),
    stop: () => kill("SIGKILL"),
    start,
    restart: async () => {
      await kill("SIGKILL");
      await start();
    },
  };
}

/* The first is the same browser without its windows, for half of the processor time; what measures, and nightly tests, take the whole one. */
export const WHOLE_BROWSER = "/usr/bin/chromium";
const BROWSERS = ["/usr/bin/chromium-headless-shell", WHOLE_BROWSER];

let launched;
function browser() {
  launched ??= (async () => {
    const executablePath = process.env["LINEA_BROWSER"] ?? BROWSERS.find(existsSync);
    if (!executablePath) throw new Error("there is no Chromium here: scripts/setup installs it");
    const found = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-background-networking", "--disable-component-update", "--mute-audio", `--host-resolver-rules=MAP ${LAN} 127.0.0.1`],
    });
    closing.push(() => found.close());
    return found;
  })();
  return launched;
}

/** In a page: a second or two that it leaves people to look, or to change their mind, is over at once. What waits for other things waits as ever. */
export function lookQuickly() {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms = 0, ...values) => later(act, ms >= 1000 && ms <= 2000 ? ms / 20 : ms, ...values);
}

/**
 * Somebody with a browser of their own: nothing is shared with others. `errors` holds what went wrong in it. Where no other speed is
 * set, moves are shown at once.
 */
export async function visitor(options = {}) {
  const { settings = {}, ...context } = options;
  const own = await (await browser()).newContext({ viewport: DESKTOP, reducedMotion: "reduce", locale: "en", ...context });
  leaving.push(() => own.close());
  own.setDefaultTimeout(PATIENCE);
  await own.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) if (localStorage.getItem(`linea.${key}`) === null) localStorage.setItem(`linea.${key}`, JSON.stringify(value));
  }, { speed: 3, sound: false, ...settings });
  if (settings.speed === undefined) await own.addInitScript(lookQuickly);
  const page = await own.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    /* a server that is gone for a moment, or a refused request, is reported by the browser too */
    if (message.type() === "error" && !/ERR_CONNECTION|ERR_INTERNET|WebSocket|status of 4/.test(message.text())) errors.push(message.text());
  });
  return { page, context: own, errors };
}

/** Somebody with an account, who is at an address of their own for a server that is behind a proxy. */
export async function person(origin, name, address, viewport = DESKTOP) {
  const who = await visitor({ viewport, extraHTTPHeaders: { "X-Forwarded-For": address } });
  await who.page.goto(origin);
  await who.page.evaluate(async (called) => {
    const answer = await fetch("/api/account", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: called, password: "correct horse battery" }) });
    if (!answer.ok) throw new Error(await answer.text());
    localStorage.setItem("linea.account", JSON.stringify(called));
  }, name);
  return who;
}

/** Waits until all of the page is on the device: then it needs no server. */
export function keptOnDevice(page) {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
}
