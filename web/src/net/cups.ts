/*
 * Tournaments of the server (docs/cup.md#on-a-server): lists, one of them, what one asks of it.
 *
 * SPDX-License-Identifier: MIT
 */
import { signal } from "@preact/signals";
import { callMe, isKnown } from "./server";

export type Format = "swiss" | "arena" | "knock-out";
export type ListStage = "coming" | "running" | "over";

/** What can be chosen when a tournament is made; seconds, and minutes of an arena. */
export interface CupSettings {
  name: string;
  format: Format;
  map: string;
  size: number;
  rounds?: number;
  on?: number;
  minutes?: number;
  rest?: number;
  every?: number;
  duplicate?: boolean;
  field?: boolean;
  clock?: number;
  bank?: number;
  increment?: number;
  come: number;
  /** seconds since 1970 */
  starts?: number;
  rated: boolean;
  who: "people" | "bots" | "all";
  guests: boolean;
  fill: string;
  fill_to: number;
}

export interface ListedCup {
  cup: string;
  name: string;
  format: Format;
  map: string;
  size: number;
  players: number;
  stage: ListStage;
  round: number;
  rounds: number;
  rated: boolean;
  /** seconds since 1970, 0 for when the host wants it */
  starts: number;
  made: number;
  host: string;
  yours?: boolean;
}

export interface Standing {
  place: number;
  number: number;
  name: string;
  /** in so many parts of one as `point` says */
  points: number;
  wins: number;
  opponents: number;
  share: number;
  tables: number;
  byes: number;
  absences: number;
  reached?: number;
  out?: boolean;
}

export interface CupState {
  name: string;
  format: Format;
  map: string;
  size: number;
  rounds: number;
  on: number;
  late: number;
  duplicate: boolean;
  field: boolean;
  minutes?: number;
  rest: number;
  every?: number;
  commitment: string;
  stage: "gathering" | "running" | "paused" | "over";
  event: number;
  round: number;
  point: number;
  tables: { table: number; round: number; games: number; played: number; players: number[] }[];
  standings: Standing[];
  secret?: string;
}

export interface CupGame {
  table: number;
  round: number;
  part: number;
  /** not while it is being made */
  game?: string;
  /** numbers of players by seat */
  players: number[];
  stage: "gathering" | "running" | "over";
  come_by?: number;
  totals?: number[];
  places?: number[];
  absent: number[];
}

export interface Cup {
  cup: string;
  seen: number;
  host: string;
  made: number;
  rules: Omit<CupSettings, "name" | "format" | "map" | "size">;
  you?: { number: number; out: boolean; plays: boolean };
  yours?: boolean;
  players: { player: string; name: string }[];
  state: CupState;
  games: CupGame[];
}

export interface OwnTable {
  cup: string;
  table: number;
  round: number;
  game: string;
  seat: number;
  come_by?: number;
  /** of the tournament */
  name: string;
}

export type CupRequest =
  | { do: "join"; nonce?: string }
  | { do: "leave" | "begin" | "pause" | "resume" | "end" | "delete" }
  | { do: "remove"; number: number };

export const makeCup = async (settings: CupSettings): Promise<string> => (await callMe<{ cup: string }>("/api/cups", settings)).cup;
export const fetchCups = (stage: ListStage, offset: number): Promise<{ cups: ListedCup[]; more?: boolean }> => callMe(`/api/cups?stage=${stage}&offset=${offset}`);
export const fetchCup = (cup: string, seen: number): Promise<Cup | { cup: string; seen: number }> => callMe(`/api/cups/${cup}${seen < 0 ? "" : `?seen=${seen}`}`);
export const fetchRound = async (cup: string, round: number): Promise<CupGame[]> => (await callMe<{ games: CupGame[] }>(`/api/cups/${cup}/games?round=${round}`)).games;
export const askCup = (cup: string, request: CupRequest): Promise<unknown> => callMe(`/api/cups/${cup}/request`, request, true);

/** Tables that wait for this player, or where they play. */
export const ownCupTables = signal<OwnTable[]>([]);

/** Looks for them once; nobody has none. */
export async function lookForCupTables(): Promise<void> {
  const { cups, tables } = isKnown() ? await callMe<{ cups: ListedCup[]; tables: OwnTable[] }>("/api/cups/mine") : { cups: [], tables: [] };
  ownCupTables.value = tables.map((table) => ({ ...table, name: cups.find(({ cup }) => cup === table.cup)?.name ?? "" }));
}
