/*
 * A move that could be made, and why it is a good one, in a sentence each: for hints, reviews, puzzles and the analysis
 * of a position.
 *
 * SPDX-License-Identifier: MIT
 */
import { parseMove } from "../game/moves";
import type { MapFile } from "../maps";
import type { Reason } from "../net/evaluate";
import type { Judged } from "../net/review";
import type { Move } from "../net/protocol";
import { n, t } from "../text";
import { routePoints } from "./facts";
import { cardsText, colourName, deckName, kindName, placeName, routeName, ticketText } from "./words";

/** Parts of the victory that a mistake loses at least, where it is one by them. */
const LOST = 0.02;

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

/** The route that a card is drawn for; "" where there is none. */
function drawText(map: MapFile, why: Reason): string {
  if (!why.for) return "";
  const route = routeName(map, why.for);
  return why.lacked ? t("{route} lacks a card: {card}.", { route, card: kindName(map, why.lacked) }) : t("Nothing that lies face up helps with {route}.", { route });
}

/** Why it is a good move; "" where there is nothing to say. */
export function reasonText(map: MapFile, why: Reason): string {
  const said = [drawText(map, why), why.serves ? t("That is on the way of the ticket {ticket}.", { ticket: ticketText(map, why.serves) }) : ""].filter((text) => text !== "");
  if (said.length > 0) return said.join(" ");
  if (why.done) return t("No ticket is left to work for, and there is time for another.");
  if (why.spaces === undefined) return "";
  const needs = n("All your tickets together take {n} more space.", "All your tickets together take {n} more spaces.", why.spaces);
  return why.failed ? `${needs} ${n("{n} ticket cannot be completed.", "{n} tickets cannot be completed.", why.failed)}` : needs;
}

/** What speaks against a move, as far as a review knows. */
export function faultText(map: MapFile, { move, off, spent, needed }: Pick<Judged, "move" | "off" | "spent" | "needed">): string {
  const parsed = parseMove(move);
  const said = [];
  if (off && parsed.is === "claim") said.push(t("{route} is on the way of no ticket.", { route: routeName(map, parsed.route) }));
  if (spent && needed) said.push(t("The cards spent are wanted for {route}: {card}.", { route: routeName(map, needed), card: kindName(map, spent) }));
  return said.join(" ");
}

/** What playouts alone say for the better move, where nothing else does. */
export function playedOutText({ loss, points }: Pick<Judged, "loss" | "points">): string {
  const won = Math.round(loss * 100), ahead = Math.round(points);
  if (won > 0) return n("Of 100 games played out from there it wins {n} more.", "Of 100 games played out from there it wins {n} more.", won);
  return ahead > 0 ? n("In games played out from there it brings {n} point more.", "In games played out from there it brings {n} points more.", ahead) : "";
}

/** A part of the victory in percent. */
export function percentText(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** What a mistake has cost: of the victory, or points where that was lost already. */
export function costText({ loss, se, points, points_se: error }: Pick<Judged, "loss" | "se" | "points" | "points_se">): string {
  if (loss >= LOST || !(points > 0)) return t("{loss} of the victory", { loss: lossText(loss, se) });
  return t("{loss} points", { loss: `−${points.toFixed(1)} ± ${Math.max(0.1, error * 1.96).toFixed(1)}` });
}

/** "−12 ± 3 %": how much worse, and the range that holds 95 times of 100. */
export function lossText(loss: number, se: number): string {
  return `${loss < 0 ? "+" : "−"}${Math.abs(Math.round(loss * 100))} ± ${Math.max(1, Math.round(se * 196))} %`;
}
