/*
 * Games that are over, kept on this device: their records, with what lists and statistics need. A record has no secret any more, so
 * the page keeps them itself, in a store of its own.
 *
 * SPDX-License-Identifier: MIT
 */
import type { End, Player } from "../net/protocol";
import type { Reviewed } from "../net/review";
import type { Replay } from "./game";
import { openReplay } from "./open";
import { errorText } from "../text";

export interface Finished {
  id: string;
  /** when it was over, as far as this device knows: milliseconds since 1970 */
  at: number;
  map: string;
  players: Pick<Player, "is" | "name" | "colour">[];
  /** the seat of who uses this device; null where several did, or nobody */
  me: number | null;
  end: End;
  record: string;
  /** it went on from a position of another game, and does not count */
  practice?: true;
}

/** As many are kept; the oldest makes room. A record takes some tens of kilobytes. */
const MOST = 2000;
const FORMAT = 1;
/** Reviews, by game and seat: apart from the games, since lists read all of those. */
const REVIEWS = "reviews";
/** Raised when the numbers of a review come to be others: older ones are worked out again. */
const REVIEW_FORMAT = 1;

interface KeptReview {
  id: string;
  format: number;
  review: Reviewed;
}

/** Two numbers of 32 bits that hardly any two records share: the same game is kept once. */
function idOf(record: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < record.length; i++) {
    const code = record.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function result<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>, store = "finished"): Promise<T> {
  const opening = indexedDB.open(`linea-${store}`, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath: "id" });
  const base = await result(opening);
  try {
    return await act(base.transaction(store, mode).objectStore(store));
  } finally {
    base.close();
  }
}

/** A record that begins from a position says so in its header. */
function isPractice(record: string): boolean {
  return "position" in (JSON.parse(record.slice(0, record.indexOf("\n") + 1 || undefined)) as object);
}

/** All of them, the last one first. */
export async function listFinished(): Promise<Finished[]> {
  const all = await withStore("readonly", (store) => result(store.getAll() as IDBRequest<Finished[]>));
  return all.sort((a, b) => b.at - a.at);
}

export function findFinished(id: string): Promise<Finished | undefined> {
  return withStore("readonly", (store) => result(store.get(id) as IDBRequest<Finished | undefined>));
}

export async function forgetFinished(id: string): Promise<void> {
  await withStore("readwrite", (store) => result(store.delete(id)));
  await withStore("readwrite", (store) => result(store.delete(IDBKeyRange.bound(`${id} `, `${id} \uffff`))), REVIEWS);
}

/** The review of a seat that was kept with a game, or null; also where nothing may be kept. */
export async function findReview(record: string, seat: number): Promise<Reviewed | null> {
  const found = withStore("readonly", (store) => result(store.get(`${idOf(record)} ${seat}`) as IDBRequest<KeptReview | undefined>), REVIEWS);
  const one = await found.catch(() => undefined);
  return one?.format === REVIEW_FORMAT ? one.review : null;
}

/** Keeps the review of a seat for as long as its game is kept; a game that is not is only looked at. */
export async function keepReview(record: string, seat: number, review: Reviewed): Promise<void> {
  const id = idOf(record);
  if (!(await findFinished(id))) return;
  const one: KeptReview = { id: `${id} ${seat}`, format: REVIEW_FORMAT, review };
  await withStore("readwrite", (store) => result(store.put(one)), REVIEWS);
}

/** Keeps a game that was replayed to its end; false if it was kept before, or is not over. */
export async function keepFinished(replay: Replay, record: string, me: number | null, at = Date.now()): Promise<boolean> {
  const position = replay.position.peek();
  replay.seek(replay.length);
  const { players = [], end } = replay.table.peek() ?? {};
  replay.seek(position);
  if (!end) return false;
  const id = idOf(record);
  if (await findFinished(id)) return false;
  const one: Finished = { id, at, map: replay.map.id, players: players.map(({ is, name = "", colour }) => ({ is, name, ...(colour !== undefined && { colour }) })), me, end, record, ...(isPractice(record) && { practice: true as const }) };
  await withStore("readwrite", (store) => result(store.put(one)));
  for (const { id } of (await listFinished()).slice(MOST)) await forgetFinished(id);
  return true;
}

/** All of them as a file. */
export async function exportFinished(): Promise<string> {
  const games = (await listFinished()).map(({ at, me, record }) => ({ at, me, record }));
  return JSON.stringify({ linea_games: FORMAT, games });
}

/** What of a file is a game: an entry of an export, or a bare record. */
interface Brought {
  record: string;
  at: number;
  me: number | null;
}

function broughtBy(text: string, split: (text: string) => string[]): Brought[] {
  const bare = (record: string): Brought => ({ record, at: Date.now(), me: null });
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return split(text).map(bare);
  }
  if (typeof file !== "object" || file === null || !("linea_games" in file) || !("games" in file) || !Array.isArray(file.games)) return split(text).map(bare);
  return (file.games as Partial<Brought>[]).map(({ record, at, me }) => ({
    record: String(record),
    at: typeof at === "number" && Number.isFinite(at) ? at : Date.now(),
    me: typeof me === "number" ? me : null,
  }));
}

/** Keeps the games of a file, each of which is replayed first. How many are new, and what is wrong with the others. */
export async function importFinished(text: string, split: (text: string) => string[]): Promise<{ added: number; wrong: string[] }> {
  const found = { added: 0, wrong: [] as string[] };
  for (const { record, at, me } of broughtBy(text, split).slice(0, MOST)) {
    try {
      const replay = await openReplay(record);
      try {
        const own = me !== null && me < replay.history[0]!.length ? me : null;
        if (await keepFinished(replay, record, own, Math.min(at, Date.now()))) found.added++;
      } finally {
        replay.close();
      }
    } catch (error) {
      found.wrong.push(errorText(error));
    }
  }
  return found;
}
