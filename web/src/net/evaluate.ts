/*
 * What the moves of a position are worth, worked out a moment at a time. The figures are the engine's (bots/evaluate.h).
 *
 * SPDX-License-Identifier: MIT
 */
import type { Engine } from "./engine";
import type { Kind, Move, RouteId, TicketId } from "./protocol";

/** Why a move is a good one; nothing where that cannot be said in a sentence. */
export interface Reason {
  /** the ticket on whose way its route or station lies, or the route that it draws for */
  serves?: TicketId;
  /** the card that it draws, for a route of the plan that lacks it; a blind draw has only the route */
  lacked?: Kind;
  for?: RouteId;
  /** spaces still to be claimed for all tickets after this choice, and how many of these cannot be completed */
  spaces?: number;
  failed?: number;
  /** there is no ticket left to work for */
  done?: true;
}

/** A move: parts of the victory and leads in points by seat, and by how much it is worse than the best. */
export interface Candidate extends Reason {
  move: Move;
  playouts: number;
  share: number[];
  se: number[];
  margin: number[];
  /** not of the best */
  less?: { share: number; se: number; margin: number; margin_se: number };
}

export interface Evaluated {
  /** whose decision it is */
  seat: number;
  rounds: number;
  /** the best first; few of the many that are legal */
  moves: Candidate[];
  /** what the bot would do that was asked */
  bot?: Move;
}

/** The first answer, after a moment: a position as text, seen by its seat to move or open. Null if the game is over. */
export function evaluate(engine: Engine, map: string, position: string, open: boolean, ms: number): Evaluated | null {
  engine.openMap(map);
  return engine.evaluateBegin(position, open) ? evaluateOn(engine, ms) : null;
}

/** Goes on for a moment. */
export function evaluateOn(engine: Engine, ms: number): Evaluated {
  engine.evaluateGo(ms);
  return JSON.parse(engine.evaluateShow()) as Evaluated;
}
