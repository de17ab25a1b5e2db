/*
 * What the page and its worker say to each other.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Evaluated } from "./evaluate";
import type { Daily, DailyResult } from "./engine";
import type { Beginning } from "./host";
import type { Looked } from "./position";
import type { Move, Settings } from "./protocol";
import type { Reviewed } from "./review";
import type { Counted } from "./sheet";
import type { Studied } from "./study";

/** A map file goes along as text. */
export type Command =
  /** becomes the one tab that plays a game of this device; `take` makes another stop */
  | { do: "hold"; game: string; take: boolean }
  | { do: "make"; map: string; settings: Settings; people: string[]; beginning?: Beginning }
  /** goes on with the game that was kept, if it is the one that was made so */
  | { do: "resume"; map: string; settings: Settings; people: string[] }
  /** forgets a game that is kept */
  | { do: "drop"; game: string }
  | { do: "ask"; request: string }
  | { do: "go" }
  | { do: "ready" }
  | { do: "undo" }
  | { do: "record" }
  /** the last of all: what is to be kept is kept first */
  | { do: "close" }
  | { do: "study"; map: string; record: string }
  /** begins the review of a game, for one seat */
  | { do: "review"; map: string; record: string; seat: number }
  /** goes on with it for a moment */
  | { do: "review-on" }
  /** begins to evaluate the moves of a position, as text: as its seat to move sees it, or open */
  | { do: "evaluate"; map: string; position: string; open: boolean; ms: number; /** what this one would do is asked too */ bot?: string }
  /** goes on with it for a moment */
  | { do: "evaluate-on"; ms: number }
  | { do: "fair"; map: string; record: string }
  /** what follows from a score sheet, as text */
  | { do: "count"; map: string; sheet: string }
  /** the deal of a date on a map, and one game of its field */
  /** moves played from a position, and what a seat may know then, or all of it */
  | { do: "position"; map: string; position: string; moves: Move[]; seat: number | null }
  | { do: "daily"; map: string; date: string }
  | { do: "daily-play"; map: string; date: string; game: number };

/** What is answered to each command. */
export interface Results {
  /** false if another tab plays it */
  hold: boolean;
  make: true;
  resume: boolean;
  drop: true;
  /** the answer, a line of the protocol */
  ask: string;
  /** whether a program has moved */
  go: boolean;
  ready: true;
  undo: boolean;
  record: string;
  close: true;
  study: Studied;
  review: Reviewed;
  "review-on": Reviewed;
  /** null if the game is over */
  evaluate: Evaluated | null;
  "evaluate-on": Evaluated;
  /** what is wrong, or null */
  fair: string | null;
  count: Counted;
  position: Looked;
  daily: Daily;
  "daily-play": DailyResult;
}

export type ToWorker = { id: number } & Command;

export type FromWorker =
  | { is: "result"; id: number; result: Results[keyof Results] }
  | { is: "failure"; id: number; message: string }
  | { is: "line"; line: string }
  /** every event so far as who sits in front may know it, lines of the protocol */
  | { is: "history"; lines: string[] }
  | { is: "handover"; seat: number | null }
  | { is: "undoable"; yes: boolean }
  /** there is no room for the game on this device, or nothing may be kept: it lasts as long as its page */
  | { is: "unkept" }
  /** another tab plays the game now */
  | { is: "moved" };
