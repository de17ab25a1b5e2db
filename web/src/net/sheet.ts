/*
 * A score sheet (docs/formats.md): what is noted of a game on a printed board, and what the engine makes of it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Engine } from "./engine";
import type { Counts, End, LocationId, RouteId, TicketId, View } from "./protocol";
import type { Outcome } from "./study";

export interface Sheet {
  map: string;
  seats: number;
  routes: Record<RouteId, number>;
  tickets: TicketId[][];
  stations?: Record<LocationId, number>;
  taken?: Counts[];
}

/** Why a route that nobody has cannot become a player's. */
export type Closed = "parallel" | "single" | "vehicles";

export interface Counted extends End {
  vehicles: number[];
  stations_left: number[];
  closed: Record<RouteId, Closed>[];
  outcomes: Outcome[];
  /** the game that is over which it was made into, what it does not say put anywhere */
  position: View;
}

/** Throws with a sentence if the pieces cannot lie so. */
export function count(engine: Engine, map: string, sheet: string): Counted {
  engine.openMap(map);
  return JSON.parse(engine.sheet(sheet)) as Counted;
}
