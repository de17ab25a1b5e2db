/*
 * A tournament of eight: one makes it on a desktop, one plays on a phone, six are programs; the server is killed in the middle. Each
 * screen is looked at on the way.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { findings } from "./axe.mjs";
import { person, PHONE, server } from "./harness.mjs";
import { asker, playUntil, robot } from "./robots.mjs";

const program = process.env["LINEA"] ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "build", "linea");
const shots = process.env["LINEA_SHOTS"];
const { origin, restart } = await server("--proxy", "--requests-per-second", "10000", "--burst", "10000", "--max-sign-ups", "100");

async function sound(page, what) {
  if (shots) await page.screenshot({ path: join(shots, `${what.replaceAll(" ", "-")}.png`), fullPage: true });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${what}: wider than the screen`);
  assert.deepEqual(await findings(page), [], what);
}

test("a tournament of eight, and the server is killed in the middle", async () => {
  const anna = await person(origin, "Anna", "192.0.2.1");
  const bert = await person(origin, "Bert", "192.0.2.2", PHONE);
  const robots = await Promise.all(Array.from({ length: 6 }, (_, i) => robot(origin, `Player ${i + 1}`, `192.0.2.${i + 3}`)));
  const { page } = anna;

  await page.goto(`${origin}/cups`);
  await page.getByText("No tournament waits for players.").waitFor();
  await sound(page, "no tournaments");
  await page.getByRole("link", { name: "Make a tournament" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Friday evening");
  await page.getByLabel("Board", { exact: true }).selectOption("new-york");
  await page.getByLabel("Rounds", { exact: true }).selectOption("2");
  await sound(page, "the form");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("heading", { name: "Friday evening" }).waitFor();
  const cup = new URL(page.url()).pathname.slice("/cups/".length);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("You have joined.").waitFor();
  /* what others are sent */
  await anna.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${origin}/cups/${cup}`);

  await bert.page.goto(`${origin}/lobby`);
  await bert.page.getByRole("link", { name: "Tournaments" }).click();
  await sound(bert.page, "tournaments on a phone");
  await bert.page.getByRole("link", { name: "Look at Friday evening" }).click();
  await bert.page.getByRole("button", { name: "Join" }).click();
  await bert.page.getByText("You have joined.").waitFor();
  await sound(bert.page, "joined on a phone");
  for (const ask of robots) assert.equal((await ask(`/api/cups/${cup}/request`, { do: "join" })).ok, true);
  await page.getByText("8 players").waitFor();
  await sound(page, "eight players");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Begin" }).click();

  for (const who of [anna, bert]) {
    await who.page.getByText("Your table is ready.").first().waitFor();
    await sound(who.page, `ready ${who === anna ? "on a desktop" : "on a phone"}`);
  }
  await bert.page.getByRole("button", { name: "To your table" }).first().click();
  await bert.page.waitForURL(/\/g\/[0-9a-f]{16}$/);
  await bert.page.locator(".waiting-seat .badge", { hasText: "you" }).waitFor();
  const state = async () => (await robots[0](`/api/cups/${cup}`)).state;
  const all = [asker(anna), ...robots];
  /* who has come to the table sits there */
  const own = await asker(bert)("/api/cups/mine");
  const { table } = await asker(bert)(`/api/games/${own.tables[0].game}`);
  assert.equal(table.players[own.tables[0].seat].name, "Bert");
  assert.equal(table.cup, cup);
  await restart();
  all.push(asker(bert));
  await playUntil(all, async () => (await state()).round === 2);
  await bert.page.goto(`${origin}/cups/${cup}`);
  await page.getByText("round 2 of 2").waitFor();
  await page.getByLabel("Round", { exact: true }).selectOption("1");
  await page.getByRole("link", { name: /Look back/ }).first().waitFor();
  await sound(page, "the second round");
  await sound(bert.page, "the second round on a phone");
  await restart();
  await playUntil(all, async () => (await state()).stage === "over");

  for (const who of [anna, bert]) {
    await who.page.getByText("The server has shown its secret.").waitFor();
    await sound(who.page, `over ${who === anna ? "on a desktop" : "on a phone"}`);
  }
  const shown = await page.locator("tr[data-number] th").allInnerTexts();
  const { standings } = await state();
  assert.deepEqual(shown.map((text) => text.replace(/\s+(you|absent|bye|out).*$/s, "").trim()), standings.map(({ name }) => name));
  const text = (path) => page.evaluate(async (to) => (await fetch(to)).text(), path);
  assert.match(await text(await page.getByRole("link", { name: "Results, CSV" }).getAttribute("href")), /^place,name,points/);
  const folder = mkdtempSync(join(tmpdir(), "linea-cup-"));
  writeFileSync(join(folder, "cup.jsonl"), await text(await page.getByRole("link", { name: "Log", exact: true }).getAttribute("href")));
  execFileSync(program, ["cup", "--verify", join(folder, "cup.jsonl")], { stdio: "ignore" });
  rmSync(folder, { recursive: true });
  assert.deepEqual([...anna.errors, ...bert.errors], []);
});
