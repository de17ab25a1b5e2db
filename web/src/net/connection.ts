/*
 * How the page speaks to a table: the same whether the table is in a worker of this
 * browser or on a server.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Answer, Presence, Request, Table, TableEvent } from "./protocol";

export interface Listener {
  /** Everything that one may know now: after connecting, and when events were missed. */
  table(table: Table): void;
  /** `late`: it happened while one was away. */
  event(event: TableEvent, late?: boolean): void;
  /** Whether lines can be sent now. A connection that is lost comes back by itself. */
  online(yes: boolean): void;
  /** Who is connected has changed. */
  presence?(presence: Presence): void;
  /** There is no such table; it is kept, but its map is missing or another one; or the host of the server lets one play nothing. */
  gone?(why: "missing" | "mapless" | "banned"): void;
}

export interface Connection {
  /** Sends a request; the promise is kept with its one answer, also if that is an error. */
  ask(request: Request): Promise<Answer>;
  close(): void;
}
