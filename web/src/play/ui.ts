/*
 * What the playing screen itself remembers: what is chosen but not yet made as a move, what is
 * lit on the board, which sheet is open. Everything about the game is in the game.
 *
 * SPDX-License-Identifier: MIT
 */
import { signal, type Signal } from "@preact/signals";
import type { Game } from "../game/game";
import type { Evaluated } from "../net/evaluate";
import type { Counts, Kind, LocationId, Move, RouteId, TicketId } from "../net/protocol";

/** what is shown in place of the cards to draw, on small screens */
export type Tab = "cards" | "tickets" | "players" | "log";
/** What is being thought about: a list to choose from, or one thing and how to pay for it. */
export type Thought =
  | { about: "nothing" }
  | { about: "routes" }
  | { about: "stations" }
  | { about: "tickets" }
  | { about: "draw" }
  | { about: "route"; route: RouteId }
  | { about: "station"; location: LocationId };
export type DialogName = "keys" | "resign" | "menu" | "rules" | "settings" | "travel" | "report";

/** Cards turned for a tunnel, while they are shown. */
export interface Reveal {
  event: number;
  seat: number;
  route: RouteId;
  cards: readonly Kind[];
  /** what was paid so far */
  paid: Counts;
  /** how long all of it is shown, in milliseconds */
  pace: number;
}

export interface Ui {
  thought: Signal<Thought>;
  /** the move that a confirmation would make, of those the thought allows */
  picked: Signal<Move | null>;
  kept: Signal<ReadonlySet<TicketId>>;
  passengers: Signal<Readonly<Record<LocationId, string>>>;
  ticket: Signal<TicketId | null>;
  /** a ticket pointed at, shown for as long as that lasts */
  glance: Signal<TicketId | null>;
  /** a kind of card of the hand: only routes that it pays for are offered */
  card: Signal<Kind | null>;
  /** a route pointed at in a list or in the log */
  pointed: Signal<RouteId | null>;
  /** the route or place that a guided game speaks of, until something else is looked at */
  aim: Signal<RouteId | LocationId | null>;
  tab: Signal<Tab>;
  dialog: Signal<DialogName | null>;
  reveal: Signal<Reveal | null>;
  /** why the route that was pressed cannot be claimed */
  why: Signal<{ route: RouteId; words: string } | null>;
  /** a move that is shown on the table: it would have been better */
  better: Signal<Move | null>;
  /** what was said to whom asked for a hint */
  hint: Signal<Evaluated | null>;
  unread: Signal<number>;
  /** the question has stepped back for what a tab shows, until one goes back to it or another is asked */
  later: Signal<boolean>;
}

export function newUi(): Ui {
  return {
    thought: signal<Thought>({ about: "nothing" }),
    picked: signal<Move | null>(null),
    kept: signal<ReadonlySet<TicketId>>(new Set()),
    passengers: signal<Readonly<Record<LocationId, string>>>({}),
    ticket: signal<TicketId | null>(null),
    glance: signal<TicketId | null>(null),
    card: signal<Kind | null>(null),
    pointed: signal<RouteId | null>(null),
    aim: signal<RouteId | LocationId | null>(null),
    tab: signal<Tab>("cards"),
    dialog: signal<DialogName | null>(null),
    reveal: signal<Reveal | null>(null),
    why: signal<{ route: RouteId; words: string } | null>(null),
    better: signal<Move | null>(null),
    hint: signal<Evaluated | null>(null),
    unread: signal(0),
    later: signal(false),
  };
}

/** Back to nothing chosen. */
export function forget(ui: Ui): void {
  think(ui, { about: "nothing" });
}

/** Makes the move that was thought about. */
export function make(game: Game, ui: Ui, move: Move | null): void {
  if (!move) return;
  forget(ui);
  void game.move(move);
}

export function think(ui: Ui, thought: Thought): void {
  ui.why.value = null;
  ui.thought.value = thought;
  ui.picked.value = null;
  ui.pointed.value = null;
}

/** The keyboard goes there, if that can have it. */
export function giveKeyboard(at: Element | null | undefined): void {
  if (at instanceof HTMLElement || at instanceof SVGElement) at.focus({ preventScroll: true });
}
