/*
 * How a game comes about: made on this device, made or joined on a server, or read from a record.
 *
 * SPDX-License-Identifier: MIT
 */
import { computed, effect } from "@preact/signals";
import { Unfetched } from "../load";
import { loadMap, maps, type MapFile } from "../maps";
import { kindOf, type LocalKind } from "../net/host";
import { WorkerLink } from "../net/local";
import { listMine, listTables, makeTable, Refused, showTable, type Listed } from "../net/online";
import type { Settings } from "../net/protocol";
import { recordMap } from "../net/study";
import { keep, kept, name } from "../settings";
import { t } from "../text";
import type { Game, Replay } from "./game";
import { LocalGame } from "./local";
import { OnlineGame } from "./online";
import { ReplayGame } from "./replay";

export type { Listed } from "../net/online";

/** What this page remembers of the game under way on this device; its secrets are the worker's. */
export interface LocalSummary {
  map: string;
  kind: LocalKind;
  settings: Settings;
  people: string[];
  over?: boolean;
}

/** Remembers a game, and that it is over once it is. */
function remember(game: LocalGame, summary: LocalSummary): void {
  const over = computed(() => game.table.value?.stage === "over");
  const stop = effect(() => keep("local", JSON.stringify({ ...summary, over: over.value } satisfies LocalSummary)));
  game.closing(stop);
}

function remembered(): LocalSummary | null {
  try {
    const summary = JSON.parse(kept("local") ?? "null") as LocalSummary | null;
    return summary && maps.some((map) => map.id === summary.map) ? summary : null;
  } catch {
    return null;
  }
}

async function mapOf(id: string): Promise<MapFile> {
  if (!maps.some((map) => map.id === id)) throw new Error(t("There is no such board"));
  return loadMap(id).catch(() => {
    throw new Unfetched();
  });
}

/** A game that was just made goes on when /play is opened. */
let made: LocalGame | null = null;

/** A game on this device; `people` are named in the order of the seats that are "human": none to watch. Then go("/play"). */
export async function newLocal(settings: Settings, people: string[]): Promise<Game> {
  const game = new LocalGame(await mapOf(settings.map), kindOf(settings), settings, people);
  await orClosed(game, game.begin());
  made?.close();
  made = game;
  remember(game, { map: settings.map, kind: game.kind, settings, people });
  return game;
}

/** A game that cannot be opened is closed. */
async function orClosed<T>(game: LocalGame, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    game.close();
    throw error;
  }
}

/** The game is open in another tab, which can be made to stop. */
export class Elsewhere extends Error {}

/** The game that is under way on this device, or null. `take` takes it from another tab that plays it. */
async function resumeLocal(take = false): Promise<Game | null> {
  const found = made;
  made = null;
  if (found) return found;
  const summary = remembered();
  if (!summary) return null;
  const game = new LocalGame(await mapOf(summary.map), summary.kind, summary.settings, summary.people);
  if (await orClosed(game, heldAndResumed(game, take))) {
    remember(game, summary);
    return game;
  }
  game.close();
  keep("local", null);
  return null;
}

async function heldAndResumed(game: LocalGame, take: boolean): Promise<boolean> {
  if (!(await game.hold(take))) throw new Elsewhere();
  return game.resume().catch(() => {
    throw new Error(t("The game that was kept on this device cannot be read."));
  });
}

/**
 * The game of /play: the one under way, or a new one where the address asks for it:
 * /play?map=europe&seats=human,bot:normal
 */
export async function openPlay(take: boolean): Promise<Game | null> {
  const asked = new URLSearchParams(location.search);
  const map = asked.get("map");
  if (map === null) return resumeLocal(take);
  history.replaceState(null, "", location.pathname);
  const seats = (asked.get("seats") ?? "human,bot:normal").split(",");
  const people = seats.filter((seat) => seat === "human").map((_, i) => (i === 0 && name.value) || t("Player {n}", { n: i + 1 }));
  await newLocal({ map, seats }, people);
  return resumeLocal();
}

/** The one that waits to be gone on with, for a list of things to do. */
export function localGame(): LocalSummary | null {
  const summary = remembered();
  return summary && !summary.over ? summary : null;
}

function explained(error: unknown): Error {
  if (error instanceof Unfetched) return error;
  if (error instanceof Refused) {
    if (error.status === 404) return new Error(t("There is no such game."));
    if (error.status === 409) return new Error(t("The server has this game, but not its map any more."));
    if (error.status === 429) return new Error(t("You have made as many games as the server allows. Finish one first."));
    return new Error(error.message ? t("It did not work: {why}", { why: error.message }) : t("It did not work."));
  }
  return new Error(t("The server cannot be reached."));
}

/** Makes a table on the server; the promise is kept with its id, for /g/:id. */
export async function createOnline(settings: Settings): Promise<string> {
  try {
    return await makeTable(settings, name.value);
  } catch (error) {
    throw explained(error);
  }
}

export async function openOnline(id: string): Promise<Game> {
  try {
    const table = await showTable(id);
    if (!table) throw new Refused(404, "", "");
    return new OnlineGame(await mapOf(table.map), id);
  } catch (error) {
    throw explained(error);
  }
}

/** Tables that anybody may join, or watch. */
export async function lobby(stage: "gathering" | "running"): Promise<Listed[]> {
  try {
    return await listTables(stage);
  } catch (error) {
    throw explained(error);
  }
}

/** The tables where one has a seat. */
export async function mine(): Promise<Listed[]> {
  try {
    return await listMine();
  } catch (error) {
    throw explained(error);
  }
}

/** What is wrong with a record; most problems begin with the number of their line. */
function noRecord(problem: string): string {
  const [, line, what] = /^(\d+): (.*)$/s.exec(problem) ?? [];
  if (line && what) return t("This is not the record of a game. Line {line}: {problem}", { line, problem: what });
  return t("This is not the record of a game: {problem}", { problem });
}

/** Throws an Error with a message in the person's language if the text is no record. */
export async function openReplay(record: string): Promise<Replay> {
  const link = new WorkerLink();
  try {
    const map = await mapOf(recordMap(record));
    return new ReplayGame(map, record, await link.send({ do: "study", map: JSON.stringify(map), record }));
  } catch (error) {
    if (error instanceof Unfetched) throw error;
    throw new Error(noRecord(error instanceof Error ? error.message : ""));
  } finally {
    link.close();
  }
}
