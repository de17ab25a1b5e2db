/*
 * What is between the drawing of a board and the rest of the page: the geometry that
 * art/ holds for each map, and the properties of the component that draws it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Counts, LocationId, RouteId } from "../net/protocol";

/** One space of a route: a rounded rectangle around (x, y), turned by `turn` degrees. */
export interface Space {
  x: number;
  y: number;
  turn: number;
}
export interface DrawnRoute {
  spaces: Space[];
  /** length and width of each space */
  size: [number, number];
}
/** Where a name begins, ends or has its middle, on the baseline of its first line. */
export interface DrawnLabel {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  /** the space of the name that a second line begins after */
  break?: number;
}
export interface DrawnLocation {
  x: number;
  y: number;
  /** of the disc that marks it; where passengers wait it is large enough for them */
  radius: number;
  /** by language; a language that is not there uses the first */
  label: Record<string, DrawnLabel>;
  /** where passengers stand, where a map has them */
  passengers?: [number, number][];
}
/** art/<map>.json, in units of its own: 0 0 width height. */
export interface Drawing {
  width: number;
  height: number;
  /** size of names, in units */
  text: number;
  /** radius of a passenger */
  passenger?: number;
  locations: Record<LocationId, DrawnLocation>;
  routes: Record<RouteId, DrawnRoute>;
}

/** A ticket that ends at a place: its number in the list of its holder, and how it stands. */
export interface Mark {
  number: number;
  is: "done" | "open" | "blocked";
}

export interface BoardProps {
  map: string;
  language: string;
  state: BoardState;
}

/** What is shown upon the board, and its callbacks. Each of its drawings asks for what it shows and no more, so these may be getters that look at signals. */
export interface BoardState {
  /** claimed routes, by seat */
  readonly routes: Record<RouteId, number>;
  readonly stations?: Record<LocationId, number> | undefined;
  readonly passengers?: Record<LocationId, Counts> | undefined;
  /** what can be chosen now: it glows, takes clicks and the keyboard */
  readonly choosable?: { readonly routes?: ReadonlySet<RouteId>; readonly locations?: ReadonlySet<LocationId>; readonly passengers?: ReadonlySet<LocationId> };
  /** what is to be looked at: a ticket's places and its way, the last move, the longest path */
  readonly lit?: { readonly routes?: ReadonlySet<RouteId>; readonly locations?: ReadonlySet<LocationId> };
  /** all routes that are not lit are faint */
  readonly alone?: boolean;
  /** the route or location chosen, waiting to be confirmed */
  readonly chosen?: RouteId | LocationId | null;
  /** where a board that is too small for its names opens, so close that they can be read; without it all of it is shown */
  readonly home?: ReadonlySet<LocationId>;
  /** what comes into view */
  readonly look?: ReadonlySet<LocationId>;
  /** what serves an open ticket: of what can be chosen the rest glows faintly; undefined where nothing is told apart */
  readonly useful?: ReadonlySet<RouteId> | undefined;
  /** the ends of tickets */
  readonly marks?: ReadonlyMap<LocationId, readonly Mark[]>;
  onRoute?(route: RouteId): void;
  /** a route was pressed that cannot be chosen now */
  onOther?(route: RouteId): void;
  onLocation?(location: LocationId): void;
  /** a colour at a location was picked */
  onPassenger?(location: LocationId, colour: string): void;
  /** words for the pointer and for screen readers: what a route costs and brings */
  describeRoute?(route: RouteId): string;
  describeLocation?(location: LocationId): string;
}
