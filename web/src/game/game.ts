/*
 * A game as the screens use it, wherever its table is: signals to draw from and things to do.
 *
 * The view that is shown runs behind the table while moves are animated. While `now` is an event,
 * `view` is still the one before it; after `pace` milliseconds the view follows and `now` goes on to
 * the next event, or to null. Moves can be made only when nothing is left to show.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { MapFile } from "../maps";
import type { Did, Move, Presence, Request, RouteId, Score, Site, Table, TableEvent, TicketAdvice, View, Why } from "../net/protocol";
import type { Evaluated } from "../net/evaluate";
import type { Outcome } from "../net/study";

export type { Did, Move, Score, Settings, Table, TableEvent, TicketAdvice, View } from "../net/protocol";
export type { Outcome } from "../net/study";

export type GameKind = "solo" | "device" | "watch" | "online" | "replay";

/** Something that happened, for the log; the screen writes the sentence. */
export interface LogLine {
  /** number of the event */
  event: number;
  at: number;
  what: TableEvent["what"] | "last-round";
  /** whom it is about */
  seat: number | null;
  /** what was done, for "moved" */
  did?: Did;
  /** points that a claim brought at once */
  points?: number;
  /** how many tickets were drawn or kept, also where one may not know which */
  tickets?: number;
  /** for "late": who moves, and for how many moves in a row */
  by?: string;
  times?: number;
  /** a pause has begun by it */
  paused?: boolean;
  /** what was said, if it is a preset phrase */
  phrase?: string;
  /** tells spectators of one name apart */
  tag?: string;
  /** who said what, for "said"; who sat down, for "sat" */
  name?: string;
  text?: string;
}

export type Fairness =
  /** the shuffles are those that host and players made together */
  | { is: "fair" }
  /** the record was not made with a secret and nonces, or is not over */
  | { is: "unknown"; message: string }
  /** the record says something else than secret and nonces give */
  | { is: "wrong"; message: string };

/** What can be seen of a game, at one moment. */
export interface Shown {
  readonly map: MapFile;
  readonly table: ReadonlySignal<Table | null>;
  readonly view: ReadonlySignal<View | null>;
  /** every move that one may make now; none when it is not one's turn or something is being shown. They stay while one of them is being made, unless that takes long */
  readonly moves: ReadonlySignal<Move[]>;
  /** the seat in front of the screen */
  readonly me: ReadonlySignal<number | null>;
  readonly log: ReadonlySignal<LogLine[]>;
  /** who is connected to a game on a server, as far as it has said */
  readonly presence: ReadonlySignal<Presence | null>;
  /** own tickets, held and on offer */
  readonly advice: ReadonlySignal<TicketAdvice[]>;
  /** running scores, as far as one may know them, by seat */
  readonly scores: ReadonlySignal<Score[]>;
  /** when the move in hand runs out of time by this device's clock, in milliseconds since 1970 */
  readonly deadline: ReadonlySignal<number | null>;
}

export interface Game extends Shown {
  readonly kind: GameKind;
  /** id of an online game */
  readonly id: string | null;
  /** a game on this device may be the deal of a day, or guided */
  readonly special?: { readonly day?: string; readonly lesson?: string; readonly practice?: boolean; readonly puzzle?: string };

  /** the event that is being shown */
  readonly now: ReadonlySignal<TableEvent | null>;
  /** how long that takes, in milliseconds */
  readonly pace: ReadonlySignal<number>;
  /** on one device: the seat whose player is to be handed the device; nothing secret is shown until ready() */
  readonly handover: ReadonlySignal<number | null>;
  /** another tab of this browser plays it now */
  readonly moved: ReadonlySignal<boolean>;
  /** one's seat has gone to another device */
  readonly travelled: ReadonlySignal<boolean>;
  readonly online: ReadonlySignal<boolean>;
  /** a message for the person, in their language; null when it was read */
  readonly error: ReadonlySignal<string | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  /** everything that has happened was shown, and no move is being made */
  readonly settled: ReadonlySignal<boolean>;
  /** bots on this device wait while this is true: a pause button for spectators */
  readonly paused: Signal<boolean>;
  /** the id of the game that follows this one on the server, when that is made; a local one begins again in place */
  readonly next: ReadonlySignal<string | null>;

  move(move: Move): Promise<boolean>;
  undo(): Promise<void>;
  /** what each move is worth, for whose turn it is; only where hints are given */
  hint?(bot: string): Promise<Evaluated | null>;
  /** what keeps one from claiming a route; null for who has no seat */
  why(route: RouteId): Promise<Why | null>;
  /** where one more station would complete a ticket of one's own */
  sites(): Promise<Site[]>;
  say(text: string): Promise<boolean>;
  sit(name: string, seat?: number): Promise<boolean>;
  leave(): Promise<boolean>;
  resign(): Promise<boolean>;
  /** any other request of the protocol; false, and a message, if it was refused */
  request(request: Request): Promise<boolean>;
  again(): Promise<boolean>;
  /** the next player has the device */
  ready(): void;
  /** show at once what is still to be shown */
  skip(): void;
  dismiss(): void;
  /** the record of a game that is over, as JSON Lines */
  record(): Promise<string>;
  fair(): Promise<Fairness>;
  close(): void;
}

/** A record that is looked at: position 0 is the deal, each move is one further. */
export interface Replay extends Game {
  readonly kind: "replay";
  readonly length: number;
  /** the seat of who looks at it, if that is known: sentences say "you" there */
  readonly owner: number | null;
  /** the record has an end */
  readonly finished: boolean;
  /** it begins from a position, not with a deal */
  readonly placed: boolean;
  readonly position: ReadonlySignal<number>;
  /** the running scores at every position, by seat: with tickets, as if the game ended there */
  readonly history: Score[][];
  /** what came of everybody's tickets and routes at the last position, by seat */
  readonly outcomes: Outcome[];
  seek(position: number): void;
  /** show the next move, animated; false at the end */
  step(): boolean;
}
