/*
 * The service worker is sent a message: what it shows of it, and where that leads. Headless browsers show no notices.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const ID = "0123456789abcdef";
const shown = [], badges = [], opened = [], listeners = {};
let windows = [];
globalThis.self = {
  addEventListener: (kind, act) => (listeners[kind] = act),
  registration: { showNotification: async (title, { body, data, tag }) => void shown.push({ title, body, data, tag }) },
  navigator: { setAppBadge: async (count) => void badges.push(count) },
  clients: { matchAll: async () => windows, openWindow: async (path) => void opened.push(path) },
};
await load("sw.ts");

/** An event of the worker, and all that it waits for. */
async function happen(kind, event) {
  const waits = [];
  listeners[kind]({ ...event, waitUntil: (one) => waits.push(one) });
  await Promise.all(waits);
}

const push = (text) => happen("push", { data: { text: () => text } });

test("a message becomes a notice of the game, or of the tournament", async () => {
  await push(JSON.stringify({ id: ID, title: "It is your turn", text: "London", game: ID, count: 2 }));
  await push(JSON.stringify({ id: ID, title: "Your tournament goes on", text: "London", cup: ID, count: 0 }));
  assert.deepEqual(shown.splice(0), [
    { title: "It is your turn", body: "London", data: `/g/${ID}`, tag: `/g/${ID}` },
    { title: "Your tournament goes on", body: "London", data: `/cups/${ID}`, tag: `/cups/${ID}` },
  ]);
  assert.deepEqual(badges.splice(0), [2], "in how many games it is their turn");
});

test("something is shown whatever comes, and it leads nowhere else", async () => {
  for (const text of ["not for this version", JSON.stringify({ title: "A word", text: "", game: "//evil.test/", count: 1 })]) await push(text);
  await happen("push", { data: null });
  assert.deepEqual(shown.splice(0).map(({ title, data }) => [title, data]), [["Linea", "/lobby"], ["A word", "/lobby"], ["Linea", "/lobby"]]);
});

test("a click shows the page that is open there, or opens one", async () => {
  const click = () => happen("notificationclick", { notification: { data: `/g/${ID}`, close: () => undefined } });
  await click();
  let focused = 0;
  windows = [{ url: "https://a.test/lobby" }, { url: `https://a.test/g/${ID}?x`, focus: async () => void focused++ }];
  await click();
  assert.deepEqual([opened, focused], [[`/g/${ID}`], 1]);
});
