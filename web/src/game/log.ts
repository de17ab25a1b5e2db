/*
 * The log of a game: what each event adds to it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Did, TableEvent, View } from "../net/protocol";
import type { LogLine } from "./game";
import { parseMove } from "./moves";

function size(held: unknown[] | number | undefined): number {
  return typeof held === "number" ? held : (held?.length ?? 0);
}

/** How many tickets a move was about, as far as one may know. */
function ticketsOf(did: Did, before: View | null, after: View): number | undefined {
  const move = parseMove(did.move);
  if (move.is === "tickets") {
    if (Array.isArray(did.drew)) return did.drew.length;
    const pending = after.pending;
    return size(pending?.offer ?? pending?.offers?.[did.seat] ?? undefined) || undefined;
  }
  if (move.is !== "keep") return undefined;
  if (move.tickets.length > 0) return move.tickets.length;
  const more = size(after.tickets[did.seat]) - size(before?.tickets[did.seat]);
  return before && more > 0 ? more : undefined;
}

/** The lines of an event; `before` is the view that was shown last. */
export function logLines(event: TableEvent, before: View | null): LogLine[] {
  const line: LogLine = { event: event.event, at: event.at, what: event.what, seat: "seat" in event ? event.seat : null };
  if (event.what === "sat" || event.what === "said") line.name = event.name;
  if (event.what === "said") line.text = event.text;
  if (event.what !== "moved") return [line];
  const { did, view } = event;
  line.seat = did.seat;
  line.did = did;
  const points = (view.points[did.seat] ?? 0) - (before?.points[did.seat] ?? 0);
  if (before && points > 0) line.points = points;
  const tickets = ticketsOf(did, before, view);
  if (tickets !== undefined) line.tickets = tickets;
  if (before && before.last_turns === null && view.last_turns !== null)
    return [line, { event: event.event, at: event.at, what: "last-round", seat: did.seat }];
  return [line];
}

/** The lines of all moves so far. */
export function logOf(events: readonly TableEvent[]): LogLine[] {
  let view: View | null = null;
  const log: LogLine[] = [];
  for (const event of events) {
    if (event.what === "moved") log.push(...logLines(event, view));
    if ("view" in event) view = event.view;
  }
  return log;
}
