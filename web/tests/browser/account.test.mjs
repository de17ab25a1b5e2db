/*
 * The way of a player: a guest makes a table, keeps it by an account, finds it on a second device, loses the password, gives a program
 * a token, takes all data along and goes for good.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, server, visitor } from "./harness.mjs";

const SMALL = { width: 412, height: 915 };
const PASSWORD = "correct horse battery";
const { origin } = await server();

const widerThanScreen = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
async function sound(page, what) {
  assert.equal(await widerThanScreen(page), 0, `${what}: wider than the screen`);
  assert.deepEqual(await findings(page), [], what);
}

/** Makes a table with a free seat as a guest; its address. */
async function makeTable(page) {
  await page.goto(`${origin}/new/london?mode=online`);
  await page.getByLabel("Your name").fill("Ann");
  await page.locator("form button[type=submit]").click();
  await page.locator(".waiting-seat[data-state=human]").waitFor();
  return new URL(page.url()).pathname;
}

async function signUp(page, name) {
  await page.goto(`${origin}/account`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  return page.locator(".account-code-list code").allInnerTexts();
}

async function signIn(page, name, password) {
  await page.goto(`${origin}/account`);
  await page.getByRole("radio", { name: "Sign in" }).check();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const OWN = (page) => page.getByRole("heading", { name: "Devices" });

for (const [viewport, name] of [[DESKTOP, "Anna Desktop"], [SMALL, "Anna Phone"]])
  test(`from a guest to an account and to its end, ${viewport.width} pixels`, async () => {
    const { page, errors } = await visitor({ viewport });
    const table = await makeTable(page);
    await page.goto(origin);
    await page.getByRole("link", { name: "Keep your games" }).click();
    await page.getByRole("heading", { name: "Keep your games" }).waitFor();
    await sound(page, "the ways to an account");
    await page.getByLabel("Password", { exact: true }).fill("password1");
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByText("This password is too easy to guess.").waitFor();
    await sound(page, "a refused password");

    const codes = await signUp(page, name);
    assert.equal(new Set(codes).size, 8);
    await sound(page, "the codes");
    await page.getByRole("button", { name: "I have them" }).click();
    await OWN(page).waitFor();
    await sound(page, "the account");
    assert.equal(await page.evaluate(() => localStorage.getItem("linea.token")), null, "the guest's token is gone");
    assert.equal(await page.evaluate(() => document.cookie), "", "no script can read the session");
    await page.goto(origin + table);
    await page.locator(".waiting-seat[data-state=human]").waitFor();
    assert.equal(await page.getByRole("button", { name: "Leave the seat" }).count(), 1, "the seat is still one's own");

    const second = await visitor({ viewport });
    await signIn(second.page, name, "a wrong password");
    await second.page.getByText("These do not belong together.").waitFor();
    await signIn(second.page, name.toUpperCase(), PASSWORD);
    await OWN(second.page).waitFor();
    assert.equal(await second.page.locator(".account-line").count(), 2, "two devices");
    await second.page.goto(origin + table);
    await second.page.getByRole("button", { name: "Leave the seat" }).waitFor();

    /* the first device signs the second out */
    await page.goto(`${origin}/account`);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".account-line").length === 1);
    await second.page.goto(`${origin}/account`);
    await second.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();

    /* and it comes back by a code */
    await second.page.getByRole("button", { name: "I have forgotten the password" }).click();
    await sound(second.page, "with a code");
    await second.page.getByLabel("Name", { exact: true }).fill(name);
    await second.page.getByLabel("Recovery code", { exact: true }).fill(codes[3].toLowerCase());
    await second.page.getByLabel("New password", { exact: true }).fill("staple battery horse");
    await second.page.getByRole("button", { name: "Set the password" }).click();
    await OWN(second.page).waitFor();
    await second.page.getByText("7 codes are left.").waitFor();

    /* a token for a program, seen once */
    await second.page.getByLabel("What it is for").fill("my script");
    await second.page.getByRole("button", { name: "Make a token" }).click();
    const token = await second.page.locator(".account-secret").innerText();
    assert.match(token, /^lin_[\w-]{43}$/);
    await sound(second.page, "a new token");
    const mine = await fetch(`${origin}/api/games/mine`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal(mine.status, 200);
    assert.equal((await mine.json()).games.length, 1);
    await second.page.reload();
    await OWN(second.page).waitFor();
    assert.equal(await second.page.locator(".account-secret").count(), 0);

    /* all data, then the end */
    const [download] = await Promise.all([second.page.waitForEvent("download"), second.page.getByRole("link", { name: "Download everything" }).click()]);
    const lines = readFileSync(await download.path(), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(lines.filter(({ kind }) => kind === "account").map((line) => line.name), [name]);
    assert.equal(lines.filter(({ kind }) => kind === "game").length, 1);
    await second.page.getByText("Delete the account").first().click();
    const last = second.page.getByRole("form", { name: "Delete for good" });
    await last.getByLabel("Password").fill("staple battery horse");
    await last.getByRole("checkbox").check();
    await sound(second.page, "before the end");
    await last.getByRole("button", { name: "Delete the account" }).click();
    await second.page.getByRole("heading", { name: "All aboard." }).waitFor();
    await signIn(second.page, name, "staple battery horse");
    await second.page.getByText("These do not belong together.").waitFor();
    assert.deepEqual([...errors, ...second.errors], []);
  });

test("by the keyboard alone", async () => {
  const { page } = await visitor();
  await page.goto(`${origin}/account`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await page.getByRole("radio", { name: "Sign in" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type("Kay Board");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "Your recovery codes" });
  await heading.waitFor();
  assert.equal(await heading.evaluate((element) => element === document.activeElement), true, "what is new is read out");
});

test("who is signed in nowhere and has played nothing is asked to sign in", async () => {
  const { page } = await visitor();
  await page.goto(origin);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Account" }).waitFor();
  assert.equal(await page.getByRole("radio", { name: "Sign in" }).isChecked(), true);
});
