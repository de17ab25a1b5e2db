/*
 * Passkeys: keys that a device keeps for its owner (docs/accounts.md). The server says what is to be signed, the browser has it signed.
 *
 * SPDX-License-Identifier: MIT
 */
import { call } from "./server";

/** What a form shows for it: a password, or a signed challenge. */
export type Proof = { password: string } | { passkey: object };

/** Why there are no passkeys here; "" if there are. */
export function lacking(): "" | "browser" | "https" | "address" {
  if (!isSecureContext) return "https";
  if (/^[\d.]+$|:/.test(location.hostname)) return "address";
  return typeof PublicKeyCredential === "function" && "getAuthenticatorData" in (globalThis.AuthenticatorAttestationResponse?.prototype ?? {}) ? "" : "browser";
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** As the server says it: bytes are texts. */
interface Named {
  type: "public-key";
  id: string;
}
interface Signing {
  challenge: string;
  timeout: number;
  rpId: string;
  userVerification: "required";
  allowCredentials: Named[];
}
interface Making extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Named[];
}

const withBytes = (keys: Named[]): PublicKeyCredentialDescriptor[] => keys.map((key) => ({ ...key, id: toBytes(key.id) }));

/** Has the device sign; null where the person has stopped it is an exception in every browser. */
async function sign(asked: Signing): Promise<object> {
  const found = (await navigator.credentials.get({
    publicKey: { ...asked, challenge: toBytes(asked.challenge), allowCredentials: withBytes(asked.allowCredentials) },
  })) as PublicKeyCredential;
  const said = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    type: found.type,
    response: {
      clientDataJSON: toText(said.clientDataJSON),
      authenticatorData: toText(said.authenticatorData),
      signature: toText(said.signature),
      ...(said.userHandle && { userHandle: toText(said.userHandle) }),
    },
  };
}

async function make(asked: Making): Promise<object> {
  const made = (await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: toBytes(asked.challenge),
      user: { ...asked.user, id: toBytes(asked.user.id) },
      excludeCredentials: withBytes(asked.excludeCredentials),
    },
  })) as PublicKeyCredential;
  const said = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    type: made.type,
    response: { clientDataJSON: toText(said.clientDataJSON), authenticatorData: toText(said.getAuthenticatorData()) },
  };
}

/** Shows that a passkey of the account is here, where otherwise the password is asked for. */
export async function prove(): Promise<Proof> {
  return { passkey: await sign(await call<Signing>("/api/account/passkeys/challenge", null, { for: "proof" })) };
}

export async function signedIn(): Promise<{ name: string }> {
  const passkey = await sign(await call<Signing>("/api/passkey", null, { for: "sign-in" }));
  return call("/api/session/passkey", null, { passkey });
}

/** A new key for somebody who has no account yet; `token` is the guest's. */
export async function newcomer(name: string, token: string | null): Promise<object> {
  return make(await call<Making>("/api/passkey", token, { for: "sign-up", name }));
}

export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const asked = await call<Making>("/api/account/passkeys/challenge", null, { for: "add", ...proof });
  await call("/api/account/passkeys", null, { name, passkey: await make(asked) });
}

export const endPasskey = (id: string, proof: Proof): Promise<unknown> => call("/api/account/passkeys/end", null, { id, ...proof });
