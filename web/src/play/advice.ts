/*
 * A move that could be made, and why it is a good one, in a sentence each: for hints, reviews, puzzles and the analysis
 * of a position.
 *
 * SPDX-License-Identifier: MIT
 */
import { parseMove } from "../game/moves";
import type { MapFile } from "../maps";
import type { Reason } from "../net/evaluate";
import type { Move } from "../net/protocol";
import { n, t } from "../text";
import { routePoints } from "./facts";
import { cardsText, colourName, deckName, kindName, placeName, routeName, ticketText } from "./words";

function list(map: MapFile, tickets: readonly string[]): string {
  return tickets.map((ticket) => ticketText(map, ticket)).join(", ");
}

/** "Claim Paris – Zürich with red ×2 (+2)": what to do, without who does it. */
export function moveText(map: MapFile, move: Move): string {
  const parsed = parseMove(move);
  switch (parsed.is) {
    case "draw":
      return parsed.from === "pile" ? t("Draw a card from the pile") : t("Take the face-up card: {card}", { card: kindName(map, parsed.from) });
    case "claim":
      return t("Claim {route} with {cards} (+{points})", { route: routeName(map, parsed.route), cards: cardsText(map, parsed.cards), points: routePoints(map, parsed.route) });
    case "pay":
      return t("Pay {cards} more for the tunnel", { cards: cardsText(map, parsed.cards) });
    case "decline":
      return t("Give up the tunnel");
    case "station":
      return t("Build a station in {place} with {cards}", { place: placeName(map, parsed.location), cards: cardsText(map, parsed.cards) });
    case "tickets":
      return parsed.mix ? t("Draw tickets: {tickets}", { tickets: Object.entries(parsed.mix).map(([deck, count]) => `${deckName(map, deck)} ×${count}`).join(", ") }) : t("Draw tickets");
    case "keep":
      return parsed.tickets.length > 0 ? t("Keep {tickets}", { tickets: list(map, parsed.tickets) }) : t("Keep none of the tickets");
    case "take":
      return parsed.passengers.length === 0 ? t("Take no passenger")
        : t("Take passengers: {passengers}", { passengers: parsed.passengers.map((one) => t("{colour} from {place}", { colour: colourName(one.colour), place: placeName(map, one.location) })).join(", ") });
    case "pass":
      return t("Pass");
    default:
      return parsed.text;
  }
}

/** Why it is a good move; "" where there is nothing to say. */
export function reasonText(map: MapFile, why: Reason): string {
  if (why.serves) return t("That is on the way of the ticket {ticket}.", { ticket: ticketText(map, why.serves) });
  if (why.lacked && why.for) return t("{route} lacks a card: {card}.", { route: routeName(map, why.for), card: kindName(map, why.lacked) });
  if (why.for) return t("Nothing that lies face up helps with {route}.", { route: routeName(map, why.for) });
  if (why.done) return t("No ticket is left to work for, and there is time for another.");
  if (why.spaces === undefined) return "";
  const needs = n("All your tickets together take {n} more space.", "All your tickets together take {n} more spaces.", why.spaces);
  return why.failed ? `${needs} ${n("{n} ticket cannot be completed.", "{n} tickets cannot be completed.", why.failed)}` : needs;
}

/** A part of the victory in percent. */
export function percentText(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** "−12 ± 3 %": how much worse, and the range that holds 95 times of 100. */
export function lossText(loss: number, se: number): string {
  return `${loss < 0 ? "+" : "−"}${Math.abs(Math.round(loss * 100))} ± ${Math.max(1, Math.round(se * 196))} %`;
}
