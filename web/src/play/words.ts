/*
 * Names and small phrases in the language of the page: places, routes, cards, tickets,
 * what a route costs and brings. The map file has the names, po/ the words.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import type { Counts, Kind, LocationId, RouteId, TicketId } from "../net/protocol";
import { wildName } from "../screens/words";
import { n, nameOf, t, textFor } from "../text";
import { alike, ends, facts, parallels, routePoints, ticketPoints } from "./facts";

export function placeName(map: MapFile, location: LocationId): string {
  const entry = facts(map).locations.get(location);
  return entry ? nameOf(entry.name) : location;
}

/** "Paris – Zürich"; one of several parallel routes that differ also says its colour. */
export function routeName(map: MapFile, route: RouteId): string {
  const [a, b] = ends(route);
  const name = `${placeName(map, a)} – ${placeName(map, b)}`;
  const entry = facts(map).routes.get(route);
  const differ = parallels(map, route).some((other) => !alike(map, route, other));
  return differ && entry ? `${name} (${colourName(entry.colour)})` : name;
}

/** Of what reads the same, as parallel routes that are alike do, the first stands for all. */
export function distinctBy<T>(all: readonly T[], text: (one: T) => string): T[] {
  const read = new Set<string>();
  return all.filter((one) => !read.has(text(one)) && read.add(text(one)));
}

export function ticketName(map: MapFile, ticket: TicketId): string {
  const [a, b] = ends(ticket);
  return `${placeName(map, a)} – ${placeName(map, b)}`;
}

/** A ticket with its points. */
export function ticketText(map: MapFile, ticket: TicketId): string {
  return t("{ticket} ({points})", { ticket: ticketName(map, ticket), points: ticketPoints(map, ticket) });
}

/** A deck without a name is called by its id, or two of them could not be told apart; the only one of a map by what it holds. */
export function deckName(map: MapFile, deck: string): string {
  const name = map.decks.find((entry) => entry.id === deck)?.name;
  if (name) return nameOf(name);
  return map.decks.length > 1 ? deck : t("Tickets");
}

const colours: Record<string, () => string> = {
  red: () => t("red"),
  orange: () => t("orange"),
  yellow: () => t("yellow"),
  green: () => t("green"),
  blue: () => t("blue"),
  purple: () => t("purple"),
  pink: () => t("pink"),
  black: () => t("black"),
  white: () => t("white"),
  gray: () => t("gray"),
};

export function colourName(colour: string): string {
  return colours[colour]?.() ?? colour;
}

/** The card of any colour is called after the map's vehicle. */
export function kindName(map: MapFile, kind: Kind): string {
  return kind === "wild" ? wildName(map) : colourName(kind);
}

/** The pieces of a map: "Trains". */
export function vehiclesName(map: MapFile): string {
  return textFor({ taxi: t("Taxis"), bus: t("Buses") }, map.vehicle) ?? t("Trains");
}

/** "red ×2, locomotive ×1" */
export function cardsText(map: MapFile, cards: Counts): string {
  return Object.entries(cards)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kindName(map, kind)} ×${count}`)
    .join(", ");
}

/** "red, blue, locomotive": cards one after the other. */
export function cardList(map: MapFile, cards: readonly Kind[]): string {
  return cards.map((kind) => kindName(map, kind)).join(", ");
}

/** What a route costs and brings: for the pointer, for lists and for screen readers. */
export function routeFacts(map: MapFile, route: RouteId): string {
  const entry = facts(map).routes.get(route);
  if (!entry) return "";
  const parts = [
    n("{n} space", "{n} spaces", entry.length),
    entry.colour === "gray" ? t("any one colour") : colourName(entry.colour),
  ];
  if (entry.ferry) parts.push(t("ferry: at least {cards}", { cards: cardsText(map, { wild: entry.ferry }) }));
  if (entry.tunnel) parts.push(t("tunnel: may cost more"));
  parts.push(n("+{n} point", "+{n} points", routePoints(map, route)));
  return parts.join(" · ");
}

/** What is to be known about a place: its district, attraction, that no way leads through. */
export function placeFacts(map: MapFile, location: LocationId): string[] {
  const entry = facts(map).locations.get(location);
  const parts: string[] = [];
  if (!entry) return parts;
  if (entry.district) parts.push(t("district {n}", { n: entry.district }));
  if (entry.attraction) parts.push(t("tourist attraction"));
  if (entry["dead-end"]) parts.push(t("neighbouring country: lines end here"));
  return parts;
}
