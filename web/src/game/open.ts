/*
 * How a game comes about: made on this device, made or joined on a server, or read from a record.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Settings } from "../net/protocol";
import type { Game, Replay } from "./game";

/** A game on this device; the names of its people, in the order of the seats that are "human". None: to watch. */
export async function newLocal(_settings: Settings, _people: string[]): Promise<Game> {
  throw new Error("not there yet");
}

/** The game that was under way on this device, or null. */
export async function resumeLocal(): Promise<Game | null> {
  return null;
}

/** Whether there is one, for a list of things to do. */
export function localGame(): { map: string; kind: "solo" | "device" | "watch" } | null {
  return null;
}

/** Makes a table on the server; the promise is kept with its id, for /g/:id. */
export async function createOnline(_settings: Settings): Promise<string> {
  throw new Error("not there yet");
}

export async function openOnline(_id: string): Promise<Game> {
  throw new Error("not there yet");
}

/** Tables on the server. */
export interface Listed {
  game: string;
  map: string;
  seats: string[];
  players: { is: string; name?: string }[];
  stage: string;
  clock: number;
  made: number;
}

export async function lobby(_stage: "gathering" | "running"): Promise<Listed[]> {
  return [];
}

/** The tables where one has a seat. */
export async function mine(): Promise<Listed[]> {
  return [];
}

/** Throws an Error with a message in the person's language if the text is no record. */
export async function openReplay(_record: string): Promise<Replay> {
  throw new Error("not there yet");
}
