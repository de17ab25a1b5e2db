/*
 * Moves of an analysis as sentences, as the log would have them.
 *
 * SPDX-License-Identifier: MIT
 */
import type { LogLine } from "../../game/game";
import { parseMove } from "../../game/moves";
import type { MapFile } from "../../maps";
import type { Did } from "../../net/protocol";
import { routePoints } from "../../play/facts";
import { sentence } from "../../play/sentences";

/** What was done, or could be: then nothing of chance is in it. */
export function moveWords(map: MapFile, names: readonly string[], did: Did): string {
  const parsed = parseMove(did.move);
  const line: LogLine = { event: 0, at: 0, what: "moved", seat: did.seat, did };
  /* what a tunnel comes to is known when its cards are turned up */
  if (parsed.is === "claim" && did.reveal === undefined) line.points = routePoints(map, parsed.route);
  if (parsed.is === "tickets") line.tickets = map.draw.tickets;
  if (parsed.is === "keep") line.tickets = parsed.tickets.length;
  const players = names.map((name) => ({ is: "human" as const, name }));
  return sentence({ map, players, me: parsed.is === "keep" && parsed.tickets.length > 0 ? did.seat : null }, [line], 0);
}
