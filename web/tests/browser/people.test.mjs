/*
 * People who meet: two play now, the game is rated, and each finds it in a profile; a list of who is ahead; on a phone too.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, eventually, person, server } from "./harness.mjs";
import { asker, playGame } from "./robots.mjs";

const SMALL = { width: 412, height: 915 };
const { origin } = await server("--proxy", "--requests-per-second", "10000", "--burst", "10000");

const widerThanScreen = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
async function sound(page, what) {
  assert.equal(await widerThanScreen(page), 0, `${what}: wider than the screen`);
  assert.deepEqual(await findings(page), [], what);
}

async function playNow(page) {
  await page.goto(`${origin}/lobby`);
  const now = page.locator("form[aria-labelledby=now]");
  await now.getByLabel("Board").selectOption("new-york");
  await now.getByLabel("Rated").check();
  await sound(page, "play now");
  await now.getByRole("button", { name: "Find others" }).click();
}

for (const [viewport, names, addresses] of [[DESKTOP, ["Anna Desktop", "Benno Desktop"], ["192.0.2.1", "192.0.2.2"]], [SMALL, ["Anna Phone", "Benno Phone"], ["192.0.2.3", "192.0.2.4"]]])
  test(`two play now, and the game counts, ${viewport.width} pixels`, async () => {
    const [anna, benno] = [await person(origin, names[0], addresses[0], viewport), await person(origin, names[1], addresses[1], viewport)];
    /* with nothing played, and no friends: a sentence, and the next step */
    await benno.page.goto(`${origin}/player/${encodeURIComponent(names[1])}`);
    await benno.page.getByText("No game with others is over yet.").waitFor();
    await sound(benno.page, "a profile without games");
    await benno.page.locator("main").getByRole("link", { name: "To the lobby" }).click();
    await benno.page.getByText("You follow nobody yet.").waitFor();
    await benno.page.getByLabel("Name of a player").fill(names[0]);
    await benno.page.getByRole("button", { name: "To the profile" }).click();
    await benno.page.getByRole("heading", { name: names[0] }).waitFor();
    await playNow(anna.page);
    await anna.page.getByText("1 person wants this game, of 2.").waitFor();
    await sound(anna.page, "waiting");
    await playNow(benno.page);
    for (const { page } of [anna, benno]) await page.waitForURL(/\/g\/[0-9a-f]{16}$/);
    const game = new URL(anna.page.url()).pathname.slice(3);
    assert.equal(new URL(benno.page.url()).pathname.slice(3), game);
    /* both have sat down: it begins; the rest is played by requests */
    for (const { page } of [anna, benno]) await page.locator(".tb-status, .prompt, .market").first().waitFor();
    await playGame([anna, benno].map(asker), game);
    /* who won is known before the game counts */
    const { player } = await asker(benno)(`/api/player?name=${encodeURIComponent(names[0])}`);
    const past = async () => (await asker(benno)(`/api/player/games?id=${player}`)).games.find((one) => one.game === game);
    await eventually(async () => assert.ok((await past())?.rated));
    const profile = `${origin}/player/${encodeURIComponent(names[0])}`;
    await benno.page.goto(profile);
    await benno.page.getByRole("heading", { name: "Ratings" }).waitFor();
    await sound(benno.page, "a profile");
    assert.equal(await benno.page.locator(`[data-past="${game}"] .badge.plain`).innerText(), "rated");
    await benno.page.getByLabel("Won games only").check();
    await ((await past()).place === 1 ? benno.page.locator(`[data-past="${game}"]`) : benno.page.getByText("No game is like that.")).waitFor();
    await benno.page.getByRole("button", { name: "Follow" }).click();
    await benno.page.getByText("You follow them").waitFor();
    await benno.page.goto(`${origin}/lobby`);
    await benno.page.getByRole("link", { name: names[0] }).waitFor();
    await sound(benno.page, "friends");
    /* what reviews of one's games have come to is shown to oneself */
    await asker(anna)("/api/account/reviews", { game, luck: -14, own: 6, mistakes: 2, decisions: 31 });
    await anna.page.goto(profile);
    await anna.page.getByText("2 mistakes beyond doubt in 31 decisions.").waitFor();
    await sound(anna.page, "one's own profile");
    await benno.page.goto(profile);
    await benno.page.getByRole("heading", { name: "Ratings" }).waitFor();
    assert.equal(await benno.page.getByRole("heading", { name: "Your reviews" }).count(), 0);
    /* what others see is the player's choice */
    await anna.page.getByLabel("Others see neither my games nor my ratings").check();
    await eventually(async () => assert.equal((await asker(benno)(`/api/player?name=${encodeURIComponent(names[0])}`)).private, true));
    await benno.page.goto(profile);
    await benno.page.getByText("This player shows neither games nor ratings.").waitFor();
    await benno.page.goto(`${origin}/ratings`);
    await benno.page.getByText("Our bots, whose ratings stay:").waitFor();
    await sound(benno.page, "ratings");
    assert.deepEqual([...anna.errors, ...benno.errors], []);
  });
