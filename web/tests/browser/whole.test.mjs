/*
 * A player from the first visit to the last: a guest, an account, a second device, a passkey, a rated game, a profile, a tournament of eight
 * in whose middle the server is killed, all data, and the end. Other files look at each of these more closely.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { person, PHONE, server, visitor } from "./harness.mjs";
import { withKeys } from "./keys.mjs";
import { asker, playGame, playUntil, robot } from "./robots.mjs";

const NAME = "Anna Whole", PASSWORD = "correct horse battery";
const { origin, restart } = await server("--proxy", "--requests-per-second", "10000", "--burst", "10000", "--max-sign-ups", "100");
/* under a name, or there are no passkeys */
const local = origin.replace("127.0.0.1", "localhost");
const at = (address, more = {}) => visitor({ extraHTTPHeaders: { "X-Forwarded-For": address }, ...more });

/** A guest takes a seat, and keeps it by an account. Returns the path of the table. */
async function grow(page) {
  await page.goto(`${local}/new/london?mode=online`);
  await page.getByLabel("Your name").fill("Anna");
  await page.locator("form button[type=submit]").click();
  await page.locator(".waiting-seat[data-state=human]").waitFor();
  const table = new URL(page.url()).pathname;
  await page.goto(local);
  await page.getByRole("link", { name: "Keep your games" }).click();
  await page.getByLabel("Name", { exact: true }).fill(NAME);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("button", { name: "I have them" }).click();
  await page.getByRole("heading", { name: "Devices" }).waitFor();
  return table;
}

/** Adds a passkey, goes out, and comes in again by it. */
async function addPasskey(page) {
  const form = page.locator("form", { has: page.getByRole("heading", { name: "Passkeys" }) });
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Add a passkey" }).click();
  await form.getByText("The passkey is added.").waitFor();
  await page.getByRole("button", { name: "Sign out here" }).click();
  await page.getByRole("radio", { name: "Sign in" }).check();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("heading", { name: NAME, exact: true }).waitFor();
}

async function playNow(page) {
  await page.goto(`${local}/lobby`);
  const now = page.locator("form[aria-labelledby=now]");
  await now.getByLabel("Board").selectOption("new-york");
  await now.getByLabel("Rated").check();
  await now.getByRole("button", { name: "Find others" }).click();
}

/** Two are paired, and play by requests; then the profile has the game. */
async function playRated(players) {
  await playNow(players[0].page);
  await players[0].page.getByText("1 person wants this game, of 2.").waitFor();
  await playNow(players[1].page);
  for (const { page } of players) await page.waitForURL(/\/g\/[0-9a-f]{16}$/);
  const game = new URL(players[0].page.url()).pathname.slice("/g/".length);
  await playGame(players.map(asker), game);
  const { page } = players[0];
  const rated = page.locator(`[data-past="${game}"] .badge.plain`, { hasText: "rated" });
  do await page.goto(`${local}/player/${encodeURIComponent(NAME)}`), await page.getByRole("heading", { name: NAME }).waitFor();
  while (!(await rated.count()));
  await page.getByRole("heading", { name: "Ratings" }).waitFor();
}

/** Eight play two rounds; between them the server is killed. Returns the number of the tournament. */
async function playCup(players, robots) {
  const { page } = players[0];
  await page.goto(`${local}/cups`);
  await page.getByRole("link", { name: "Make a tournament" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Friday evening");
  await page.getByLabel("Board", { exact: true }).selectOption("new-york");
  await page.getByLabel("Rounds", { exact: true }).selectOption("2");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("heading", { name: "Friday evening" }).waitFor();
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("You have joined.").waitFor();
  const cup = new URL(page.url()).pathname.slice("/cups/".length);
  const all = [...players.map(asker), ...robots];
  for (const ask of all.slice(1)) assert.equal((await ask(`/api/cups/${cup}/request`, { do: "join" })).ok, true);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Begin" }).click();
  await page.getByText("Your table is ready.").first().waitFor();
  await restart();
  const state = async () => (await robots[0](`/api/cups/${cup}`)).state;
  await playUntil(all, async () => (await state()).round === 2);
  await restart();
  await playUntil(all, async () => (await state()).stage === "over");
  await page.getByText("The server has shown its secret.").waitFor();
  await page.locator("tr[data-number] th", { hasText: NAME }).waitFor();
  return cup;
}

async function takeAlong(page) {
  await page.goto(`${local}/account`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download everything" }).click()]);
  const lines = readFileSync(await download.path(), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  return (kind) => lines.filter((line) => line.kind === kind);
}

async function leave(page) {
  await page.getByText("Delete the account").first().click();
  const last = page.getByRole("form", { name: "Delete for good" });
  await last.getByRole("button", { name: "With a passkey instead" }).click();
  await last.getByRole("checkbox").check();
  await last.getByRole("button", { name: "Delete the account" }).click();
  await page.getByRole("heading", { name: "All aboard." }).waitFor();
}

test("a player from the first visit to the last", async () => {
  const anna = await at("192.0.2.1");
  await withKeys(anna.page);
  const table = await grow(anna.page);
  const phone = await at("192.0.2.2", { viewport: PHONE });
  await phone.page.goto(`${local}/account`);
  await phone.page.getByRole("radio", { name: "Sign in" }).check();
  await phone.page.getByLabel("Name", { exact: true }).fill(NAME);
  await phone.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await phone.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await phone.page.getByRole("heading", { name: "Devices" }).waitFor();
  await phone.page.goto(local + table);
  await phone.page.getByRole("button", { name: "Leave the seat" }).waitFor();
  await anna.page.goto(`${local}/account`);
  await addPasskey(anna.page);

  const ben = await person(local, "Ben Whole", "192.0.2.3");
  await playRated([anna, ben]);
  const robots = await Promise.all(Array.from({ length: 6 }, (_, i) => robot(origin, `Player ${i + 1}`, `192.0.2.${i + 4}`)));
  const cup = await playCup([anna, ben], robots);

  const kept = await takeAlong(anna.page);
  assert.deepEqual([kept("account")[0].name, kept("passkey").length, kept("session").length], [NAME, 1, 2]);
  assert.equal(kept("game").length, 4, "the table of the guest, the rated game, two of the tournament");
  assert.equal(new Set(kept("record").map(({ game }) => game)).size, 3, "those that are over");
  assert.deepEqual(kept("cup").map(({ name }) => name), ["Friday evening"]);
  assert.ok(kept("rating").some(({ pool }) => pool === "new-york"));

  await leave(anna.page);
  await phone.page.goto(`${local}/account`);
  await phone.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  const said = JSON.stringify([await robots[0](`/api/cups/${cup}`), await robots[0](`/api/games${table.replace("/g/", "/")}`), await robots[0](`/api/player?name=${encodeURIComponent(NAME)}`)]);
  assert.ok(!said.includes(NAME) && /gone-[0-9a-f]{4}/.test(said), said);
  assert.deepEqual([...anna.errors, ...phone.errors, ...ben.errors], []);
});
