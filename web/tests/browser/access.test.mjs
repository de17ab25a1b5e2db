/*
 * Every screen in every language, light and dark: axe-core finds nothing, and no text is left in another language.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { MAPS, PHONE, server, visitor } from "./harness.mjs";
import { act, awaitTurn, keptGame } from "./player.mjs";
import { open, stage } from "./stage.mjs";

const { origin } = await server();
const nightly = process.env["LINEA_NIGHTLY"] !== undefined;

/** The rules of axe that look at colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];
/** A theme changes colours alone, and a language everything but them; what is left of the rules is the same for all. */
const EVERY_RULE = {}, COLOURS_ALONE = { runOnly: COLOURS }, NO_COLOURS = { rules: Object.fromEntries(COLOURS.map((id) => [id, { enabled: false }])) };

/** Goes to a screen as a link does: the page stays, which is quicker than to load it again. */
async function go(page, path) {
  await page.evaluate(async (to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, path);
  await page.locator("main h1").waitFor();
}

/** A game on this device as it begins, then one on a server in the middle and at its end. */
async function tables(page, check) {
  await page.goto(origin);
  await page.locator('.home-card[data-map="new-york"] .home-start').click();
  await awaitTurn(page);
  await check("choosing tickets");
  await act(page);
  await awaitTurn(page);
  await check("the table");
  const table = await stage("new-york");
  open(table, 8);
  await table.show(page, origin);
  await check("the table of a server");
  table.play((moves) => moves.find((move) => move.startsWith("claim")) ?? moves.find((move) => move === "draw pile") ?? moves[0]);
  await page.waitForFunction(() => /\d/.test(document.querySelector(".end-verdict")?.textContent ?? ""));
  await check("the end");
  await go(page, "/");
  await keptGame(page);
  await go(page, "/games");
  await page.locator("[data-finished]").waitFor();
  await check("a game that is kept");
  await page.locator("a[href*='kept=']").first().click();
  await page.locator(".playback").waitFor();
  await check("its replay");
}

/** The settings, and where one waits for others. */
async function around(page, check) {
  await page.locator(".head-quick .button").last().click();
  await page.getByRole("dialog").waitFor();
  await check("settings");
  await page.keyboard.press("Escape");
  await page.goto(`${origin}/new/europe?mode=online`);
  await page.locator("form button[type=submit]").click();
  await page.locator(".waiting-seat .paints").waitFor();
  await check("the waiting room");
}

const LOOKS = [
  ["en", "light", EVERY_RULE],
  ["en", "dark", nightly ? EVERY_RULE : COLOURS_ALONE],
  ["it", "light", nightly ? EVERY_RULE : NO_COLOURS],
  ["ro", "light", nightly ? EVERY_RULE : NO_COLOURS],
];
for (const [language, theme, rules] of LOOKS)
  test(`every screen in ${language}, ${theme}`, async () => {
    const { page, errors } = await visitor({ locale: language, settings: { theme, "score-track": true } });
    const check = async (what) => assert.deepEqual(await findings(page, rules), [], what);
    await page.goto(origin);
    await page.locator("h1").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    const heading = await page.locator("h1").innerText();
    if (language === "en") assert.equal(heading, "All aboard.");
    else assert.notEqual(heading, "All aboard.", "the first heading is not translated");
    await check("home");
    for (const path of ["/lobby", "/games", "/replay", "/help", "/nowhere", "/pad", "/daily", "/learn", "/analyse", "/account", "/ratings", ...MAPS.flatMap((map) => [`/new/${map}`, `/help/${map}`])]) {
      await go(page, path);
      await check(path);
    }
    for (const mode of ["online", "device", "watch"]) {
      await page.goto(`${origin}/new/europe?mode=${mode}`);
      await page.locator("form").waitFor();
      await check(`new game: ${mode}`);
    }
    await around(page, check);
    await tables(page, check);
    assert.deepEqual(errors, []);
  });

test("a clock that runs is not read out every second", async () => {
  const { page } = await visitor();
  await page.goto(origin);
  const game = await page.evaluate(async () => {
    const post = async (path, body, headers = {}) => (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) })).json();
    const { token } = await post("/api/guest", { name: "Ann" });
    localStorage.setItem("linea.token", token);
    return (await post("/api/games", { map: "london", seats: ["human", "bot:easy"], clock: 300 }, { Authorization: `Bearer ${token}` })).game;
  });
  await page.goto(`${origin}/g/${game}`);
  await page.getByRole("button", { name: "Sit here" }).click();
  await awaitTurn(page);
  await page.locator(".tb-status .tb-clock").waitFor();
  const loud = () => page.evaluate(() => [...document.querySelectorAll("[role=status], [role=log], [role=alert], [aria-live]")].filter((region) => region.querySelector("[role=timer]")).length);
  assert.equal(await loud(), 0, "a clock in a region that is read out when it changes");
});

test("where a person has chosen all colours, cards keep theirs, and what is chosen is seen", async () => {
  const { page } = await visitor({ forcedColors: "active", viewport: PHONE });
  const style = (selector, property) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], property);
  const differ = async (one, other, property) => assert.notEqual(await style(one, property), await style(other, property), one);
  await page.goto(`${origin}/new/europe`);
  await page.locator(".new-form").waitFor();
  await differ(".segmented :checked + span", ".segmented :not(:checked) + span", "color");
  await page.goto(`${origin}/play?map=new-york`);
  await awaitTurn(page);
  await differ(".tb-slot .kind-red", ".tb-slot .kind-blue", "backgroundImage");
  await differ(".tb-tabs [aria-pressed=true]", ".tb-tabs [aria-pressed=false]", "borderTopColor");
  await differ(".tb-strip [data-turn=true]", ".tb-strip [data-turn=false]", "borderBottomColor");
});

test("who goes back in the browser leaves a dialog behind", async () => {
  const { page } = await visitor();
  await page.goto(origin);
  await page.locator(".head-nav a[href='/help']").click();
  await page.locator(".help-boards").waitFor();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.locator(".home-boards").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the language can be switched, and stays", async () => {
  const { page } = await visitor();
  await page.goto(origin);
  const english = await page.locator("h1").innerText();
  await page.locator("header select").selectOption("it");
  await page.waitForFunction((before) => document.querySelector("h1")?.textContent !== before, english);
  await page.reload();
  await page.locator("h1").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "it");
});
