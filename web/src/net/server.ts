/*
 * The server: a guest's token or an account, lists of tables, records.
 *
 * SPDX-License-Identifier: MIT
 */
import { account, keep, kept, name } from "../settings";
import { t } from "../text";
import type { Settings, Table } from "./protocol";

/** What the server refused, with its code. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Asks the server, with a token or with the cookie of a session; throws Refused. */
export async function call<T>(path: string, token: string | null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const asked: RequestInit = { headers };
  if (body !== undefined) Object.assign(asked, { method: "POST", body: JSON.stringify(body) });
  const answer = await fetch(path, asked);
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  let refused = { error: "", message: answer.statusText };
  try {
    refused = JSON.parse(text) as typeof refused;
  } catch {
    /* something between us and the server has answered */
  }
  throw new Refused(answer.status, refused.error, refused.message);
}

/** Whether the server knows this browser: as an account, or as a guest. */
export function isKnown(): boolean {
  return account.value !== "" || kept("token") !== null;
}

/** The guest's token of this browser; null for none, and for an account, which needs none. */
function guestToken(): string | null {
  return account.value === "" ? kept("token") : null;
}

/** What this browser was known by is worth nothing any more. */
export function forgetMe(): void {
  if (account.value === "") keep("token", null);
  account.value = "";
}

/** The token that this browser is known by, a new guest's if there is none; null for an account. */
export async function token(name: string): Promise<string | null> {
  const known = guestToken();
  if (known !== null || account.value !== "") return known;
  const guest = await call<{ token: string }>("/api/guest", null, { name: name || t("guest") });
  keep("token", guest.token);
  return guest.token;
}

/** Asks as who one is; `guest` makes a guest of who is nobody yet. */
export async function callMe<T>(path: string, body?: unknown, guest = false): Promise<T> {
  return orAnew(async () => call<T>(path, guest ? await token(name.value) : guestToken(), body));
}

/** Tries once more after the server did not know the token or the session: it is forgotten then. */
async function orAnew<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    forgetMe();
    return act();
  }
}

/** A table in a list. */
export interface Listed {
  game: string;
  map: string;
  seats: string[];
  players: { is: "open" | "human" | "bot"; name?: string; colour?: string }[];
  stage: "gathering" | "running" | "over";
  clock: number;
  bank?: number;
  increment?: number;
  made: number;
}

interface List {
  games: { game: string; table: Omit<Listed, "game"> | null }[];
}

function flat(list: List): Listed[] {
  return list.games.flatMap(({ game, table }) => (table ? [{ game, ...table }] : []));
}

export async function makeTable(settings: Settings, name: string): Promise<string> {
  return (await orAnew(async () => call<{ game: string }>("/api/games", await token(name), settings))).game;
}

export async function listTables(stage: "gathering" | "running"): Promise<Listed[]> {
  return flat(await call<List>(`/api/games?stage=${stage}`, null));
}

export async function listMine(): Promise<Listed[]> {
  return orAnew(async () => {
    return isKnown() ? flat(await call<List>("/api/games/mine", guestToken())) : [];
  });
}

/** A table as this browser's guest may see it. */
export async function showTable(game: string): Promise<Table | null> {
  return (await orAnew(() => call<{ table: Table | null }>(`/api/games/${game}`, guestToken()))).table;
}

export async function fetchRecord(game: string): Promise<string> {
  const answer = await fetch(`/api/games/${game}/record`);
  if (!answer.ok) throw new Refused(answer.status, "", answer.statusText);
  return answer.text();
}

/** Who has played the deal of a day on this server, the best first. */
export interface DayResults {
  date: string;
  map: string;
  /** how many; of very many the best are listed */
  played: number;
  /** one's own game, while it is under way */
  game?: string;
  results: { name: string; points: number; lead: number; you?: true }[];
}

export async function fetchDay(map: string, date: string): Promise<DayResults> {
  return orAnew(() => call<DayResults>(`/api/daily?map=${encodeURIComponent(map)}&date=${date}`, kept("token")));
}

/** One's game of today's deal, begun if there is none yet. */
export async function playDay(map: string, name: string): Promise<string> {
  return (await orAnew(async () => call<{ game: string }>("/api/daily", await token(name), { map }))).game;
}
