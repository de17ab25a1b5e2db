/*
 * The engine in WebAssembly (web/wasm/wasm.c): text in, text out. For a worker and for tests; the page
 * itself must not hold one, because who holds an engine holds every secret of its game.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Settings } from "./protocol";


/** Audiences beside seats 0 to 4, as table.h numbers them. */
export const PUBLIC = 254;
export const STORE = 253;
export const RECORD = 252;
const ANSWER = 300;
const ERROR = 301;
const NOBODY = 255;
/** Bytes by which memory grows. */
const PAGE = 65536;

type Exports = {
  memory: WebAssembly.Memory;
  input(): number;
  secret(): number;
  open_map(length: number): number;
  open_table(length: number, now: number): number;
  open_dealt(length: number, now: number): number;
  prompt(length: number, now: number): number;
  sheet(length: number): number;
  open_stored(length: number, emit: number): number;
  daily_begin(length: number): number;
  daily_open(now: number): number;
  daily_play(game: number): void;
  daily_result(): number;
  position_open(length: number): number;
  position_play(length: number): number;
  position_show(seat: number): void;
  open_from(length: number, seat: number, now: number): number;
  close_table(): void;
  open_net(bytes: number, length: number): number;
  ask(player: number, length: number, now: number): void;
  think(seed: number, now: number): number;
  tick(now: number): void;
  deadline(): number;
  show(audience: number): void;
  undoable(): number;
  record_line(length: number): number;
  replay_begin(): void;
  replay_next(length: number): number;
  replay_show(): void;
  replay_outcomes(): void;
  review_begin(): void;
  review_next(length: number, line: number): number;
  review_steps(): number;
  review_play(step: number): void;
  review_judge(seat: number, playouts: number): number;
  review_show(seat: number): void;
  evaluate_begin(length: number, open: number): number;
  evaluate_bot(length: number): number;
  evaluate_go(ms: number): number;
  evaluate_show(): void;
  check_begin(): void;
  check_next(length: number): number;
};

/** A module of one function that splats a byte: the smallest that needs SIMD. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Whether the browser knows the instructions that the usual engine has. */
export function hasSimd(): boolean {
  return WebAssembly.validate(new Uint8Array(SIMD));
}

/** The deal of a day: the request for its table, and how many games its field has. */
export interface Daily {
  date: string;
  table: Settings;
  field: number;
}

/** What came of a game of it for the seat in question, seat 0; `bot` if one played it. The greater lead is the better result. */
export interface DailyResult {
  bot?: string;
  points: number;
  lead: number;
  won: boolean;
}

/** What came of a line of a record. */
export type Read = { ok: true } | { ok: false; message: string };

export class Engine {
  private readonly exports: Exports;
  private answer = "";
  private errors: string[] = [];
  /** memory for a net, which its bots read for as long as it is the map's */
  private room = { at: 0, size: 0 };
  /** emits each event: to a seat, to PUBLIC, to the STORE, or lines for a RECORD */
  emit: (audience: number, line: string) => void = () => undefined;

  private constructor(exports: Exports) {
    this.exports = exports;
  }

  static async start(source: WebAssembly.Module | Promise<Response> | BufferSource): Promise<Engine> {
    let engine: Engine | null = null;
    const imports = {
      page: {
        emit: (audience: number, at: number, length: number) => engine?.receive(audience, at, length),
        clock: () => performance.now(),
      },
    };
    const instance =
      source instanceof WebAssembly.Module ? await WebAssembly.instantiate(source, imports)
      : source instanceof Promise ? (await WebAssembly.instantiateStreaming(source, imports)).instance
      : (await WebAssembly.instantiate(source, imports)).instance;
    engine = new Engine(instance.exports as unknown as Exports);
    return engine;
  }

  private receive(audience: number, at: number, length: number): void {
    const text = new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length));
    if (audience === ANSWER) this.answer = text;
    else if (audience === ERROR) this.errors.push(text);
    else this.emit(audience, text);
  }

  private put(text: string): number {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 1 << 18) throw new Error("the text is too long");
    new Uint8Array(this.exports.memory.buffer, this.exports.input(), bytes.length).set(bytes);
    this.errors = [];
    return bytes.length;
  }

  private demand(fine: number): void {
    if (!fine) throw new Error(this.errors.join(": "));
  }

  private read(fine: number): Read {
    return fine ? { ok: true } : { ok: false, message: this.errors.join(": ") };
  }

  openMap(map: string): void {
    this.demand(this.exports.open_map(this.put(map)));
  }

  /** What has been learned for the map, the bytes of a net's file; throws if it is none for this map. */
  openNet(bytes: Uint8Array): void {
    if (bytes.length > this.room.size) {
      const pages = Math.ceil(bytes.length / PAGE);
      this.room = { at: this.exports.memory.grow(pages) * PAGE, size: pages * PAGE };
    }
    new Uint8Array(this.exports.memory.buffer, this.room.at, bytes.length).set(bytes);
    this.errors = [];
    this.demand(this.exports.open_net(this.room.at, bytes.length));
  }

  openTable(settings: string, secret: Uint8Array, now: number): void {
    const length = this.put(settings);
    new Uint8Array(this.exports.memory.buffer, this.exports.secret(), secret.length).set(secret);
    this.demand(this.exports.open_table(length, now));
  }

  /** A table whose deal can be repeated: its seed is all of its chance. */
  openDealt(settings: string, seed: Uint8Array, now: number): void {
    const length = this.put(settings);
    new Uint8Array(this.exports.memory.buffer, this.exports.secret(), seed.length).set(seed);
    this.demand(this.exports.open_dealt(length, now));
  }

  /** A table for a game that goes on from a position. What a seat does not know there is dealt again, by the seed. */
  openFrom(settings: string, position: string, seat: number, seed: Uint8Array, now: number): void {
    this.positionOpen(position);
    const length = this.put(settings);
    new Uint8Array(this.exports.memory.buffer, this.exports.secret(), seed.length).set(seed);
    this.demand(this.exports.open_from(length, seat, now));
  }

  /** Lets the program whose turn it is make that move. */
  prompt(move: string, now: number): void {
    this.demand(this.exports.prompt(this.put(move), now));
  }

  /** What follows from a score sheet, as JSON; throws with a sentence if its pieces cannot lie so. */
  sheet(sheet: string): string {
    this.demand(this.exports.sheet(this.put(sheet)));
    return this.answer;
  }

  /** Looks into a position; throws with a sentence if its pieces do not add up. */
  positionOpen(position: string): void {
    this.demand(this.exports.position_open(this.put(position)));
  }
  /** Plays a move from it; the line of a record. */
  positionPlay(move: string): string {
    this.demand(this.exports.position_play(this.put(move)));
    return this.answer;
  }
  /** What a seat may know of it, or all of it, its legal moves and scores, as JSON. */
  positionShow(seat: number | null): string {
    this.exports.position_show(seat ?? NOBODY);
    return this.answer;
  }

  /** The deal of a date on this map: from now on bots begin as it has them, until a table is opened or closed.
   *  A game of it that goes on is opened first, and then this is called. */
  daily(date: string): Daily {
    this.demand(this.exports.daily_begin(this.put(date)));
    return JSON.parse(this.answer) as Daily;
  }

  /** The table of the deal that daily() named. */
  openDaily(now: number): void {
    this.demand(this.exports.daily_open(now));
  }

  /** A bot's game of that deal; in an engine of its own, since the table's bots lose their memory. */
  playDaily(game: number): DailyResult {
    this.exports.daily_play(game);
    return JSON.parse(this.answer) as DailyResult;
  }

  /** What came of the game of the day at the table; null while it is not over. */
  dailyResult(): DailyResult | null {
    return this.exports.daily_result() ? (JSON.parse(this.answer) as DailyResult) : null;
  }

  /** The table that a log of stored events makes; they are emitted only if that is asked for. */
  openStored(log: readonly string[], emit = false): void {
    this.exports.close_table();
    for (const line of log) this.demand(this.exports.open_stored(this.put(line), emit ? 1 : 0));
  }

  /** Answers a request of a person; 0 for a spectator. */
  ask(player: number, request: string, now: number): string {
    this.exports.ask(player, this.put(request), now);
    return this.answer;
  }

  /** A program's move, if it is its turn. */
  think(seed: number, now: number): boolean {
    return this.exports.think(seed, now) !== 0;
  }

  tick(now: number): void {
    this.exports.tick(now);
  }

  /** When the move in hand runs out of time, in milliseconds since 1970; null for never. */
  deadline(): number | null {
    return this.exports.deadline() || null;
  }

  /** Everything that an audience may know now, as JSON. */
  show(audience: number): string {
    this.exports.show(audience);
    return this.answer;
  }

  /** The seat whose last move can be taken back. */
  undoable(): number | null {
    const seat = this.exports.undoable();
    return seat === NOBODY ? null : seat;
  }

  /** The record of the game of a log. The table is closed then. */
  record(log: readonly string[]): string {
    const before = this.emit;
    let record = "";
    this.emit = (audience, text) => {
      if (audience === RECORD) record += text;
    };
    this.exports.close_table();
    try {
      for (const line of log) this.demand(this.exports.record_line(this.put(line)));
    } finally {
      this.emit = before;
      this.exports.close_table();
    }
    return record;
  }

  replayBegin(): void {
    this.exports.replay_begin();
  }
  replayNext(line: string): Read {
    return this.read(this.exports.replay_next(this.put(line)));
  }
  /** The position of a replay and its scores, as JSON. */
  replayShow(): string {
    this.exports.replay_show();
    return this.answer;
  }

  /** What came of everybody's tickets and longest path, as JSON. */
  replayOutcomes(): string {
    this.exports.replay_outcomes();
    return this.answer;
  }

  /** Reads a record for a review; the number of its moves, 0 if the game is not over. */
  reviewBegin(lines: readonly string[]): number {
    this.exports.review_begin();
    for (const [i, line] of lines.entries()) this.demand(this.exports.review_next(this.put(line), i + 1));
    return this.exports.review_steps();
  }
  reviewPlay(step: number): void {
    this.exports.review_play(step);
  }
  /** Judges the next decision of a seat; false when all are judged. */
  reviewJudge(seat: number, playouts: number): boolean {
    return this.exports.review_judge(seat, playouts) !== 0;
  }
  /** The review as far as it has come, as JSON. */
  reviewShow(seat: number): string {
    this.exports.review_show(seat);
    return this.answer;
  }

  /** Begins to evaluate the moves of a position, for its seat to move; false if the game is over. */
  evaluateBegin(position: string, open: boolean): boolean {
    const begun = this.exports.evaluate_begin(this.put(position), open ? 1 : 0) !== 0;
    if (!begun && this.errors.length > 0) throw new Error(this.errors.join(": "));
    return begun;
  }
  /** What a bot would do there. */
  evaluateBot(bot: string): string {
    this.demand(this.exports.evaluate_bot(this.put(bot)));
    return this.answer;
  }
  /** Goes on for so long; the number of playouts. */
  evaluateGo(ms: number): number {
    return this.exports.evaluate_go(ms);
  }
  evaluateShow(): string {
    this.exports.evaluate_show();
    return this.answer;
  }

  checkBegin(): void {
    this.exports.check_begin();
  }
  checkNext(line: string): Read {
    return this.read(this.exports.check_next(this.put(line)));
  }
}
