/*
 * How a game comes about: made on this device, made or joined on a server, or read from a record.
 *
 * SPDX-License-Identifier: MIT
 */
import { computed, effect } from "@preact/signals";
import { failureText, Unfetched } from "../load";
import { loadMap, maps, type MapFile } from "../maps";
import { kindOf, type Beginning, type LocalKind } from "../net/host";
import { WorkerLink } from "../net/local";
import type { Settings } from "../net/protocol";
import { listMine, listTables, makeTable, playDay, Refused, showTable, type Listed } from "../net/server";
import { recordMap } from "../net/study";
import { gamesBegun, keep, kept, name, paint } from "../settings";
import { t } from "../text";
import type { Game, Replay } from "./game";
import { LocalGame, type Special } from "./local";

export type { Listed } from "../net/server";

/** What this page remembers of a game under way on this device; its secrets are the worker's. */
export interface LocalSummary {
  id: string;
  map: string;
  kind: LocalKind;
  settings: Settings;
  people: string[];
  /** when it was begun or gone on with last */
  at: number;
  over?: boolean;
  special?: Special;
}

/** So many games wait on this device at the same time; the one that was left longest ago makes room. */
const MOST_GAMES = 12;

/** All of them, the last one first. */
function remembered(): LocalSummary[] {
  try {
    const all = JSON.parse(kept("games") ?? "[]") as LocalSummary[];
    const before = JSON.parse(kept("local") ?? "null") as Omit<LocalSummary, "id" | "at"> | null;
    /* from a time when there was one only */
    if (before && !all.some(({ id }) => id === "local")) all.push({ ...before, id: "local", at: 0 });
    return all.filter(({ map }) => maps.some(({ id }) => id === map)).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

function rememberAll(all: readonly LocalSummary[]): void {
  keep("local", null);
  keep("games", all.length > 0 ? JSON.stringify(all) : null);
}

/** Remembers a game, and that it is over once it is. */
function remember(game: LocalGame, summary: LocalSummary): void {
  const over = computed(() => game.table.value?.stage === "over");
  const stop = effect(() => rememberAll([{ ...summary, over: over.value }, ...remembered().filter(({ id }) => id !== summary.id)]));
  game.closing(stop);
}

/** Forgets a game of this device. */
export async function forgetLocal(id: string): Promise<void> {
  rememberAll(remembered().filter((one) => one.id !== id));
  const link = new WorkerLink();
  await link.send({ do: "drop", game: id }).finally(() => link.close());
}

/** Games that are over are kept by their records; bots that somebody watched, and what was left longest ago, make room. */
function makeRoom(): void {
  const [stay, go]: [LocalSummary[], LocalSummary[]] = [[], []];
  for (const one of remembered()) (one.over || one.kind === "watch" || stay.length >= MOST_GAMES - 1 ? go : stay).push(one);
  for (const { id } of go) void forgetLocal(id).catch(() => undefined);
}

async function mapOf(id: string): Promise<MapFile> {
  if (!maps.some((map) => map.id === id)) throw new Error(t("There is no such board"));
  /* a game that is opened is going to show its board, which comes while the game is being made */
  void import("../board/boards").then(({ loadBoard }) => loadBoard(id)).catch(() => undefined);
  return loadMap(id).catch(() => {
    throw new Unfetched();
  });
}

/** A game that was just made goes on when /play is opened. */
let made: LocalGame | null = null;

/** A game on this device; `people` are named in the order of the seats that are "human": none to watch. Then go("/play"). */
export async function newLocal(settings: Settings, people: string[], special: Special = {}, beginning?: Beginning): Promise<Game> {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const game = new LocalGame(await mapOf(settings.map), id, kindOf(settings), settings, people, special, beginning);
  await orClosed(game, game.begin());
  made?.close();
  made = game;
  makeRoom();
  if (kindOf(settings) !== "watch") gamesBegun.value++;
  remember(game, { id, map: settings.map, kind: game.kind, settings, people, at: Date.now(), special });
  return game;
}

/** A game from a position of a replay: its seat to move against bots, with what that seat did not know dealt again. Then go("/play"). */
export async function tryAgain(replay: Replay, at: number): Promise<void> {
  const before = replay.position.peek();
  replay.seek(at);
  const position = replay.view.peek();
  const players = replay.table.peek()?.players ?? [];
  replay.seek(before);
  const seat = position?.turn;
  if (!position || seat === null || seat === undefined) throw new Error(t("Nobody is to move there."));
  const settings: Settings = {
    map: replay.map.id,
    seats: players.map((_, other) => (other === seat ? "human" : "bot:normal")),
    first: position.first,
    colours: players.map(({ colour }, other) => (other === seat && colour) || null),
  };
  await newLocal(settings, [name.value.trim() || t("You")], { practice: true }, { position: JSON.stringify(position), seat });
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

/** A game that is under way on this device, the last one if none is named, or null. `take` takes it from another tab that plays it. */
async function resumeLocal(wanted: string | null, take = false): Promise<Game | null> {
  const found = made;
  made = null;
  if (found && (wanted === null || wanted === found.key)) return named(found);
  found?.close();
  const summary = remembered().find(({ id }) => wanted === null || id === wanted);
  if (!summary) return null;
  const game = new LocalGame(await mapOf(summary.map), summary.id, summary.kind, summary.settings, summary.people, summary.special);
  if (await orClosed(game, heldAndResumed(game, take))) {
    remember(game, { ...summary, at: Date.now() });
    return named(game);
  }
  game.close();
  rememberAll(remembered().filter(({ id }) => id !== summary.id));
  return null;
}

/** The address names the game from now on: a tab that is loaded again goes on with its own. */
function named(game: LocalGame): LocalGame {
  history.replaceState(null, "", `/play/${game.key}`);
  return game;
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
  if (map === null) return resumeLocal(location.pathname.split("/")[2] || null, take);
  history.replaceState(null, "", location.pathname);
  const seats = (asked.get("seats") ?? "human,bot:normal").split(",");
  const people = seats.filter((seat) => seat === "human").map((_, i) => (i === 0 && name.value) || t("Player {n}", { n: i + 1 }));
  const first = seats.indexOf("human");
  const colours = paint.value && first >= 0 ? { colours: seats.map((_, seat) => (seat === first ? paint.value : null)) } : {};
  await newLocal({ map, seats, ...colours }, people);
  return resumeLocal(null);
}

/** Those that wait to be gone on with, the last one first. */
export function localGames(): LocalSummary[] {
  return remembered().filter(({ over }) => !over);
}

/** The server does not answer: it may a moment later. */
export class Unreachable extends Error {}

function explained(error: unknown): Error {
  if (error instanceof Unfetched) return error;
  if (error instanceof Refused) {
    if (error.status === 404) return new Error(t("There is no such game."));
    if (error.status === 409) return new Error(t("The server has this game, but not its map any more."));
    if (error.status === 429) return new Error(t("You have made as many games as the server allows. Finish one first."));
    return new Error(failureText(error.message));
  }
  return new Unreachable(t("The server cannot be reached."));
}

/** Makes a table on the server; the promise is kept with its id, for /g/:id. */
export async function createOnline(settings: Settings): Promise<string> {
  try {
    return await makeTable(settings, name.value);
  } catch (error) {
    throw explained(error);
  }
}

/** Begins one's game of today's deal on the server; the promise is kept with its id, for /g/:id. */
export async function beginDay(map: string): Promise<string> {
  try {
    return await playDay(map, name.value.trim());
  } catch (error) {
    throw explained(error);
  }
}

export async function openOnline(id: string): Promise<Game> {
  try {
    const table = await showTable(id);
    if (!table) throw new Refused(404, "", "");
    const [map, { OnlineGame }] = await Promise.all([mapOf(table.map), import("./online").catch(() => { throw new Unfetched(); })]);
    return new OnlineGame(map, id);
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

/** A record to look at; `owner` is the seat of who does. Throws an Error with a message in the person's language if the text is no record. */
export async function openReplay(record: string, owner: number | null = null): Promise<Replay> {
  const link = new WorkerLink();
  try {
    const [map, { ReplayGame }] = await Promise.all([mapOf(recordMap(record)), import("./replay").catch(() => { throw new Unfetched(); })]);
    return new ReplayGame(map, record, await link.send({ do: "study", map: JSON.stringify(map), record }), owner);
  } catch (error) {
    if (error instanceof Unfetched) throw error;
    throw new Error(noRecord(error instanceof Error ? error.message : ""));
  } finally {
    link.close();
  }
}
