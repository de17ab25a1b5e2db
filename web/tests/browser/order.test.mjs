/*
 * Order in the house: a line is reported at a table, a moderator finds it with what was said around it, decides, and whom it is about
 * reads why and until when; on a phone too.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, server, visitor } from "./harness.mjs";

const SMALL = { width: 360, height: 740 };
const { origin, admin } = await server("--proxy", "--requests-per-second", "10000", "--burst", "10000", "--appeal", "Write to order@example.org.");

const widerThanScreen = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
async function sound(page, what) {
  assert.equal(await widerThanScreen(page), 0, `${what}: wider than the screen`);
  assert.deepEqual(await findings(page), [], what);
}

/** Somebody with an account, at an address of their own. */
async function person(name, address, viewport) {
  const who = await visitor({ viewport, extraHTTPHeaders: { "X-Forwarded-For": address } });
  await who.page.goto(origin);
  await post(who.page, "/api/account", { name, password: "correct horse battery" });
  await who.page.evaluate((called) => localStorage.setItem("linea.account", JSON.stringify(called)), name);
  return who;
}

const post = (page, path, body) => page.evaluate(async ([to, what]) => {
  const answer = await fetch(to, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(said));
  return said;
}, [path, body]);

for (const [viewport, size, net] of [[DESKTOP, "Desktop", "192.0.2"], [SMALL, "Phone", "198.51.100"]])
  test(`from a report to its end, ${viewport.width} pixels`, async () => {
    const [anna, benno, mona] = [await person(`Anna ${size}`, `${net}.1`, viewport), await person(`Benno ${size}`, `${net}.2`, viewport), await person(`Mona ${size}`, `${net}.3`, viewport)];
    const { game } = await post(anna.page, "/api/games", { map: "new-york", seats: ["human", "human", "human"] });
    const ask = (page, request) => post(page, `/api/games/${game}/request`, { id: 1, ...request });
    await ask(anna.page, { do: "sit", seat: 0 });
    await ask(benno.page, { do: "sit", seat: 1 });
    await ask(anna.page, { do: "say", text: "Hello there" });
    await ask(benno.page, { do: "say", text: "You play like a fool" });

    await anna.page.goto(`${origin}/g/${game}`);
    await anna.page.getByText("You play like a fool").waitFor();
    await anna.page.getByLabel("Say a phrase").selectOption({ label: "Report…" });
    const dialog = anna.page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "What is wrong?" }).waitFor();
    assert.match(await dialog.getByLabel("Whom or what").locator("option").first().innerText(), /You play like a fool/);
    await dialog.getByLabel("In your words, if you like").fill("every time");
    await sound(anna.page, "the report");
    await dialog.getByRole("button", { name: "Report", exact: true }).click();
    await dialog.getByText("Those who keep order here will look at it.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    /* the page is for those who keep order, and a role is given on the command line first */
    await mona.page.goto(`${origin}/house`);
    await mona.page.getByRole("heading", { name: "This is for those who keep order" }).waitFor();
    await mona.page.locator("main").getByRole("link", { name: "Account" }).waitFor();
    await sound(mona.page, "no role");
    admin("role", `Mona ${size}`, "admin");
    await mona.page.goto(`${origin}/account`);
    const link = mona.page.getByRole("link", { name: "Order in the house" });
    for (let tries = 0; !(await link.isVisible()); tries++) {
      assert.ok(tries < 100, "the role is not known");
      await mona.page.waitForTimeout(200);
      await mona.page.reload();
      await mona.page.getByRole("heading", { name: "Devices" }).waitFor();
    }
    await link.click();
    const report = mona.page.locator("[data-report]");
    await report.waitFor();
    assert.match(await report.innerText(), /every time[\s\S]*Hello there[\s\S]*You play like a fool/);
    await sound(mona.page, "the reports");
    await report.getByRole("button", { name: "Decide…" }).click();
    await report.getByText("Nothing holds against them.").waitFor();
    await report.getByLabel("What follows").selectOption({ label: "They say nothing" });
    await report.getByLabel("For how long").selectOption({ label: "7 days" });
    await report.getByLabel("Note, for those who keep order").fill("the second time");
    await sound(mona.page, "a decision");
    await report.getByRole("button", { name: "They say nothing" }).click();
    await mona.page.getByText("All is quiet.").waitFor();
    await mona.page.getByRole("radio", { name: "What was done" }).check();
    await mona.page.getByText(`Benno ${size}: the second time`).waitFor();
    await sound(mona.page, "the log");
    await mona.page.getByRole("radio", { name: "Accounts" }).check();
    await mona.page.getByLabel("How the name begins, or the number of a player").fill(`benno ${size}`);
    await mona.page.getByRole("button", { name: "Find" }).click();
    await mona.page.getByRole("button", { name: `Look at Benno ${size}` }).click();
    await mona.page.getByText("Says nothing until").waitFor();
    await sound(mona.page, "an account");

    /* they are refused at the table, and read why */
    await benno.page.goto(`${origin}/g/${game}`);
    await benno.page.getByPlaceholder("Say something…").fill("again");
    await benno.page.getByRole("button", { name: "Send" }).first().click();
    await benno.page.getByText("lets you say nothing for now").waitFor();
    await benno.page.goto(`${origin}/lobby`);
    await benno.page.getByText(/lets you say nothing until .* The reason: insults\. Write to order@example\.org\./).waitFor();
    await sound(benno.page, "who is muted");

    await mona.page.getByRole("button", { name: "End it" }).click();
    await mona.page.getByText("Nothing holds against them.").waitFor();
    await mona.page.getByLabel("What follows").selectOption({ label: "They play nothing" });
    await mona.page.getByRole("button", { name: "They play nothing" }).click();
    await mona.page.getByText("Plays nothing until").waitFor();
    await benno.page.goto(`${origin}/g/${game}`);
    await benno.page.getByText("lets you play nothing for now").waitFor();
    await benno.page.goto(`${origin}/lobby`);
    await benno.page.getByText(/lets you play nothing until/).waitFor();
    await sound(benno.page, "who is banned");
    await mona.page.getByRole("button", { name: "End it" }).click();
    await mona.page.getByText("Nothing holds against them.").waitFor();
    assert.deepEqual([...anna.errors, ...mona.errors], []);
  });
