/*
 * A record studied: every position with nothing hidden, the scores there, and whether the shuffles were fair.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Engine } from "./engine";
import type { Did, End, RouteId, Score, TicketId, View } from "./protocol";

/** What came of the tickets and routes of a seat. */
export interface Outcome {
  /** a way over the seat's own routes and those it borrows, where there is one */
  tickets: { ticket: TicketId; done: boolean; way: RouteId[] }[];
  /** the routes of its longest path, and their spaces; none where that is no rule */
  longest: RouteId[];
  spaces: number;
}

export interface Studied {
  map: string;
  names: string[];
  /** of the pieces, by seat, where players have chosen one */
  colours: (string | null)[];
  /** who gave a number to the shuffles: people, whatever they are called */
  gave: boolean[];
  /** the positions; the first is that of the deal */
  views: View[];
  scores: Score[][];
  /** the moves: moves[i] leads from position i to i + 1 */
  moves: Did[];
  end: End | null;
  /** at the last position, by seat */
  outcomes: Outcome[];
  /** the record says how its shuffles came about */
  fair: boolean;
  /** it begins from a position */
  placed: boolean;
}

/** The id of the map that a record names; throws where there is none. */
export function recordMap(record: string): string {
  const header: unknown = JSON.parse(record.slice(0, record.indexOf("\n") + 1 || undefined));
  const map = typeof header === "object" && header !== null && "map" in header ? header.map : null;
  if (typeof map !== "string") throw new Error("no map");
  return map;
}

export function lines(record: string): string[] {
  return record.split("\n").filter((line) => line.trim() !== "");
}

/** Plays the first game of a record; throws with the number of the line that is wrong. */
export function study(engine: Engine, map: string, record: string): Studied {
  engine.openMap(map);
  engine.replayBegin();
  const studied: Studied = { map: "", names: [], colours: [], gave: [], views: [], scores: [], moves: [], end: null, outcomes: [], fair: false, placed: false };
  for (const [i, line] of lines(record).entries()) {
    const read = engine.replayNext(line);
    if (!read.ok) throw new Error(`${i + 1}: ${read.message}`);
    const said = JSON.parse(line) as Partial<Did> & { map?: string; seats?: string[]; end?: End; fair?: { nonces: (string | null)[] }; colours?: unknown; position?: unknown };
    if (said.map !== undefined && said.seats) {
      studied.map = said.map;
      studied.names = said.seats;
      studied.gave = said.seats.map((_, seat) => typeof said.fair?.nonces[seat] === "string");
      studied.fair = said.fair !== undefined;
      const colours: unknown[] = Array.isArray(said.colours) ? said.colours : [];
      studied.colours = said.seats.map((_, seat) => (typeof colours[seat] === "string" ? colours[seat] : null));
      studied.placed = said.position !== undefined;
      if (!studied.placed) continue;
    }
    if (said.end) {
      studied.end = said.end;
      break;
    }
    if (said.move !== undefined) studied.moves.push(said as Did);
    const shown = JSON.parse(engine.replayShow()) as { view: View; scores: Score[] };
    studied.views.push(shown.view);
    studied.scores.push(shown.scores);
  }
  if (studied.views.length === 0) throw new Error("no game");
  studied.outcomes = JSON.parse(engine.replayOutcomes()) as Outcome[];
  return studied;
}

/** Checks that secret and nonces of a record give every outcome of chance in it; what is wrong, or null. */
export function checkFair(engine: Engine, map: string, record: string): string | null {
  engine.openMap(map);
  engine.checkBegin();
  for (const [i, line] of lines(record).entries()) {
    const read = engine.checkNext(line);
    if (!read.ok) return `${i + 1}: ${read.message}`;
  }
  return null;
}
