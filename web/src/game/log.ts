/*
 * The log of a game: what each event adds to it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Did, PastEvent, TableEvent, View } from "../net/protocol";
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
  const line: LogLine = { event: event.event, at: event.at, what: event.what, seat: "seat" in event ? (event.seat ?? null) : null };
  if (event.what === "sat" || event.what === "said") line.name = event.name;
  if (event.what === "filled") line.name = event.name;
  if (event.what === "said") {
    line.text = event.text;
    if (event.phrase !== undefined) line.phrase = event.phrase;
    if (event.tag !== undefined) line.tag = event.tag;
  }
  if (event.what === "late") Object.assign(line, { by: event.by, times: event.times });
  if (event.what === "pause") line.paused = event.paused;
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

/** The lines of what happened before one came. What it says of points and tickets stands for the views. */
export function pastLog(events: readonly PastEvent[]): LogLine[] {
  const points: number[] = [];
  const tickets: number[] = [];
  let last: number | null = null;
  return events.flatMap((event) => {
    if (event.what !== "moved") return logLines(event, null);
    const { seat } = event.did;
    const before = { points: [...points], tickets: [...tickets], last_turns: last } as unknown as View;
    points[seat] = event.points;
    tickets[seat] = event.tickets;
    last = event.last ? 1 : null;
    const view = { points, tickets, last_turns: last, pending: { offer: event.offered } } as unknown as View;
    return logLines({ event: event.event, at: event.at, what: "moved", did: event.did, view }, before);
  });
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
