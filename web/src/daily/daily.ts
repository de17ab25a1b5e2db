/*
 * Deals of a day that were played on this device: one's results, where they stand among those of the bots, and for how many days in a
 * row. Which deal it is, and the bots' results, come of the engine (docs/daily.md).
 *
 * SPDX-License-Identifier: MIT
 */
import type { DailyResult } from "../net/engine";
import type { End } from "../net/protocol";
import { keep, kept } from "../settings";

/** One's own seat. */
const SEAT = 0;
/** So many results are kept. */
const MOST = 1500;
const DAY_MS = 86_400_000;

export interface Played {
  date: string;
  map: string;
  points: number;
  /** … more than the best of the others; that is what is compared */
  lead: number;
  won: boolean;
  /** what the bots came to with the same cards; none until they have played */
  field?: Pick<DailyResult, "bot" | "lead">[];
}

/** The day is that of Greenwich, so it is the same for everybody. */
export function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function resultOf(date: string, map: string, end: End): Played {
  const totals = end.scores.map((score) => score["total"] ?? 0);
  const points = totals[SEAT] ?? 0;
  return { date, map, points, lead: points - Math.max(...totals.filter((_, seat) => seat !== SEAT)), won: end.winners.includes(SEAT) };
}

/** How many of the field did worse, and as well. */
export function standing({ lead, field = [] }: Played): { below: number; equal: number; of: number } {
  return { below: field.filter((game) => game.lead < lead).length, equal: field.filter((game) => game.lead === lead).length, of: field.length };
}

function isPlayed(value: unknown): value is Played {
  const one = value as Played | null;
  return typeof one === "object" && typeof one?.date === "string" && typeof one.map === "string" && Number.isFinite(one.points) && Number.isFinite(one.lead);
}

/** All of them, the last day first. */
export function listPlayed(): Played[] {
  try {
    const all: unknown = JSON.parse(kept("daily") ?? "[]");
    return Array.isArray(all) ? all.filter(isPlayed).sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)) : [];
  } catch {
    return [];
  }
}

export function findPlayed(date: string, map: string): Played | undefined {
  return listPlayed().find((one) => one.date === date && one.map === map);
}

/** The first result counts, since a player knows the cards the second time: it stays as it was, and only gets its field. */
export function keepPlayed(one: Played): Played {
  const before = findPlayed(one.date, one.map);
  const field = one.field ?? before?.field;
  const now: Played = { ...(before ?? one), ...(field && { field }) };
  const others = listPlayed().filter(({ date, map }) => date !== one.date || map !== one.map);
  keep("daily", JSON.stringify([now, ...others].slice(0, MOST)));
  return now;
}

/** For how many days in a row something was played, up to today, or to yesterday while today is still to come. */
export function streak(played: readonly { date: string }[], today: string): number {
  const days = new Set(played.map(({ date }) => date));
  let day = Date.parse(today);
  if (!days.has(today)) day -= DAY_MS;
  let count = 0;
  for (; days.has(dateOf(day)); day -= DAY_MS) count++;
  return count;
}

/** Ten squares, as many of them full as there are tenths of the field below. It says nothing about the cards. */
export function squares(played: Played): string {
  const { below, equal, of } = standing(played);
  const full = of === 0 ? 0 : Math.round((10 * (below + equal / 2)) / of);
  return "🟩".repeat(full) + "⬜".repeat(10 - full);
}
