/*
 * The rules of a map in words: po/rules.json, which the terminal reads too (terminal/rules.c), with what the map does not
 * have left out and its numbers filled in.
 *
 * A line is shown if all words of its `if` hold ("!" before one: if it does not): the map's mechanics, and those of
 * `conditions`. {points} is what the mechanic of the section gives.
 *
 * SPDX-License-Identifier: MIT
 */
import sections from "../../../../po/rules.json";
import type { MapFile } from "../../maps";
import { nameOf, t, translate, type Values } from "../../text";
import { mechanicRule, mechanicTitle, sourceName, tie, wildName } from "../words";

export interface Line {
  if?: string;
  /** a paragraph, an item of a list, or the table of points */
  text?: string;
  item?: string;
  table?: string;
  /** a drawing for an item */
  drawing?: string;
}
interface Rule {
  id: string;
  title: string;
  if?: string;
  body: Line[];
}

function deckNames(map: MapFile, ids: string[]): string {
  return ids.map((id) => nameOf(map.decks.find((deck) => deck.id === id)?.name ?? { en: id })).join(", ");
}

/** "1 × long, 3 × regular": the tickets dealt at the opening. */
function dealt(map: MapFile): string {
  const counts = Object.entries(map.opening.deal ?? {});
  return counts.map(([id, count]) => (counts.length > 1 ? `${count} × ${deckNames(map, [id])}` : String(count))).join(", ");
}

function conditions(map: MapFile): Set<string> {
  const pairs = map.routes.map(({ between }) => [...between].sort().join("/"));
  return new Set([
    ...Object.keys(map.mechanics), map.opening.returned, map.first,
    map.opening.mix ? "mix" : "", map.draw.from.length > 1 ? "several" : "", map.ties.length > 0 ? "ties" : "",
    map["single-parallels-up-to"] > 0 ? "single" : "", new Set(pairs).size < pairs.length ? "parallels" : "",
  ]);
}

function valuesOf(map: MapFile): Values {
  const { mechanics, opening, draw } = map;
  const cities = map.vehicle === "train";
  const districts = Object.values(mechanics.districts ?? {}).map(Number);
  const [most, second] = (mechanics.passengers?.points as [number, number] | undefined) ?? [Math.max(...districts), 0];
  return {
    place: cities ? t("city") : t("place"), places: cities ? t("cities") : t("places"), wild: wildName(map),
    vehicles: map.vehicles, hand: map.hand, end: map["end-vehicles"], single: map["single-parallels-up-to"],
    colours: Object.keys(map.cards).length - 1, ties: map.ties.map(tie).join("; "),
    opening: opening.mix ? opening.mix.tickets : dealt(map), keep: opening.keep, decks: deckNames(map, opening.mix?.from ?? []),
    draw: draw.tickets, least: draw.keep, drawn: deckNames(map, draw.from),
    reveal: Number(mechanics.tunnels?.reveal), costs: ((mechanics.stations?.costs as number[] | undefined) ?? []).join(", "),
    passengers: Object.keys(mechanics.passengers?.colours ?? {}).length, most, second, fewest: Math.min(...districts),
  };
}

/** A mechanic that the file has no section for is explained by the sentence of the engine's table. */
function others(map: MapFile): Rule[] {
  const explained = new Set((sections as Rule[]).map((section) => section.if));
  return Object.keys(map.mechanics).flatMap((mechanic) => {
    const text = explained.has(mechanic) ? null : mechanicRule(map, mechanic);
    return text ? [{ id: mechanic, title: sourceName(mechanic), body: [{ text }] }] : [];
  });
}

/** The sections that a map has, in the language of the person. */
export function rulesOf(map: MapFile): Rule[] {
  const known = conditions(map);
  const holds = ({ if: words = "" }: { if?: string }) =>
    words.split(" ").every((word) => !word || known.has(word.replace("!", "")) !== word.startsWith("!"));
  const values = valuesOf(map);
  const rules = (sections as Rule[]).filter(holds).map((section) => {
    const fill = (text: string) => translate(text, { ...values, points: Number(map.mechanics[section.if ?? ""]?.points) });
    return {
      ...section,
      title: translate(section.title),
      body: section.body.filter(holds).map(({ text, item, ...line }) => ({ ...line, ...(text && { text: fill(text) }), ...(item && { item: fill(item) }) })),
    };
  });
  const [goal, more] = [rules[0]!, others(map)];
  goal.body.push(...more.map(({ id }) => ({ item: mechanicTitle(id) })));
  return [...rules.slice(0, -1), ...more, ...rules.slice(-1)];
}
