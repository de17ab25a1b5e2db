/*
 * A game under way: what its connection receives is shown one event after the other, each for as long as it
 * takes to follow; then the person may move.
 *
 * SPDX-License-Identifier: MIT
 */
import { batch, computed, signal } from "@preact/signals";
import { failureText } from "../load";
import type { MapFile } from "../maps";
import type { Connection, Listener } from "../net/connection";
import type { Evaluated } from "../net/evaluate";
import { WorkerLink } from "../net/local";
import type { Answer, Move, Player, Presence, Request, RouteId, Score, Site, Table, TableEvent, TicketAdvice, View, Why } from "../net/protocol";
import { t, textFor } from "../text";
import type { Fairness, Game, GameKind, LogLine } from "./game";
import { logLines, logOf } from "./log";
import { lingerTime, paceOf } from "./pace";

type Item =
  | { is: "table"; table: Table }
  | { is: "event"; event: TableEvent }
  | { is: "history"; events: TableEvent[] }
  | { is: "handover"; seat: number | null };

/** The player of a seat after a move: the one who moves is there, and others may have moved for them. */
function afterMove(player: Player, event: TableEvent & { what: "moved" }): Player {
  const { away: _away, stood_in, ...rest } = player;
  if (event.did.by) return { ...player, ...(event.stood_in && { stood_in: event.stood_in }) };
  return stood_in ? { ...rest, stood_in: { moves: stood_in.moves } } : rest;
}

/** A pause is over: nobody wants it any more. */
function withoutWishes(players: readonly Player[]): Player[] {
  return players.map(({ pause: _pause, ...player }) => player);
}

/** Clocks after an event that is about time. */
function retimed(table: Table, { paused, deadline, banks }: { paused: boolean; deadline?: number; banks?: number[] }): void {
  delete table.deadline;
  if (table.paused && !paused) table.players = withoutWishes(table.players);
  Object.assign(table, { paused }, deadline !== undefined && { deadline }, banks && { banks });
}

/** The table after an event. */
export function after(table: Table, event: TableEvent): Table {
  const next: Table = { ...table, event: event.event, players: [...table.players], ...(event.host !== undefined && { host: event.host }) };
  const change = (seat: number, to: Partial<Table["players"][number]>) => {
    const player = next.players[seat];
    if (player) next.players[seat] = { ...player, ...to };
  };
  switch (event.what) {
    case "sat":
      next.players[event.seat] = { is: "human", name: event.name, ...(event.colour !== undefined && { colour: event.colour }) };
      next.you = event.you ?? next.you;
      break;
    case "coloured":
      change(event.seat, { colour: event.colour });
      break;
    case "hinted":
      change(event.seat, { hints: event.hints });
      break;
    case "left":
      next.players[event.seat] = { is: "open" };
      if (event.seat === next.you) next.you = null;
      break;
    case "filled":
      next.players[event.seat] = { is: "bot", name: event.name };
      next.seats = next.seats.map((seat, at) => (at === event.seat ? event.name : seat));
      break;
    case "sent-away":
      next.players[event.seat] = { is: "open" };
      if (event.seat === next.you) next.you = null;
      break;
    case "changed": {
      const { map, seats, first, clock, delay, listed, rated, takeover, level, patience, talk, bank, increment, hints } = event;
      Object.assign(next, { map, seats, first, clock, delay, listed, rated, takeover, level, patience, talk, bank, increment, hints });
      next.players = seats.map((seat, at) => {
        const player = table.players[at];
        return seat !== "human" ? { is: "bot", name: seat } : player?.is === "human" ? player : { is: "open" };
      });
      break;
    }
    case "resigned":
    case "replaced":
      change(event.seat, { takeover: event.takeover, ...(event.what === "replaced" && { replaced: true }) });
      retimed(next, event);
      if (event.seat === next.you) delete next.moves;
      break;
    case "timed-out":
      change(event.seat, { takeover: event.takeover });
      if (event.seat === next.you) delete next.moves;
      if (event.seat === next.view?.turn) delete next.deadline;
      break;
    case "late":
      retimed(next, event);
      next.late = true;
      if (event.away !== undefined) change(event.seat, { away: event.away });
      break;
    case "back": {
      const { away: _away, ...player } = next.players[event.seat] ?? { is: "human" as const };
      next.players[event.seat] = player;
      retimed(next, event);
      if (next.view?.turn === event.seat) delete next.late;
      break;
    }
    case "pause":
      change(event.seat, { pause: true });
      retimed(next, event);
      break;
    case "resume": {
      const { pause: _pause, ...player } = next.players[event.seat] ?? { is: "human" as const };
      next.players[event.seat] = player;
      retimed(next, event);
      break;
    }
    case "travelled": {
      const { view, moves, deadline, state } = event;
      next.you = event.you ?? null;
      delete next.moves;
      Object.assign(next, { state }, view && { view }, moves && { moves }, deadline !== undefined && { deadline });
      break;
    }
    case "again":
      change(event.seat, { again: true });
      break;
    case "sealed":
      Object.assign(next, { fair: event.fair, reveal_by: event.reveal_by });
      break;
    case "revealed":
      change(event.seat, { revealed: true });
      break;
    case "began":
    case "moved": {
      const { view, moves, deadline, banks } = event;
      delete next.moves;
      delete next.deadline;
      delete next.reveal_by;
      delete next.late;
      Object.assign(next, { view, state: event.event, stage: "running" as const }, moves && { moves }, deadline !== undefined && { deadline }, banks && { banks });
      const mover = event.what === "moved" ? next.players[event.did.seat] : undefined;
      if (event.what === "moved" && mover) next.players[event.did.seat] = afterMove(mover, event);
      if (event.fair) next.fair = event.fair;
      if (event.what === "moved" && event.end) Object.assign(next, { end: event.end, stage: "over" as const });
      break;
    }
    case "next":
      next.next = event.game;
      break;
    case "made":
    case "unrevealed":
    case "said":
    case "travels":
      break;
  }
  return next;
}

const NO_MOVES: Move[] = [];

/** A move that is answered within this time goes from one turn to the next: nothing is greyed out in between. */
const PATIENCE_MS = 100;

/** How long a hint is thought about. */
const HINT_MS = 1000;

/** Why a request was refused, for the person. */
function reason(answer: Answer): string {
  const impossible = t("That is not possible now.");
  return textFor({
    illegal: impossible, begun: impossible, sealed: impossible, done: impossible, full: impossible, "no-seat": impossible,
    stale: t("The game has gone on meanwhile."),
    "not-your-turn": t("It is not your turn."),
    taken: t("That seat is taken."),
    "name-taken": t("Somebody at this table is called that, or so that one might take you for them. Choose another name, then sit down again."),
    seated: t("You have a seat already."),
    "dead-link": t("This link has been used already, or is too old. Ask for a new one on the device where you play."),
    "sent-away": t("The host has sent you away from this table."),
    "not-host": t("Only the host can do that."),
    paused: t("The game is paused."),
    "too-early": t("Only somebody who has been away for longer can be replaced."),
    forbidden: t("Only those who play may talk at this table."),
    resigned: t("You have left this game."),
    over: t("The game is over."),
    muted: t("The host of this server lets you say nothing for now. The lobby says why, and until when."),
    banned: t("The host of this server lets you play nothing for now. The lobby says why, and until when."),
    waits: t("You have left games: wait before the next one. The lobby says until when."),
    words: t("The host of this server does not allow a word in it."),
    "not-stored": t("The server could not store this. Try again."),
    syntax: t("That text cannot be used here."),
  }, answer.error) ?? failureText(answer.message);
}

export abstract class LiveGame implements Game {
  abstract readonly kind: GameKind;
  abstract readonly id: string | null;
  readonly map: MapFile;

  readonly table = signal<Table | null>(null);
  readonly view = signal<View | null>(null);
  readonly now = signal<TableEvent | null>(null);
  readonly pace = signal(0);
  readonly me = signal<number | null>(null);
  readonly handover = signal<number | null>(null);
  readonly moved = signal(false);
  readonly travelled = signal(false);
  readonly presence = signal<Presence | null>(null);
  readonly log = signal<LogLine[]>([]);
  readonly advice = signal<TicketAdvice[]>([]);
  readonly scores = signal<Score[]>([]);
  readonly online = signal(false);
  readonly error = signal<string | null>(null);
  readonly canUndo = signal(false);
  readonly next = signal<string | null>(null);
  readonly paused = signal(false);
  /** an event is on the screen for a while; a move was sent and is not answered; and so for longer than PATIENCE_MS */
  private readonly occupied = signal(false);
  private readonly sending = signal(false);
  private readonly slow = signal(false);
  /** no move may be made, also when it is one's turn */
  protected readonly shut = signal(false);
  readonly settled = computed(() => !this.occupied.value && !this.sending.value);
  readonly moves = computed<Move[]>(() => (this.occupied.value || this.slow.value || this.shut.value || this.handover.value !== null ? NO_MOVES : (this.table.value?.moves ?? NO_MOVES)));
  readonly deadline = computed<number | null>(() => {
    const deadline = this.table.value?.deadline;
    return deadline === undefined ? null : deadline + this.clockOff;
  });

  protected readonly queue: Item[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private showing: Item | null = null;
  private clockOff = 0;
  private asking = false;
  private askAgain = false;
  protected closed = false;

  constructor(map: MapFile) {
    this.map = map;
  }

  protected abstract connection: Connection;

  /** What the connection calls. */
  protected readonly listener: Listener & { history(events: TableEvent[]): void; handover(seat: number | null): void } = {
    table: (table) => this.put({ is: "table", table }),
    event: (event, late = false) => {
      if (!late) this.clockOff = Date.now() - event.at;
      this.put({ is: "event", event });
    },
    history: (events) => this.put({ is: "history", events }),
    handover: (seat) => this.put({ is: "handover", seat }),
    presence: (presence) => {
      this.presence.value = presence;
    },
    online: (yes) => {
      this.online.value = yes;
    },
    gone: (why) => {
      this.error.value = why === "banned" ? reason({ id: 0, error: "banned" }) : why === "mapless" ? t("The server has this game, but not its map any more.") : t("There is no such game.");
    },
  };

  private put(item: Item): void {
    this.queue.push(item);
    if (!this.showing) this.advance();
  }

  /** Shows the next item, and those behind it that take no time. */
  private advance(): void {
    for (;;) {
      const item = this.queue.shift();
      if (!item || this.closed) break;
      const time = this.timeOf(item);
      if (time > 0) {
        this.showing = item;
        batch(() => {
          this.occupied.value = true;
          this.now.value = item.is === "event" ? item.event : null;
          this.pace.value = time;
        });
        this.timer = setTimeout(() => this.finish(), time);
        this.busy();
        return;
      }
      this.apply(item);
    }
    batch(() => {
      this.now.value = null;
      this.occupied.value = false;
    });
    this.idle();
  }

  private finish(): void {
    clearTimeout(this.timer);
    const item = this.showing;
    this.showing = null;
    if (item && !this.closed) this.apply(item);
    this.advance();
  }

  private timeOf(item: Item): number {
    /* Nobody looks at a page that is hidden; but a game of bots that somebody watches waits for them. */
    const watched = this.kind === "watch";
    if (item.is === "event") return document.hidden && !watched ? 0 : paceOf(item.event, this.me.value, this.queue.length, watched);
    return item.is === "handover" && item.seat !== null && this.lingers() ? lingerTime() : 0;
  }

  /** Whether the last seat in front has just done something that it may want to look at. */
  private lingers(): boolean {
    return this.me.value !== null && this.handover.value === null && this.log.value.length > 0;
  }

  private apply(item: Item): void {
    batch(() => {
      if (item.is === "handover") {
        this.handover.value = item.seat;
        if (item.seat !== null) this.hide();
      } else if (item.is === "history") {
        this.log.value = logOf(item.events);
      } else if (item.is === "table") {
        const back = this.table.value !== null && item.table.event < this.table.value.event;
        if (back) this.log.value = this.log.value.filter((line) => line.event <= item.table.event);
        this.setTable(item.table);
      } else {
        this.applyEvent(item.event);
      }
    });
  }

  private applyEvent(event: TableEvent): void {
    const table = this.table.value;
    if (!table || event.event <= table.event) return;
    this.log.value = [...this.log.value, ...logLines(event, this.view.value)];
    if (event.what === "next") this.next.value = event.game;
    if (event.what === "travelled" && event.seat === table.you) this.travelled.value = (event.you ?? null) === null;
    this.setTable(after(table, event));
  }

  private setTable(table: Table): void {
    const view = table.view ?? null;
    const same = view === this.view.value && table.you === this.me.value;
    this.table.value = table;
    this.me.value = table.you;
    this.view.value = view;
    if (!same) this.askAdvice();
  }

  /** Nothing secret stays on the screen while the device changes hands: the next player receives what that seat may know. */
  private hide(): void {
    this.advice.value = [];
    this.scores.value = [];
    this.log.value = [];
  }

  /** Something is being shown: the time to do what takes time. */
  protected busy(): void {}
  /** Everything has been shown. */
  protected idle(): void {
    if (this.askAgain) this.askAdvice();
  }

  private askAdvice(): void {
    this.askAgain = true;
    if (this.asking || this.queue.length > 0 || this.handover.value !== null || !this.table.value?.view) return;
    this.askAgain = false;
    this.asking = true;
    const seat = this.me.value;
    void this.connection.ask({ do: "advise" }).then((answer) => {
      this.asking = false;
      if (this.closed || answer.error) return;
      if (seat === this.me.value)
        batch(() => {
          this.advice.value = answer.tickets ?? [];
          this.scores.value = answer.scores ?? [];
        });
      if (this.askAgain) this.askAdvice();
    }).catch(() => {
      this.asking = false;
    });
  }

  async why(route: RouteId): Promise<Why | null> {
    return (await this.connection.ask({ do: "why", route })).why ?? null;
  }
  async sites(): Promise<Site[]> {
    return (await this.connection.ask({ do: "sites" })).sites ?? [];
  }

  protected async ask(request: Request): Promise<boolean> {
    try {
      const answer = await this.connection.ask(request);
      if (request.do === "move" && answer.error === "stale" && this.wasMade(request.state, request.move)) return true;
      if (answer.error && answer.error !== "closed") this.error.value = reason(answer);
      return answer.error === undefined;
    } catch {
      if (!this.closed) this.error.value = t("It did not work.");
      return false;
    }
  }

  /** Whether a move was carried out and only the answer got lost: it was asked for again then, too late. */
  private wasMade(state: number, move: Move): boolean {
    const coming = [this.showing, ...this.queue].flatMap((item) => (item?.is === "event" ? item.event : []));
    return [...this.log.value, ...coming].some((one) => one.event > state && "did" in one && one.did?.seat === this.me.value && one.did?.move === move);
  }

  move(move: Move): Promise<boolean> {
    const state = this.table.value?.state;
    if (state === undefined || this.sending.peek() || !this.moves.value.includes(move)) return Promise.resolve(false);
    this.sending.value = true;
    const timer = setTimeout(() => (this.slow.value = true), PATIENCE_MS);
    return this.ask({ do: "move", state, move }).finally(() => {
      clearTimeout(timer);
      batch(() => (this.sending.value = this.slow.value = false));
      if (this.settled.value) this.idle();
    });
  }

  /** Asks the table, which counts it for all to see; then a worker is shown what one sees oneself, and no more. */
  async hint(bot: string): Promise<Evaluated | null> {
    const view = this.view.peek();
    if (!view || view.turn !== this.me.peek() || !(await this.ask({ do: "hint" }))) return null;
    const link = new WorkerLink();
    try {
      return await link.send({ do: "evaluate", map: JSON.stringify(this.map), position: JSON.stringify(view), open: false, ms: HINT_MS, bot });
    } catch {
      if (!this.closed) this.error.value = t("It did not work.");
      return null;
    } finally {
      link.close();
    }
  }

  async undo(): Promise<void> {}
  say(text: string): Promise<boolean> {
    return this.ask({ do: "say", text });
  }
  sit(_name: string, _seat?: number): Promise<boolean> {
    return Promise.resolve(false);
  }
  leave(): Promise<boolean> {
    return this.ask({ do: "leave" });
  }
  resign(): Promise<boolean> {
    return this.ask({ do: "resign" });
  }
  request(request: Request): Promise<boolean> {
    return this.ask(request);
  }
  abstract again(): Promise<boolean>;
  ready(): void {}

  skip(): void {
    if (!this.showing) return;
    const left = this.queue.splice(0);
    clearTimeout(this.timer);
    const item = this.showing;
    this.showing = null;
    batch(() => {
      this.apply(item);
      for (const other of left) this.apply(other);
    });
    this.advance();
  }

  dismiss(): void {
    this.error.value = null;
  }

  abstract record(): Promise<string>;
  abstract fair(): Promise<Fairness>;

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.connection.close();
  }
}
