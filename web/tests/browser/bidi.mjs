/*
 * Debian's Firefox, driven by WebDriver BiDi straight over its own port: Debian has no geckodriver, and what the tests
 * need of the protocol is small. A page here has the few calls of Playwright's that player.mjs makes, so that one
 * player plays in both browsers.
 *
 * SPDX-License-Identifier: MIT
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { DESKTOP, lookQuickly, PATIENCE } from "./harness.mjs";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;
const closing = [];
after(async () => {
  for (const close of closing.reverse()) await close();
});

/** One frame, masked as a client must (RFC 6455). */
function frame(opcode, payload) {
  const mask = randomBytes(4);
  const size = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.alloc(payload.length < 65536 ? 3 : 9);
  if (size.length === 3) {
    size[0] = 0x80 | 126;
    size.writeUInt16BE(payload.length, 1);
  } else if (size.length === 9) {
    size[0] = 0x80 | 127;
    size.writeBigUInt64BE(BigInt(payload.length), 1);
  }
  return Buffer.concat([Buffer.from([0x80 | opcode]), size, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

/** Takes whole frames off the front of what has come; returns them and what is left. */
function frames(bytes) {
  const found = [];
  for (;;) {
    if (bytes.length < 2) break;
    const short = bytes[1] & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < head) break;
    const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < head + size) break;
    found.push({ opcode: bytes[0] & 0x0f, last: (bytes[0] & 0x80) !== 0, payload: bytes.subarray(head, head + size) });
    bytes = bytes.subarray(head + size);
  }
  return { found, rest: bytes };
}

/** A WebSocket: Node 18 has none of its own. */
function connect(address, receive) {
  const { hostname, port, pathname } = new URL(address);
  const key = randomBytes(16).toString("base64");
  return new Promise((done, failed) => {
    const asked = request({ hostname, port, path: pathname, headers: { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key } });
    asked.on("error", failed);
    asked.on("response", (response) => failed(new Error(`no WebSocket: ${response.statusCode}`)));
    asked.on("upgrade", (_response, socket, head) => {
      let bytes = head;
      let parts = [];
      const take = () => {
        const { found, rest } = frames(bytes);
        bytes = rest;
        for (const { opcode, last, payload } of found) {
          if (opcode === PING) socket.write(frame(PONG, payload));
          else if (opcode === CLOSE) socket.end();
          else if (opcode !== PONG) {
            parts.push(payload);
            if (last) receive(JSON.parse(Buffer.concat(parts.splice(0)).toString()));
          }
        }
      };
      socket.on("data", (more) => {
        bytes = Buffer.concat([bytes, more]);
        take();
      });
      socket.on("error", () => {});
      done({ send: (message) => socket.write(frame(TEXT, Buffer.from(JSON.stringify(message)))), close: () => socket.destroy() });
      take();
    });
    asked.end();
  });
}

/** What a browser of its own accord would do on the network, and what asks for attention: off. */
const SETTINGS = {
  "app.normandy.enabled": false,
  "app.update.auto": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "intl.accept_languages": "en",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "",
  "toolkit.telemetry.enabled": false,
  "ui.prefersReducedMotion": 1,
};

/** Starts Firefox with a profile of its own; resolves with the address that it says. */
function start(executable, profile) {
  const text = Object.entries(SETTINGS).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), text.join("\n"));
  const child = spawn(executable, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: String(DESKTOP.width), MOZ_HEADLESS_HEIGHT: String(DESKTOP.height) },
  });
  closing.push(
    () =>
      new Promise((done) => {
        child.once("close", () => {
          rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
          done();
        });
        child.kill();
      }),
  );
  return new Promise((done, failed) => {
    let said = "";
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`Firefox ended with ${code}: ${said}`)));
    child.stderr.on("data", (more) => {
      said += more;
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
      if (address) done(address[1]);
    });
  });
}

/** Somebody with a Firefox of their own on the home screen of a server, like `visitor()` of harness.mjs. Clicks are `press(x, y)`: by the browser's own pointer. */
export async function firefox(origin, { settings = {} } = {}) {
  const executable = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);
  if (!executable) throw new Error("there is no Firefox here: scripts/setup --tests installs it");
  const address = await start(executable, mkdtempSync(join(tmpdir(), "linea-firefox-")));
  const errors = [], waiting = new Map();
  let last = 0;
  const socket = await connect(`${address}/session`, (message) => {
    if (message.method === "log.entryAdded" && message.params.level === "error") errors.push(message.params.text);
    const answer = waiting.get(message.id);
    if (!answer) return;
    waiting.delete(message.id);
    if (message.type === "success") answer.done(message.result);
    else answer.failed(new Error(`${message.error}: ${message.message}`));
  });
  closing.push(() => socket.close());
  const ask = (method, params) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      socket.send({ id: last, method, params });
    });
  await ask("session.new", { capabilities: {} });
  await ask("session.subscribe", { events: ["log.entryAdded"] });
  const context = (await ask("browsingContext.getTree", {})).contexts[0].context;
  await ask("browsingContext.setViewport", { context, viewport: DESKTOP });

  const evaluate = async (what, argument = null) => {
    const { result, exceptionDetails } = await ask("script.callFunction", {
      functionDeclaration: `async (given) => JSON.stringify((await (${what})(JSON.parse(given))) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(argument) }],
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  };
  const page = {
    evaluate,
    goto: (url) => ask("browsingContext.navigate", { context, url, wait: "complete" }),
    waitForFunction: async (what, argument, { timeout = PATIENCE, polling = 50 } = {}) => {
      for (const end = Date.now() + timeout; ; await new Promise((done) => setTimeout(done, polling))) {
        const value = await evaluate(what, argument);
        if (value) return { jsonValue: () => value };
        if (Date.now() > end) throw new Error(`not so within ${timeout} ms: ${what}`);
      }
    },
    screenshot: async (path) => writeFileSync(path, Buffer.from((await ask("browsingContext.captureScreenshot", { context })).data, "base64")),
  };
  const press = (x, y) =>
    ask("input.performActions", {
      context,
      actions: [
        {
          type: "pointer",
          id: "mouse",
          parameters: { pointerType: "mouse" },
          actions: [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  await page.goto(origin);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(`linea.${key}`, JSON.stringify(value));
  }, { speed: 3, sound: false, ...settings });
  await page.goto(origin);
  await page.evaluate(lookQuickly);
  return { page, press, errors };
}
