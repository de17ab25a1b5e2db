/*
 * Where it is one's turn: the tables on the server that wait for this player, for the lobby
 * and for the head of every screen.
 *
 * SPDX-License-Identifier: MIT
 */
import { computed, effect, signal } from "@preact/signals";
import { mine, type Listed } from "../game/open";
import { isKnown, showTable } from "../net/server";

/** Of so many games under way it is asked whose turn it is. */
const most = 12;
/** Milliseconds for which the head believes what it has received. */
const stale = 30000;

const waiting = signal<ReadonlySet<string>>(new Set());
let asked = 0;

/** In how many games it is this player's turn. */
export const turns = computed(() => waiting.value.size);

/** The same on the icon of the page, where it has one. */
effect(() => {
  const known = navigator as Partial<Navigator>; /* not of every browser */
  if (turns.value > 0) known.setAppBadge?.(turns.value).catch(() => undefined);
  else known.clearAppBadge?.().catch(() => undefined);
});

export function isTurn(game: string): boolean {
  return waiting.value.has(game);
}

async function waitsForMe(game: string): Promise<boolean> {
  const table = await showTable(game);
  return table?.stage === "running" && table.you !== null && table.view?.turn === table.you;
}

/** One's own tables, those that wait for one first, those that are over last. */
export async function ownTables(): Promise<Listed[]> {
  asked = Date.now();
  const own = await mine();
  const running = own.filter((entry) => entry.stage === "running").slice(0, most);
  const answers = await Promise.all(running.map((entry) => waitsForMe(entry.game).catch(() => false)));
  waiting.value = new Set(running.filter((_, i) => answers[i]).map((entry) => entry.game));
  const rank = (entry: Listed) => (isTurn(entry.game) ? 0 : entry.stage === "running" ? 1 : entry.stage === "gathering" ? 2 : 3);
  return [...own].sort((a, b) => rank(a) - rank(b) || b.made - a.made);
}

/** For the head: asks again now and then, and never if this browser has not played on the server. */
export function lookForTurns(): void {
  if (!isKnown() || Date.now() - asked < stale) return;
  ownTables().catch(() => undefined);
}
