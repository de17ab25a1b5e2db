/*
 * The account of who uses this browser, as the server has it (docs/accounts.md). Who one is, a cookie says that no script can read.
 *
 * SPDX-License-Identifier: MIT
 */
import { account, keep, kept, name } from "../settings";
import { newcomer, signedIn, type Proof } from "./passkey";
import { call } from "./server";

export interface Device {
  id: string;
  device: string;
  created: number;
  used: number;
  current: boolean;
}

export type Scope = "read" | "play" | "bot" | "tournament";

export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  created: number;
  /** 0: never */
  used: number;
}

export interface Passkey {
  id: string;
  name: string;
  created: number;
  /** 0: never */
  used: number;
}

export interface Account {
  player: string;
  name: string;
  created: number;
  bot: boolean;
  /** of somebody who keeps order here */
  role?: "moderator" | "admin";
  /** it has one; a proxy may sign people in without */
  password: boolean;
  proxy: boolean;
  /** recovery codes that are left */
  codes: number;
  sessions?: Device[];
  tokens?: ApiToken[];
  passkeys?: Passkey[];
}

export type Registration = "open" | "invite" | "closed";

function post<T>(path: string, body: object, token: string | null = null): Promise<T> {
  return call<T>(path, token, body);
}

/** From now on this browser is that account, and no guest. */
function become(called: string): void {
  keep("token", null);
  account.value = called;
  name.value = called;
}

/** What the server knows; this browser then knows as much. */
export async function fetchAccount(): Promise<{ account: Account | null; registration: Registration }> {
  const found = await call<{ account: Account | null; registration: Registration }>("/api/account", null);
  if (found.account) become(found.account.name);
  else account.value = "";
  return found;
}

/** The guest of this browser becomes an account, or somebody new does; without a password, by a passkey. The recovery codes are seen this once. */
export async function signUp(called: string, password: string | null, invitation: string): Promise<string[]> {
  const token = kept("token");
  const shown = password === null ? { passkey: await newcomer(called, token) } : { password };
  const made = await post<{ name: string; codes: string[] }>("/api/account", { name: called, ...shown, ...(invitation && { invitation }) }, token);
  become(made.name);
  return made.codes;
}

export async function signIn(called: string, password: string): Promise<void> {
  become((await post<{ name: string }>("/api/session", { name: called, password })).name);
}

/** By a passkey that this device has; it knows for whom. */
export async function signInByPasskey(): Promise<void> {
  become((await signedIn()).name);
}

export async function recover(called: string, code: string, password: string): Promise<void> {
  become((await post<{ name: string }>("/api/account/recover", { name: called, code, new: password })).name);
}

export async function signOut(): Promise<void> {
  await post("/api/session/end", {});
  account.value = "";
}

export const endDevice = (session: string): Promise<unknown> => post("/api/account/sessions/end", { session });
export const endOtherDevices = (): Promise<unknown> => post("/api/account/sessions/end", { others: true });
export const changePassword = (proof: Proof, next: string): Promise<unknown> => post("/api/account/password", { ...proof, new: next });
export const newCodes = async (proof: Proof): Promise<string[]> => (await post<{ codes: string[] }>("/api/account/codes", proof)).codes;
export const makeToken = async (called: string, scopes: Scope[]): Promise<string> => (await post<{ token: string }>("/api/account/tokens", { name: called, scopes })).token;
export const endToken = (token: string): Promise<unknown> => post("/api/account/tokens/end", { token });
export const becomeBot = (proof: Proof): Promise<unknown> => post("/api/account/bot", proof);

/** The account, its credentials, its name and what it has said are gone; what games it has played stay. */
export async function deleteAccount(proof: Proof): Promise<void> {
  await post("/api/account/delete", proof);
  account.value = "";
}
