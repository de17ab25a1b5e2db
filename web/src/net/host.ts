/*
 * A game on this device: a table in WebAssembly, the log that it can be made of again, and who sits in front
 * of the screen. What leaves a host is what that seat may know.
 *
 * SPDX-License-Identifier: MIT
 */
import { Engine, PUBLIC, STORE } from "./engine";
import type { Answer, Settings } from "./protocol";
import { fromHex, hex } from "./sha256";

export type LocalKind = "solo" | "device" | "watch";

/** A game that is dealt as it always is, with its first moves made; bots begin with that number. */
export interface Deal {
  /** 64 hex digits */
  seed: string;
  moves: readonly string[];
  bots: number;
}

/** The deal of a day (net/daily.ts): its table and its bots. */
export interface Day {
  date: string;
}

/** A position that a game goes on from; what the seat does not know there is dealt again. */
export interface From {
  /** as text */
  position: string;
  seat: number;
}

/** How a game begins where that is not left to chance alone. */
export type Beginning = Deal | Day | From;

/** What is kept of a game. */
export interface Kept {
  settings: Settings;
  people: string[];
  /** stored events: all secrets of the game */
  log: string[];
  /** what bots begin with, where that is not left to chance */
  bots?: number;
  /** the day whose deal it is: its bots are those of that day */
  date?: string;
  /** how many hints each seat was given; tables count them themselves since then */
  hints?: number[];
}

interface HostListener {
  /** a line of the protocol: a table, an event */
  line(line: string): void;
  /** every event so far, as who sits in front may know it: lines of the protocol, before a table that goes on from them */
  history(lines: string[]): void;
  /** the seat that is to be handed the device, or null when somebody sits in front of it */
  handover(seat: number | null): void;
  /** whether the last move can be taken back */
  undoable(yes: boolean): void;
  /** the log has changed */
  keep(kept: Kept): void;
}

export function kindOf(settings: Settings): LocalKind {
  const people = settings.seats.filter((seat) => seat === "human").length;
  return people === 0 ? "watch" : people === 1 ? "solo" : "device";
}

function random(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

export class Host {
  private readonly engine: Engine;
  private readonly listener: HostListener;
  private kept: Kept = { settings: { map: "", seats: [] }, people: [], log: [] };
  /** the seat in front of the screen; null for nobody, who sees what all may see */
  private front: number | null = null;
  private waiting: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, listener: HostListener) {
    this.engine = engine;
    this.listener = listener;
  }

  /** Events wait until all is known that comes of them: a listener is to know whether a move can be taken back
   *  before it receives the move. */
  private lines: string[] = [];

  private listen(): void {
    this.engine.emit = (audience, line) => {
      if (audience === STORE) this.kept.log.push(line);
      else if (audience === (this.front ?? PUBLIC)) this.lines.push(line);
    };
  }

  /** A new game. Its people are named in the order of the seats that are "human". */
  make(map: string, settings: Settings, people: string[], beginning?: Beginning): void {
    const day = beginning && "date" in beginning ? beginning : undefined;
    const from = beginning && "position" in beginning ? beginning : undefined;
    const deal = beginning && "moves" in beginning ? beginning : undefined;
    this.engine.openMap(map);
    this.kept = { settings, people, log: [], ...(deal && { bots: deal.bots }), ...day };
    this.front = null;
    this.engine.emit = (audience, line) => {
      if (audience === STORE) this.kept.log.push(line);
    };
    if (day) {
      this.engine.daily(day.date);
      this.engine.openDaily(Date.now());
    } else if (from) this.engine.openFrom(JSON.stringify({ ...settings, hints: true }), from.position, from.seat, random(32), Date.now());
    else if (deal) this.engine.openDealt(JSON.stringify(settings), fromHex(deal.seed), Date.now());
    else this.engine.openTable(JSON.stringify({ ...settings, hints: true }), random(32), Date.now());
    let person = 0;
    settings.seats.forEach((is, seat) => {
      if (is !== "human") return;
      const name = people[person++] || `${person}`;
      const colour = settings.colours?.[seat] ?? undefined;
      const answer = this.engine.ask(seat + 1, JSON.stringify({ id: 0, do: "sit", seat, name, colour, nonce: hex(random(32)) }), Date.now());
      const { error, message } = JSON.parse(answer) as Answer;
      if (error) throw new Error(message);
    });
    for (const move of deal?.moves ?? []) this.play(move);
    this.open();
  }

  /** Makes a move for the seat to move. */
  private play(move: string): void {
    const seat = this.turn();
    if (seat === null) return this.engine.prompt(move, Date.now());
    const { state } = JSON.parse(this.engine.show(seat)) as { state: number };
    const { error, message } = JSON.parse(this.engine.ask(seat + 1, JSON.stringify({ id: 0, do: "move", state, move }), Date.now())) as Answer;
    if (error) throw new Error(message);
  }

  /** A game that was kept. */
  resume(map: string, kept: Kept): void {
    this.engine.openMap(map);
    this.kept = { ...kept, log: [...kept.log] };
    this.restore();
    this.open();
  }

  /** The table again from its log. */
  private restore(emit = false): void {
    this.engine.openStored(this.kept.log, emit);
    if (this.kept.date !== undefined) this.engine.daily(this.kept.date);
  }

  private open(): void {
    const alone = this.kept.settings.seats.indexOf("human");
    this.front = kindOf(this.kept.settings) === "solo" ? alone : null;
    this.waiting = null;
    this.listen();
    this.showAll();
    this.changed();
  }

  private show(): void {
    this.listener.line(`{"table":${this.opened(this.engine.show(this.front ?? PUBLIC))}}`);
  }

  /** What has a view, with nothing hidden in it where bots play among themselves: spectators of bots may see all. */
  private opened(line: string): string {
    const said = JSON.parse(line) as { view?: unknown };
    if (kindOf(this.kept.settings) !== "watch" || said.view === undefined) return line;
    return JSON.stringify({ ...said, view: (JSON.parse(this.engine.show(STORE)) as typeof said).view });
  }

  /** The table, and how it came about. */
  private showAll(): void {
    this.listener.history(this.history());
    this.show();
  }

  /** The person whose turn it is, if it is one's. */
  private turn(): number | null {
    const shown = JSON.parse(this.engine.show(PUBLIC)) as { stage: string; view?: { turn: number | null }; players: { is: string; takeover?: string }[] };
    const seat = shown.stage === "running" ? (shown.view?.turn ?? null) : null;
    const player = seat === null ? undefined : shown.players[seat];
    return player?.is === "human" && !player.takeover ? seat : null;
  }

  private changed(): void {
    const turn = kindOf(this.kept.settings) === "device" ? this.turn() : null;
    const other = turn !== null && turn !== this.front;
    const left = other && this.front !== null;
    if (other) {
      this.waiting = turn;
      this.front = null;
    }
    this.listener.undoable(this.undoSeat() !== null);
    for (const line of this.lines.splice(0)) this.listener.line(this.opened(line));
    /* the table comes last: until the device is asked for, one looks at one's own */
    if (other) this.listener.handover(turn);
    if (left) this.show();
    this.listener.keep(this.kept);
    clearTimeout(this.timer);
    const deadline = this.engine.deadline();
    if (deadline !== null)
      this.timer = setTimeout(() => {
        this.engine.tick(Date.now());
        this.changed();
      }, Math.max(0, deadline - Date.now()));
  }

  /** What has been learned for a map, for the programs of its game; bytes that are none leave them as they are. */
  learn(map: string, net: Uint8Array): void {
    if (map !== this.kept.settings.map) return;
    try {
      this.engine.openNet(net);
    } catch (error) {
      console.warn(error);
    }
  }

  /** A request of who sits in front; its answer. */
  ask(request: string): string {
    const events = this.kept.log.length;
    const answer = this.engine.ask(this.front === null ? 0 : this.front + 1, request, Date.now());
    if (this.kept.log.length > events) this.changed();
    return answer;
  }

  /** Lets a program make one move, if it is its turn. */
  go(): boolean {
    const seed = this.kept.bots ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const moved = this.engine.think(seed, Date.now());
    if (moved) this.changed();
    return moved;
  }

  /** The person who was waited for has the device. */
  ready(): void {
    if (this.waiting === null) return;
    this.front = this.waiting;
    this.waiting = null;
    this.showAll();
    this.listener.undoable(this.undoSeat() !== null);
    this.listener.handover(null);
  }

  private undoSeat(): number | null {
    const seat = this.engine.undoable();
    return this.front === seat || this.waiting !== null ? seat : null;
  }

  /** Takes the last move back; false if it has revealed something or somebody has moved since. */
  undo(): boolean {
    if (this.undoSeat() === null) return false;
    this.kept.log.pop();
    this.restore();
    this.show();
    this.changed();
    return true;
  }

  private history(): string[] {
    const lines: string[] = [];
    this.engine.emit = (audience, line) => {
      if (audience === (this.front ?? PUBLIC)) lines.push(line);
    };
    this.restore(true);
    this.listen();
    return lines;
  }

  /** The hints stand in the header of a record. */
  private withHints(record: string): string {
    const { players } = JSON.parse(this.engine.show(PUBLIC)) as { players: { hints?: number }[] };
    const hints = this.kept.hints ?? players.map((player) => player.hints ?? 0);
    const end = record.indexOf("\n");
    if (end < 0 || hints.every((count) => count === 0)) return record;
    return `${record.slice(0, end - 1)},"hints":${JSON.stringify(hints)}}${record.slice(end)}`;
  }

  /** The record of a game that is over: one under way has secrets. */
  record(): string {
    const shown = JSON.parse(this.engine.show(PUBLIC)) as { stage: string };
    if (shown.stage !== "over") throw new Error("the game is not over");
    const record = this.engine.record(this.kept.log);
    this.restore();
    return this.withHints(record);
  }

  close(): void {
    clearTimeout(this.timer);
    this.engine.emit = () => undefined;
  }
}
