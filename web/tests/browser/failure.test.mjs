/*
 * What can go wrong before a game is on the screen is reported, and the game is not lost by it: a part of the page that
 * does not come, a game that was kept and cannot be read.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../bundle.mjs";
import { server, visitor } from "./harness.mjs";
import { act, awaitTurn } from "./player.mjs";

const { origin } = await server();

/** Files of the page whose address looks like this do not come, until what is returned is called. */
async function withhold(context, pattern) {
  await context.route(pattern, (route) => route.abort());
  return () => context.unroute(pattern);
}

const again = (page) => page.getByRole("button", { name: "Try again" });

/** Somebody whose files all come from the server, where they can be withheld. */
const guest = () => visitor({ serviceWorkers: "block" });

test("without its engine no game begins, and the next try finds it", async () => {
  const { page, context } = await guest();
  const give = await withhold(context, "**/*.wasm");
  await page.goto(origin);
  await page.locator(".home-start").first().click();
  await page.getByRole("alert").getByText("A part of the page cannot be loaded").waitFor();
  await give();
  /* there is no game, so this is the way home */
  await page.evaluate(() => {
    history.pushState(null, "", "/play");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.waitForURL(`${origin}/`);
  await page.locator(".home-start").first().click();
  await awaitTurn(page);
});

test("a board that does not come is reported, and the game goes on when it does", async () => {
  const { page, context } = await guest();
  await page.goto(`${origin}/play?map=london`);
  await awaitTurn(page);
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\/london\.\w+\.js$/.test(name)));
  assert.ok(files.length > 1, "a map and its drawing");
  for (const file of files) {
    const give = await withhold(context, file);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).getByText("A part of the page cannot be loaded").waitFor();
    await give();
    await again(page).click();
    await awaitTurn(page);
  }
});

test("rules that do not come are reported at the table, and come when they are asked for again", async () => {
  const { page, context } = await guest();
  await page.goto(`${origin}/play?map=london`);
  await awaitTurn(page);
  const give = await withhold(context, "**/help.*.js");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "How to play" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("alert").getByText("A part of the page cannot be loaded").waitFor();
  await give();
  await again(dialog).click();
  await dialog.getByRole("heading", { level: 2 }).nth(3).waitFor();
});

test("the board of a record that does not come is reported, and comes when it is asked for again", async () => {
  const { page, context } = await guest();
  await page.goto(`${origin}/replay`);
  const asked = [];
  /* the map comes first, then its drawing */
  await context.route("**/europe.*.js", (route) => (asked.push(route) > 1 ? route.abort() : route.continue()));
  await page.locator("input[type=file]").setInputFiles(join(root, "tests", "golden", "europe.jsonl"));
  const board = page.locator(".look-board");
  await board.getByRole("alert").waitFor();
  await context.unroute("**/europe.*.js");
  await again(board).click();
  await board.locator(".route").first().waitFor();
});

test("a deal of the day that the server does not begin is reported beside its button, in words", async () => {
  const { page, context } = await guest();
  await page.goto(`${origin}/daily`);
  const card = page.locator('.daily-card[data-map="europe"]');
  await context.route("**/api/{daily,guest}", (route) => route.abort());
  await card.getByRole("button", { name: "Play" }).click();
  await card.getByRole("alert").waitFor();
  assert.equal(await card.getByRole("alert").innerText(), "The server cannot be reached.");
  await context.unroute("**/api/{daily,guest}");
  await card.getByRole("button", { name: "Play" }).click();
  await awaitTurn(page);
});

test("a screen that does not come is reported, and comes when it is asked for again", async () => {
  const { page, context } = await guest();
  await page.goto(origin);
  const give = await withhold(context, "**/lobby.*.js");
  await page.getByRole("link", { name: "Lobby", exact: true }).click();
  await again(page).waitFor();
  await give();
  await again(page).click();
  await page.getByRole("heading", { level: 1, name: "Lobby" }).waitFor();
});

test("a game that was kept and cannot be read is reported, and not forgotten", async () => {
  const { page, errors } = await guest();
  await page.goto(`${origin}/play?map=london`);
  await awaitTurn(page);
  await page.goto(`${origin}/help`);
  const change = (from, to) => page.evaluate(([from, to]) => new Promise((done) => {
    const asked = indexedDB.open("linea", 1);
    asked.onsuccess = () => {
      const store = asked.result.transaction("games", "readwrite").objectStore("games");
      const keys = store.getAllKeys();
      const found = store.getAll();
      found.onsuccess = () => {
        const [game] = found.result;
        game.log[1] = game.log[1].replace(from, to);
        store.put(game, keys.result[0]).onsuccess = () => (asked.result.close(), done());
      };
    };
  }), [from, to]);
  await change('"what"', '"whot"');
  await page.goto(`${origin}/play`);
  await page.getByText("The game that was kept on this device cannot be read.").waitFor();
  await change('"whot"', '"what"');
  await page.goto(`${origin}/play`);
  await awaitTurn(page);
  assert.deepEqual(errors, []);
});

/** The worker does this first. */
function inWorker(context, act) {
  return context.route("**/worker.*.js", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `(${act})();${await answer.text()}` });
  });
}

/** In a worker: whatever is put into a database is not kept, as on a device that is full. */
function withoutRoom() {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...what) {
    const asked = put.apply(this, what);
    this.transaction.abort();
    return asked;
  };
}

test("a game that finds no room is reported, and is not mistaken for the one before it", async () => {
  const { page, context, errors } = await guest();
  await page.goto(`${origin}/play?map=london`);
  await awaitTurn(page);
  await inWorker(context, withoutRoom);
  await page.goto(`${origin}/play?map=new-york`);
  await page.getByText("This browser cannot keep the game").waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  await awaitTurn(page);
  await act(page);
  await awaitTurn(page);
  assert.equal(await page.locator(".tb-notices .notice").count(), 0, "it is shown once");
  await page.reload();
  await page.waitForURL(`${origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.deepEqual(errors, []);
});

/** In a worker: what a browser does that may keep nothing for a page. */
function withoutStorage() {
  const refused = () => new DOMException("denied", "SecurityError");
  navigator.locks.request = () => Promise.reject(refused());
  indexedDB.open = () => {
    throw refused();
  };
}

test("where a browser keeps nothing, a game that was left is not said to be open in another tab", async () => {
  const { page, context } = await guest();
  await inWorker(context, withoutStorage);
  await page.goto(`${origin}/play?map=london`);
  await page.getByText("This browser cannot keep the game").waitFor();
  await awaitTurn(page);
  await page.locator(".tb-home").click();
  await page.getByRole("link", { name: "Continue: London" }).click();
  await page.getByText("The game that was kept on this device cannot be read.").waitFor();
});

test("who goes elsewhere while a table is being made stays there", async () => {
  const { page, context } = await guest();
  let give;
  await context.route("**/api/games", (route) => (give = () => route.continue()));
  await page.goto(`${origin}/new/london?mode=online`);
  await page.locator('form button[type="submit"]').click();
  while (!give) await page.waitForTimeout(20);
  await page.locator(".head-nav a[href='/help']").click();
  await page.locator(".help-boards").waitFor();
  const made = page.waitForResponse("**/api/games");
  await give();
  await (await made).finished();
  await page.waitForTimeout(200);
  assert.equal(new URL(page.url()).pathname, "/help");
});

test("a name of the longest letters is one that a table takes", async () => {
  const { page } = await guest();
  await page.goto(`${origin}/new/london`);
  await page.getByLabel("Your name").pressSequentially("漢".repeat(30));
  await page.locator('form button[type="submit"]').click();
  await awaitTurn(page);
});

test("who is called like a bot keeps that name", async () => {
  for (const name of ["bot:easy", "bot:constructor"]) {
    const { page } = await visitor({ settings: { name } });
    await page.goto(`${origin}/play?map=london`);
    await awaitTurn(page);
    assert.equal(await page.locator(".tb-player .tb-name").first().innerText(), `${name} (you)`);
  }
});
