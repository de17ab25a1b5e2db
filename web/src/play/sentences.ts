/*
 * The log as sentences: what happened, for the person in front of the screen.
 *
 * SPDX-License-Identifier: MIT
 */
import type { LogLine } from "../game/game";
import { parseMove, type ParsedMove } from "../game/moves";
import type { MapFile } from "../maps";
import type { Did, Player, RouteId, TicketId } from "../net/protocol";
import { playerName, speaker } from "../players";
import { n, t } from "../text";
import { phraseText } from "./phrases";
import { cardList, cardsText, deckName, kindName, placeName, routeName, ticketText, colourName } from "./words";

/** Whose names a sentence uses, and who reads it. */
export interface Teller {
  map: MapFile;
  players: readonly Player[];
  me: number | null;
}

function list(map: MapFile, tickets: readonly TicketId[]): string {
  return tickets.map((ticket) => ticketText(map, ticket)).join(", ");
}

function drawn(teller: Teller, did: Did, from: string, mine: boolean, name: string): string {
  if (from !== "pile") {
    const card = kindName(teller.map, from);
    return mine ? t("You take a face-up card: {card}.", { card }) : t("{name} takes a face-up card: {card}.", { name, card });
  }
  if (typeof did.drew !== "string") return t("{name} draws a card from the pile.", { name });
  const card = kindName(teller.map, did.drew);
  return mine ? t("You draw a card from the pile: {card}.", { card }) : t("{name} draws a card from the pile: {card}.", { name, card });
}

function claimed(teller: Teller, line: LogLine, move: ParsedMove & { is: "claim" }, mine: boolean, name: string): string {
  const values = { name, route: routeName(teller.map, move.route), cards: cardsText(teller.map, move.cards), points: line.points ?? 0 };
  const reveal = line.did?.reveal;
  if (!reveal) return mine ? t("You claim {route} with {cards} (+{points}).", values) : t("{name} claims {route} with {cards} (+{points}).", values);
  const turned = { ...values, turned: reveal.length > 0 ? cardList(teller.map, reveal) : t("no cards") };
  const tried = mine
    ? t("You try the tunnel {route} with {cards}. Turned up: {turned}.", turned)
    : t("{name} tries the tunnel {route} with {cards}. Turned up: {turned}.", turned);
  return line.points === undefined ? tried : `${tried} ${t("Nothing more to pay: the route is claimed (+{points}).", values)}`;
}

function took(teller: Teller, move: ParsedMove & { is: "take" }, mine: boolean, name: string): string {
  if (move.passengers.length === 0) return mine ? t("You take no passenger.") : t("{name} takes no passenger.", { name });
  const passengers = move.passengers
    .map((one) => t("{colour} from {place}", { colour: colourName(one.colour), place: placeName(teller.map, one.location) }))
    .join(", ");
  return mine ? t("You take passengers: {passengers}.", { passengers }) : t("{name} takes passengers: {passengers}.", { name, passengers });
}

function drewTickets(teller: Teller, line: LogLine, move: ParsedMove & { is: "tickets" }, mine: boolean, name: string): string {
  const drew = line.did?.drew;
  if (mine && Array.isArray(drew)) return t("You draw tickets: {tickets}.", { tickets: list(teller.map, drew) });
  if (!move.mix) return n("{name} draws {n} ticket.", "{name} draws {n} tickets.", line.tickets ?? (Array.isArray(drew) ? drew.length : 0), { name });
  const mix = Object.entries(move.mix)
    .map(([deck, count]) => `${deckName(teller.map, deck)} ×${count}`)
    .join(", ");
  return t("{name} draws tickets: {tickets}.", { name, tickets: mix });
}

function kept(teller: Teller, line: LogLine, move: ParsedMove & { is: "keep" }, mine: boolean, name: string): string {
  if (mine && move.tickets.length > 0) return t("You keep: {tickets}.", { tickets: list(teller.map, move.tickets) });
  const count = line.tickets ?? move.tickets.length;
  if (count > 0) return n("{name} keeps {n} ticket.", "{name} keeps {n} tickets.", count, { name });
  return t("{name} has chosen the tickets to keep.", { name });
}

/** The tunnel that a payment is about: the claim before it. */
function tunnelOf(lines: readonly LogLine[], index: number): RouteId | null {
  for (let i = index - 1; i >= 0; i--) {
    const did = lines[i]?.did;
    if (!did || did.seat !== lines[index]?.seat) continue;
    const move = parseMove(did.move);
    return move.is === "claim" ? move.route : null;
  }
  return null;
}

function moved(teller: Teller, lines: readonly LogLine[], index: number, line: LogLine, did: Did): string {
  const move = parseMove(did.move);
  const mine = did.seat === teller.me && did.by === undefined;
  const player = playerName(teller.players, did.seat);
  const name = did.by === undefined ? player : t("{name} (bot)", { name: player });
  const tunnel = (): string => {
    const route = tunnelOf(lines, index);
    return route ? routeName(teller.map, route) : t("the tunnel");
  };
  switch (move.is) {
    case "draw":
      return drawn(teller, did, move.from, mine, name);
    case "claim":
      return claimed(teller, line, move, mine, name);
    case "pay": {
      const values = { name, cards: cardsText(teller.map, move.cards), route: tunnel(), points: line.points ?? 0 };
      return mine
        ? t("You pay {cards} more and claim {route} (+{points}).", values)
        : t("{name} pays {cards} more and claims {route} (+{points}).", values);
    }
    case "decline":
      return mine
        ? t("You give up the tunnel {route}; your cards come back.", { route: tunnel() })
        : t("{name} gives up the tunnel {route} and takes the cards back.", { name, route: tunnel() });
    case "take":
      return took(teller, move, mine, name);
    case "tickets":
      return drewTickets(teller, line, move, mine, name);
    case "keep":
      return kept(teller, line, move, mine, name);
    case "station": {
      const values = { name, place: placeName(teller.map, move.location), cards: cardsText(teller.map, move.cards) };
      return mine ? t("You build a station in {place} with {cards}.", values) : t("{name} builds a station in {place} with {cards}.", values);
    }
    case "pass":
      return mine ? t("You pass.") : t("{name} passes.", { name });
    default:
      return `${name}: ${move.text}`;
  }
}

/** After so many moves in a row without an answer somebody is away. */
const AWAY = 3;

/** The cards of a whole display. */
const DISPLAY = 5;

/** As many cards were turned up as lie there: all were swept away, which may follow from any move. */
function flushed(did: Did): string {
  return did.up && did.up.length >= DISPLAY ? ` ${t("All the face-up cards are replaced.")}` : "";
}

/** Somebody's time has run out. */
function late(line: LogLine, mine: boolean, name: string): string {
  if ((line.times ?? 1) < AWAY) return mine ? t("Your time has run out: a bot makes this move.") : t("{name} has run out of time: a bot makes this move.", { name });
  return mine ? t("You are away: a bot plays until you are back.") : t("{name} is away: a bot plays until they are back.", { name });
}

/** What somebody said, in the language of the reader if it is a phrase. */
export function saidText(line: LogLine): string {
  return phraseText(line.phrase) ?? line.text ?? "";
}

/** The sentence of one line of the log; "" where nothing needs to be said. */
export function sentence(teller: Teller, lines: readonly LogLine[], index: number): string {
  const line = lines[index];
  if (!line) return "";
  const name = line.seat === null ? (line.name ?? "") : playerName(teller.players, line.seat);
  switch (line.what) {
    case "moved":
      return line.did ? moved(teller, lines, index, line, line.did) + flushed(line.did) : "";
    case "began":
      return t("The game begins.");
    case "sat":
      return t("{name} takes a seat.", { name: line.name ?? name });
    case "left":
      return t("{name} leaves.", { name });
    case "said":
      return t("{name} says: {text}", { name: speaker(line), text: saidText(line) });
    case "resigned":
      return line.seat === teller.me ? t("You have given up your seat.") : t("{name} gives up.", { name });
    case "timed-out":
    case "late":
      return late(line, line.seat === teller.me, name);
    case "back":
      return line.seat === teller.me ? t("You are back.") : t("{name} is back.", { name });
    case "pause":
      return line.paused ? t("All agree: the game is paused.") : t("{name} would like a pause.", { name });
    case "resume":
      return t("The game goes on.");
    case "replaced":
      return t("{name} was away for too long: a bot plays on.", { name });
    case "filled":
      return t("A bot takes seat {n}.", { n: (line.seat ?? 0) + 1 });
    case "sent-away":
      return t("The host has made seat {n} free again.", { n: (line.seat ?? 0) + 1 });
    case "changed":
      return t("The host has changed the table.");
    case "travelled":
      return t("{name} goes on on another device.", { name });
    case "last-round":
      return t("The last round begins: everybody has one more turn.");
    case "hinted":
      return line.seat === teller.me ? t("You take a hint.") : t("{name} takes a hint.", { name });
    case "again":
      return line.seat === teller.me ? t("You would like to play again.") : t("{name} would like to play again.", { name });
    default:
      return "";
  }
}
