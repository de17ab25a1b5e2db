/*
 * The boards as the page uses them: the map files themselves, the only source of names,
 * numbers and mechanics (maps/FORMAT.md).
 *
 * SPDX-License-Identifier: MIT
 */
import type { LocationId, RouteId, TicketId } from "./net/protocol";

export type Names = Record<string, string>;

export interface MapLocation {
  id: LocationId;
  name: Names;
  geo?: [number, number];
  district?: string;
  passengers?: number;
}
export interface MapRoute {
  between: [LocationId, LocationId];
  length: number;
  colour: string;
  tunnel?: boolean;
  ferry?: number;
}
export interface MapTicket {
  between: [LocationId, LocationId];
  points: number;
  deck: string;
}
export interface MapFile {
  id: string;
  name: Names;
  players: [number, number];
  vehicle: string;
  vehicles: number;
  "end-vehicles": number;
  cards: Record<string, number>;
  hand: number;
  "route-points": Record<string, number>;
  decks: { id: string; name?: Names }[];
  mechanics: Record<string, Record<string, unknown>>;
  locations: MapLocation[];
  routes: MapRoute[];
  tickets: MapTicket[];
}

export type { LocationId, RouteId, TicketId };
