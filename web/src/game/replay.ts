/*
 * A record as a game that can be looked at, forwards and backwards, with nothing hidden.
 *
 * SPDX-License-Identifier: MIT
 */
import { batch, computed, signal } from "@preact/signals";
import type { MapFile } from "../maps";
import { WorkerLink } from "../net/local";
import type { Move, Score, Table, TableEvent, TicketAdvice, View, StoodIn } from "../net/protocol";
import type { Outcome, Studied } from "../net/study";
import { t } from "../text";
import { recordFair } from "./fair";
import type { Fairness, LogLine, Replay } from "./game";
import { logLines } from "./log";
import { paceOf } from "./pace";

function colourOf(colour: string | null | undefined): { colour?: string } {
  return colour ? { colour } : {};
}

/** "You", as every language of the page says it. */
const YOU = ["You", "Tu"];

export class ReplayGame implements Replay {
  readonly kind = "replay";
  readonly id = null;
  readonly map: MapFile;
  readonly length: number;
  readonly finished: boolean;
  readonly placed: boolean;
  readonly owner: number | null;
  readonly history: Score[][];
  readonly outcomes: Outcome[];
  readonly position = signal(0);

  readonly table = computed<Table>(() => this.tableAt(this.position.value));
  readonly view = computed<View | null>(() => this.studied.views[this.position.value] ?? null);
  readonly log = computed<LogLine[]>(() => this.lines.slice(0, this.position.value).flat());
  readonly scores = computed<Score[]>(() => this.history[this.position.value] ?? []);
  readonly now = signal<TableEvent | null>(null);
  readonly pace = signal(0);
  readonly moves = signal<Move[]>([]);
  readonly me = signal<number | null>(null);
  readonly handover = signal<number | null>(null);
  readonly moved = signal(false);
  readonly travelled = signal(false);
  readonly presence = signal(null);
  readonly advice = signal<TicketAdvice[]>([]);
  readonly online = signal(true);
  readonly error = signal<string | null>(null);
  readonly deadline = signal<number | null>(null);
  readonly canUndo = signal(false);
  readonly next = signal<string | null>(null);
  readonly paused = signal(true);
  readonly settled = computed(() => this.now.value === null);

  private readonly text: string;
  private readonly studied: Studied;
  private readonly lines: LogLine[][];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Who played alone without a name is called "You" in the record, in the language of that time. */
  constructor(map: MapFile, text: string, studied: Studied, owner: number | null = null) {
    const you = studied.names.findIndex((name) => YOU.includes(name) || name === t("You"));
    this.owner = owner ?? (you < 0 ? null : you);
    this.placed = studied.placed;
    this.map = map;
    this.text = text;
    this.studied = studied;
    this.length = studied.moves.length;
    this.finished = studied.end !== null;
    this.history = studied.scores;
    this.outcomes = studied.outcomes;
    this.lines = studied.moves.map((_, i) => logLines(this.eventAt(i), studied.views[i] ?? null));
  }

  /** The event that leads from a position to the next. */
  private eventAt(position: number): TableEvent {
    const did = this.studied.moves[position];
    const view = this.studied.views[position + 1];
    if (!did || !view) throw new Error("no such position");
    return { event: position + 1, at: 0, what: "moved", did, view };
  }

  private tableAt(position: number): Table {
    const { studied } = this;
    const over = position === this.length && studied.end !== null;
    const bot = (name: string, seat: number) => name.startsWith("bot:") && !studied.gave[seat];
    return {
      event: position, state: position, you: null, map: this.map.id, seats: studied.names.map((name, seat) => (bot(name, seat) ? name : "human")),
      first: null, clock: 0, delay: 0, listed: false, takeover: "bot",
      players: studied.names.map((name, seat) => ({ is: bot(name, seat) ? "bot" : "human", name, ...colourOf(studied.colours[seat]), ...this.stoodIn(seat, position) })),
      stage: over ? "over" : "running",
      ...(studied.views[position] && { view: studied.views[position] }),
      ...(over && studied.end && { end: studied.end }),
    };
  }

  /** What others had moved for a seat by a position. */
  private stoodIn(seat: number, position: number): { stood_in?: StoodIn } {
    const own = this.studied.moves.slice(0, position).flatMap((did, at) => (did.seat === seat ? [{ number: at + 1, by: did.by }] : []));
    const moves = own.filter(({ by }) => by !== undefined).length;
    const last = own.map(({ by }) => by === undefined).lastIndexOf(true);
    const since = own[last + 1]?.number;
    return moves === 0 ? {} : { stood_in: { moves, ...(since !== undefined && { since }) } };
  }

  seek(position: number): void {
    clearTimeout(this.timer);
    batch(() => {
      this.now.value = null;
      this.position.value = Math.max(0, Math.min(this.length, Math.round(position)));
    });
  }

  step(): boolean {
    if (this.now.value) this.seek(this.position.value + 1);
    const at = this.position.value;
    if (at >= this.length) return false;
    const event = this.eventAt(at);
    const time = paceOf(event, null, 0);
    if (time === 0) {
      this.seek(at + 1);
      return true;
    }
    batch(() => {
      this.now.value = event;
      this.pace.value = time;
    });
    this.timer = setTimeout(() => this.seek(at + 1), time);
    return true;
  }

  skip(): void {
    if (this.now.value) this.seek(this.position.value + 1);
  }
  dismiss(): void {
    this.error.value = null;
  }
  close(): void {
    clearTimeout(this.timer);
  }

  record(): Promise<string> {
    return Promise.resolve(this.text);
  }

  async fair(): Promise<Fairness> {
    const link = new WorkerLink();
    try {
      return await recordFair(this.text, (map, record) => link.send({ do: "fair", map, record }), this.map);
    } finally {
      link.close();
    }
  }

  /* Nobody plays in a record. */
  move(): Promise<boolean> {
    return Promise.resolve(false);
  }
  async undo(): Promise<void> {}
  why(): Promise<null> {
    return Promise.resolve(null);
  }
  sites(): Promise<[]> {
    return Promise.resolve([]);
  }
  say(): Promise<boolean> {
    return Promise.resolve(false);
  }
  sit(): Promise<boolean> {
    return Promise.resolve(false);
  }
  leave(): Promise<boolean> {
    return Promise.resolve(false);
  }
  resign(): Promise<boolean> {
    return Promise.resolve(false);
  }
  request(): Promise<boolean> {
    return Promise.resolve(false);
  }
  again(): Promise<boolean> {
    return Promise.resolve(false);
  }
  ready(): void {}
}
