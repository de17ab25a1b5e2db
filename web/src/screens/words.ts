/*
 * Words that several screens share: pieces, wild cards, sources of points, mechanics. They
 * are functions, so that they follow the language.
 *
 * SPDX-License-Identifier: MIT
 */
import { mechanics, sources } from "linea:mechanics";
import type { MapFile, MapSummary } from "../maps";
import { n, t, textFor, translate } from "../text";

/** The name of the cards that stand for any colour. */
export function wildName(map: MapFile): string {
  return textFor({ taxi: t("taxi"), bus: t("bus") }, map.vehicle) ?? t("locomotive");
}

/** The sources of points that a score has, in the order that they are counted in. */
export function sourcesIn(score: Readonly<Record<string, number>> | undefined): string[] {
  return sources.map(({ name }) => name).filter((name) => score?.[name] !== undefined);
}

export function sourceName(source: string): string {
  return translate(sources.find(({ name }) => name === source)?.label ?? source);
}

/** "longest path", or "" for what no list mentions. */
export function mechanicTitle(mechanic: string): string {
  return translate(mechanics[mechanic]?.title ?? "");
}

/** The rule of a mechanic in one sentence, where one is enough. */
export function mechanicRule(map: MapFile, mechanic: string): string | null {
  const rule = mechanics[mechanic]?.rule;
  return rule ? translate(rule, { n: Number(map.mechanics[mechanic]?.points) }) : null;
}

/** What a board adds to the common rules: "ferries, tunnels, stations". */
export function mechanicsLine(map: MapSummary): string {
  const names = map.mechanics.map(mechanicTitle).filter(Boolean).join(", ") || t("basic rules");
  return textFor({
    taxi: t("Taxis, {mechanics}", { mechanics: names }),
    bus: t("Buses, {mechanics}", { mechanics: names }),
  }, map.vehicle) ?? t("Trains, {mechanics}", { mechanics: names });
}

export function playersLine(map: { players: [number, number] }): string {
  return t("{least}–{most} players", { least: map.players[0], most: map.players[1] });
}

/** Whom the printed rules let begin. */
export function firstByCustom(rule: MapFile["first"]): string {
  return {
    youngest: t("Around a real table the youngest begins."),
    oldest: t("Around a real table the oldest begins."),
    "most-travelled": t("Around a real table who has seen the most European countries begins."),
  }[rule];
}

/** A number with a real minus. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** How equal points are told apart, by the map file's word for it. */
export function tie(rule: string): string {
  return textFor({
    tickets: t("who completed more tickets"),
    passengers: t("who has more passengers"),
    stations: t("who built fewer stations"),
  }, rule) ?? t("who has the longest path");
}

/** What decides between players with the same points; nothing where the map has no such rule. */
function tieRule(map: MapFile): string {
  return map.ties.length === 0 ? "" : t("If two have the same points, these decide, in this order: {ties}. What is still equal then is a shared victory.", { ties: map.ties.map(tie).join("; ") });
}

/** The same where it has decided: several have the most. */
export function tieOf(map: MapFile, totals: readonly number[]): string {
  const most = Math.max(...totals);
  return totals.filter((total) => total === most).length > 1 ? tieRule(map) : "";
}

export const minute = 60;
const hour = 60 * minute;
export const day = 24 * hour;

/** "2 minutes": a time of seconds in its own unit. */
export function duration(seconds: number): string {
  if (seconds % day === 0) return n("{n} day", "{n} days", seconds / day);
  if (seconds % hour === 0) return n("{n} hour", "{n} hours", seconds / hour);
  if (seconds % minute === 0) return n("{n} minute", "{n} minutes", seconds / minute);
  return n("{n} second", "{n} seconds", seconds);
}
