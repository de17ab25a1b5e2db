/*
 * How long a move is shown, so that one can follow it: longer for what is rare and thrilling.
 *
 * SPDX-License-Identifier: MIT
 */
import { speed, stillness, type Speed } from "../settings";
import type { TableEvent } from "../net/protocol";
import { parseMove } from "./moves";

const factor: Record<Speed, number> = { 0: 1.8, 1: 1, 2: 0.45, 3: 0 };

/* Milliseconds at normal speed. */
const shown = { draw: 550, claim: 1000, pay: 700, decline: 600, take: 700, tickets: 600, keep: 700, station: 1000, pass: 600, other: 600 };
const REVEAL = 750; /* each card that a tunnel turns up */
const OWN = 0.6; /* what one did oneself needs less */
const MANY = 6; /* moves that wait to be shown, and are hurried then */
const TOO_MANY = 20;

function scale(watched = false): number {
  return stillness.value && !watched ? 0 : factor[speed.value];
}

/** Milliseconds to show an event, when so many others wait behind it. Bots that somebody watches take their time where motion is
 *  unwanted, too: they wait for nobody, and their game would be over at once. */
export function paceOf(event: TableEvent, me: number | null, waiting: number, watched = false): number {
  if (event.what !== "moved" || waiting > TOO_MANY) return 0;
  const { seat, move, reveal } = event.did;
  const turned = reveal ? reveal.length * REVEAL : 0;
  const base = shown[parseMove(move).is] * (seat === me ? OWN : 1) + turned;
  return base * scale(watched) * (waiting > MANY ? 0.3 : 1);
}

/** How long one can look at what came of one's turn before the device goes to somebody else. */
export function lingerTime(): number {
  return Math.max(1200, 1800 * scale());
}

/** How long bots wait after a move that can be taken back. */
export function graceTime(): number {
  return Math.max(1000, 1800 * scale());
}
