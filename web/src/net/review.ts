/*
 * A finished game reviewed piece by piece: rough shares at once, then the decisions of a seat, then all of it
 * again with more playouts. Luck and verdicts are the engine's (bots/review.h).
 *
 * SPDX-License-Identifier: MIT
 */
import type { Engine } from "./engine";
import type { Reason } from "./evaluate";
import type { Kind, Move, RouteId } from "./protocol";
import { lines } from "./study";

/** Parts of a victory; they add up to the result. */
export interface Account {
  start: number;
  deal: number;
  chance: number;
  own: number;
  others: number;
  result: number;
  se: Record<"start" | "deal" | "chance" | "own" | "others" | "result", number>;
}

export interface Judged extends Reason {
  line: number;
  seat: number;
  move: Move;
  best: Move;
  loss: number;
  se: number;
  /** the same in points of a lead */
  points: number;
  points_se: number;
  verdict: "best" | "fine" | "mistake" | null;
  /** the place among the worst mistakes of the seat, from 1 */
  worst?: number;
  /** the move claims what is on the way of no ticket */
  off?: true;
  /** the card that it spends, which a route of the plan lacks then */
  spent?: Kind;
  needed?: RouteId;
  taken_by?: number;
  taken_at?: number;
}

/** The shares before a move, and what the move itself changed in them; the last one is the end. */
export interface Point {
  line: number | null;
  /** who moved */
  seat?: number;
  share: number[];
  /** somebody else moved for the seat */
  stood_in?: boolean;
  se: number[];
  decision: number[];
}

export interface Reviewed {
  account: Account[];
  decisions: Judged[];
  course: Point[];
  /** how far it has come, from 0 to 1 */
  progress: number;
}

/** How long one piece of work may take: the first answer comes soon, later ones seldom, since drawing each costs the page some frames. */
const FIRST_MS = 300;
const PIECE_MS = 1000;
/** Rounds for every number of the account and playouts for every decision, at first and in the end. */
const ROUNDS = [4, 80];
const PLAYOUTS = [150, 1000];
/** A round plays to the end with the whole planner: as long as so many playouts of decisions. */
const ROUND_COST = 4;

export class Reviewing {
  private readonly work: Iterator<number>;
  private all = 1;
  private done = 0;
  /** every share is known roughly */
  private rough = false;

  constructor(private readonly engine: Engine, map: string, record: string, private readonly seat: number) {
    engine.openMap(map);
    const steps = engine.reviewBegin(lines(record));
    if (steps === 0) throw new Error("unfinished");
    this.work = this.pieces(steps);
  }

  /** Each piece of work yields what it has cost. */
  private *pieces(steps: number): Iterator<number> {
    let rounds = 0;
    for (let pass = 0; pass < ROUNDS.length; pass++) {
      const [goal = 0, playouts = 0] = [ROUNDS[pass], PLAYOUTS[pass]];
      for (; rounds < goal; rounds++)
        for (let step = 0; step < steps; step++) {
          this.engine.reviewPlay(step);
          yield ROUND_COST;
        }
      this.rough = true;
      while (this.engine.reviewJudge(this.seat, playouts)) yield playouts;
    }
  }

  /** A net sorts the moves that are played out, from now on. */
  learn(net: Uint8Array): void {
    this.engine.openNet(net);
  }

  /** Works for a moment; what is known then. While the net may be on its way, no decision is judged yet. */
  on(judges = true): Reviewed {
    const end = performance.now() + (this.done === 0 ? FIRST_MS : PIECE_MS);
    let over = false;
    while (!over && performance.now() < end && (judges || !this.rough)) {
      const piece = this.work.next();
      over = piece.done === true;
      if (!over) this.done += piece.value;
    }
    const shown = JSON.parse(this.engine.reviewShow(this.seat)) as Omit<Reviewed, "progress">;
    const decisions = Math.max(shown.decisions.length, shown.course.length / shown.course[0]!.share.length);
    this.all = ROUND_COST * (ROUNDS.at(-1) ?? 0) * shown.course.length + decisions * PLAYOUTS.reduce((a, b) => a + b);
    return { ...shown, progress: over ? 1 : Math.min(0.99, this.done / this.all) };
  }
}
