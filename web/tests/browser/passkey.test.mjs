/*
 * Passkeys as a person meets them, with Chromium's virtual authenticator: an account without a password, signing in without a name,
 * one more and one less, in place of the password, and words where there can be none.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { DESKTOP, LAN, PHONE, server, visitor } from "./harness.mjs";
import { withKeys } from "./keys.mjs";

const PASSWORD = "correct horse battery";
const { origin } = await server();
const local = origin.replace("127.0.0.1", "localhost");

async function sound(page, what) {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${what}: wider than the screen`);
  assert.deepEqual(await findings(page), [], what);
}

const OWN = (page) => page.getByRole("heading", { name: "Devices" });
const PASSKEYS = (page) => page.locator("form", { has: page.getByRole("heading", { name: "Passkeys" }) });

async function signUp(page, name, password) {
  await page.goto(`${local}/account`);
  await page.getByRole("radio", { name: "New account" }).check();
  await page.getByLabel("Name", { exact: true }).fill(name);
  if (password) await page.getByRole("textbox", { name: "Password" }).fill(password);
  else await page.getByRole("radio", { name: "Passkey" }).check();
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("button", { name: "I have them" }).click();
  await OWN(page).waitFor();
}

for (const [viewport, name] of [[DESKTOP, "Petra Desktop"], [PHONE, "Petra Phone"]])
  test(`an account without a password, ${viewport.width} pixels`, async () => {
    const { page, context, errors } = await visitor({ viewport });
    const keys = await withKeys(page);
    await page.goto(`${local}/account`);
    await page.getByRole("radio", { name: "New account" }).check();
    await page.getByRole("radio", { name: "Passkey" }).check();
    assert.equal(await page.getByLabel("Password", { exact: true }).count(), 1, "only the choice is called so");
    await sound(page, "the way to an account by a passkey");
    await signUp(page, name, null);
    assert.equal((await keys.all()).length, 1);
    assert.equal(await PASSKEYS(page).locator(".account-line").count(), 1);
    assert.equal(await page.getByRole("heading", { name: "Set a password" }).count(), 1);
    await sound(page, "the account");

    /* out, and in again without a name */
    await page.getByRole("button", { name: "Sign out here" }).click();
    await page.getByRole("radio", { name: "Sign in" }).check();
    await sound(page, "the way in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await OWN(page).waitFor();
    await page.getByRole("heading", { name, exact: true }).waitFor();

    /* the only one stays */
    await PASSKEYS(page).getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("It is the only way into the account").waitFor();
    await sound(page, "before it is removed");
    await page.getByRole("button", { name: "Cancel" }).click();

    /* a password, proven by the passkey; then it may go */
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("The password is changed.").waitFor();
    await page.getByRole("heading", { name: "Change the password" }).waitFor(); /* the page knows of it */
    await PASSKEYS(page).getByRole("button", { name: /^Remove/ }).click();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Remove the passkey" }).click();
    await PASSKEYS(page).waitFor();
    await page.waitForFunction(() => !document.querySelector("form .account-line button[aria-label^=Remove]"));
    await page.getByRole("button", { name: "Sign out here" }).click();
    await page.getByRole("radio", { name: "Sign in" }).check();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("No account here has this passkey.").waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

test("one beside a password, in its place, until the end of the account", async () => {
  const { page, errors } = await visitor();
  const keys = await withKeys(page);
  await signUp(page, "Peter Beside", PASSWORD);
  const form = PASSKEYS(page);
  await form.getByLabel("What you know it by").fill("my phone");
  await form.getByLabel("Password", { exact: true }).fill("not that one");
  await form.getByRole("button", { name: "Add a passkey" }).click();
  await form.getByText("These do not belong together.").waitFor();
  assert.equal((await keys.all()).length, 0, "nothing is made before the server has agreed");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Add a passkey" }).click();
  await form.getByText("The passkey is added.").waitFor();
  await form.locator("strong", { hasText: "my phone" }).waitFor();
  await sound(page, "with a passkey");

  /* the same device makes no second one */
  await form.getByRole("button", { name: "With a passkey instead" }).click();
  await form.getByRole("button", { name: "Add a passkey" }).click();
  await form.getByText("This device has a passkey of this account already.").waitFor();

  /* where nobody shows a finger, nothing happens */
  await keys.absent();
  await page.getByText("Delete the account").first().click();
  const last = page.getByRole("form", { name: "Delete for good" });
  await last.getByRole("button", { name: "With a passkey instead" }).click();
  await last.getByRole("checkbox").check();
  await last.getByRole("button", { name: "Delete the account" }).click();
  await last.getByText("No passkey came").waitFor();
  await keys.present();
  await last.getByRole("button", { name: "Delete the account" }).click();
  await page.getByRole("heading", { name: "All aboard." }).waitFor();
  assert.deepEqual(errors, []);
});

test("where there can be none, the page says why", async () => {
  const words = { [origin]: "This one is a number", [origin.replace("127.0.0.1", LAN)]: "Passkeys need an address that begins with https." };
  for (const [where, why] of Object.entries(words)) {
    const { page } = await visitor();
    await page.goto(`${where}/account`);
    await page.getByRole("radio", { name: "Sign in" }).check();
    await page.getByText(why).waitFor();
    assert.equal(await page.getByRole("button", { name: "Sign in with a passkey" }).count(), 0);
    await page.getByRole("radio", { name: "New account" }).check();
    assert.equal(await page.getByRole("radio", { name: "Passkey" }).count(), 0);
  }
});

for (const [language, way, button] of [["it", "Accedi", "Accedi con una passkey"], ["ro", "Conectare", "Conectează-te cu o cheie de acces"]])
  test(`in ${language}`, async () => {
    const { page } = await visitor({ viewport: PHONE, settings: { language } });
    await page.goto(`${local}/account`);
    await page.getByRole("button", { name: button }).waitFor();
    await sound(page, way);
  });
