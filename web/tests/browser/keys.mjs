/*
 * A device that makes passkeys: Chromium's virtual authenticator, which shows a finger whenever it is asked for one.
 *
 * SPDX-License-Identifier: MIT
 */

/** From now on this page has one. `all()` are the keys in it; `absent()`: nobody shows a finger any more, `present()`: again. */
export async function withKeys(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true,
    },
  });
  const verified = (isUserVerified) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return {
    all: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    absent: () => verified(false),
    present: () => verified(true),
  };
}
