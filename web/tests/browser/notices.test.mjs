/*
 * Notices on the account's screen, and in the browser: what is chosen stays, this browser becomes one that is sent them, and a
 * link of a mail confirms an address.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, eventually, keptOnDevice, PHONE, server, visitor } from "./harness.mjs";
import { withKeys } from "./keys.mjs";

const { origin } = await server("--site", "https://linea.test", "--sendmail", "/bin/true", "--mail-from", "linea@linea.test");
const PASSWORD = "correct horse battery";

async function signUp(page, name) {
  await page.goto(`${origin}/account`);
  await page.getByRole("radio", { name: "New account" }).check();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("button", { name: "I have them" }).click();
  await page.getByRole("heading", { name: "When you are away" }).waitFor();
}

const settings = (page) => page.evaluate(async () => (await fetch("/api/notices")).json());

/** Headless browsers have no push service: a subscription as one gives it. */
function subscribed() {
  const keys = { p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  PushManager.prototype.getSubscription = () => Promise.resolve({ unsubscribe: () => (globalThis.ended = true) });
  PushManager.prototype.subscribe = ({ applicationServerKey }) => {
    globalThis.askedFor = applicationServerKey.length;
    return Promise.resolve({ toJSON: () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${Math.random()}`, keys }) });
  };
  Notification.requestPermission = () => Promise.resolve("granted");
}

for (const [viewport, name] of [[DESKTOP, "Nora Desktop"], [PHONE, "Nora Phone"]])
  test(`which notices one wants, and where, ${viewport.width} pixels`, async () => {
    const { page, errors } = await visitor({ viewport, serviceWorkers: "allow" });
    await page.addInitScript(subscribed);
    await signUp(page, name);
    await keptOnDevice(page);
    await page.getByLabel("Let me know", { exact: true }).selectOption("1800");
    await eventually(async () => assert.equal((await settings(page)).delay, 1800));
    await page.getByRole("button", { name: "Notices on this device" }).click();
    await page.getByLabel("a game begins").first().uncheck();
    await eventually(async () => assert.ok(!(await settings(page)).push.includes("began")));
    assert.equal((await settings(page)).devices.length, 1);
    assert.equal(await page.evaluate(() => globalThis.askedFor), 65, "the key of the server");
    await page.getByRole("button", { name: "Make addresses" }).click();
    const feed = new URL(await page.locator("code", { hasText: "turns.atom" }).innerText());
    assert.equal(await page.evaluate(async (path) => (await fetch(path)).status, feed.pathname), 200);
    await page.getByLabel("Address", { exact: true }).fill("http://a.example/");
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByText("This must be an address that begins with https://").waitFor();
    await page.getByLabel("Address", { exact: true }).fill("https://a.example/x");
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByText("What it is signed with").waitFor();
    await page.getByLabel("E-mail address").fill("nora@example.org");
    await page.locator("form", { hasText: "Notices by e-mail" }).getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Send a link to this address" }).click();
    await page.getByText("not confirmed yet").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, "wider than the screen");
    assert.deepEqual(await findings(page), []);
    await page.goto(`${origin}/lobby`);
    await page.goto(`${origin}/account#confirm=${"A".repeat(44)}`);
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await page.getByText("This link is too old").waitFor();
    await page.goto(`${origin}/account`);
    await page.getByRole("button", { name: "Sign out here" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    assert.equal(await page.evaluate(() => globalThis.ended), true, "who uses the browser next sees nothing of it");
    assert.deepEqual(errors, []);
  });

test("an address of e-mail, where there is a passkey and no password", async () => {
  const { page, errors } = await visitor();
  await withKeys(page);
  await page.goto(`${origin.replace("127.0.0.1", "localhost")}/account`);
  await page.getByRole("radio", { name: "New account" }).check();
  await page.getByLabel("Name", { exact: true }).fill("Nora Key");
  await page.getByRole("radio", { name: "Passkey" }).check();
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("button", { name: "I have them" }).click();
  await page.getByLabel("E-mail address").fill("key@example.org");
  await page.getByRole("button", { name: "Send a link to this address" }).click();
  await page.getByText("not confirmed yet").waitFor();
  assert.deepEqual(errors, []);
});
