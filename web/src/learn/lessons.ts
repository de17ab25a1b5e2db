/*
 * The guided games: what is said at each step, what of the table it is about, and when it is done. The deals are in deals.json, which
 * web/lessons.mjs finds; what may be done is the game's to say, as ever.
 *
 * SPDX-License-Identifier: MIT
 */
import { parseMove } from "../game/moves";
import type { Shown } from "../game/game";
import type { MapFile } from "../maps";
import type { Deal } from "../net/host";
import type { Settings } from "../net/protocol";
import { facts } from "../play/facts";
import { placeName, routeName } from "../play/words";
import { keep, kept } from "../settings";
import { n, t } from "../text";
import deals from "./deals.json";

export const lessons = ["first", "districts", "passengers", "ferries", "tunnels", "stations"] as const;
export type LessonId = (typeof lessons)[number];

export function isLesson(text: string | undefined): text is LessonId {
  return lessons.some((id) => id === text);
}

/** Parts of the table that a step is about. */
export type Part = "board" | "question" | "hand" | "market" | "players" | "log" | "tickets";

/** A step of a guided game. */
export interface Step {
  title: string;
  text: string;
  about: Part;
  /** it goes on by itself when this is so; without it, when one says so */
  done?(game: Shown): boolean;
}

interface Lesson {
  map: string;
  settings: Settings;
  deal: Deal;
}

export function lesson(id: LessonId): Lesson {
  const { map, seed, moves } = deals[id];
  return { map, settings: { map, seats: ["human", "bot:easy"], first: 0 }, deal: { seed, moves, bots: 1 } };
}

/** The board of a lesson, for lists. */
export function boardOf(id: LessonId): string {
  return deals[id].map;
}

/** What is at hand in its deal: a route or a place. */
export function targetOf(id: LessonId): string {
  return deals[id].target;
}

/** What one has done oneself: what was played before the lesson began is none of it. */
const own = (game: Shown, id: LessonId) =>
  game.log.value.filter(({ did }) => did !== undefined).slice(deals[id].moves.length).flatMap(({ did }) => (did && did.seat === game.me.value ? [parseMove(did.move)] : []));
const claimed = (game: Shown, of: (route: string) => boolean = () => true) => Object.entries(game.view.value?.routes ?? {}).some(([route, seat]) => seat === game.me.value && of(route));
const opened = (game: Shown) => game.view.value !== null && !game.view.value.phase.startsWith("opening");

/** A turn of drawing is over, or one has done better. */
const drawn = (game: Shown) => (own(game, "first").some(({ is }) => is === "draw") && game.view.value?.phase !== "second-card") || claimed(game);

function first(map: MapFile): Step[] {
  const least = map["end-vehicles"];
  return [
    { title: t("The board"), about: "board", text: t("Routes join the places. Each space of a route takes one of your taxis. A route that somebody has claimed is theirs for good.") },
    { title: t("Tickets"), about: "question", done: opened, text: t("A ticket names two places. Join them by routes of your own, on any way, and you win its points at the end; if you cannot, you lose as many. Choose what you want to keep, then confirm.") },
    { title: t("Your hand"), about: "hand", text: t("These are your cards. A route costs as many cards of its colour as it has spaces; a gray one takes any colour, but only one.") },
    { title: t("Drawing cards"), about: "market", done: drawn, text: t("In a turn you do one thing. Draw cards now: two of them, from those that lie open or blind from the pile.") },
    { title: t("The others"), about: "log", text: t("Now Pip plays. Pip is a bot, and what it does stands in the log. You see which routes it takes, but not its cards.") },
    { title: t("Taxi cards"), about: "market", text: t("The card with all colours is a taxi: it stands for any colour. If you take an open one, you take nothing else in that turn.") },
    { title: t("Claiming a route"), about: "board", done: (game) => claimed(game), text: t("Routes that glow are those that your cards pay for. Choose one, look at how you pay, and claim it. If none glows, draw cards first.") },
    { title: t("Points"), about: "players", text: t("Your route has brought points at once: long routes bring more for each space. Your taxis get fewer with every route, and so do Pip’s.") },
    { title: t("On the way"), about: "tickets", text: t("Press one of your tickets: the board shows a way that is still open. In a turn you may also draw more tickets. Places with a star bring a point each at the end, if one of your routes touches them.") },
    { title: t("The end"), about: "players", text: n("Once somebody has {n} taxi left or none, everybody has one more turn, and then tickets count. Now you know it all: play on, the board is yours.", "Once somebody has {n} taxis left or fewer, everybody has one more turn, and then tickets count. Now you know it all: play on, the board is yours.", least) },
  ];
}

function districts(map: MapFile): Step[] {
  const route = routeName(map, targetOf("districts"));
  return [
    { title: t("Districts"), about: "board", text: t("Places of one colour are a district, and its number is what it is worth. Join all places of a district by routes of your own, and you have those points at the end; several players can.") },
    { title: t("Join a district"), about: "board", done: (game) => (game.scores.value[game.me.value ?? 0]?.["districts"] ?? 0) > 0, text: t("Your cards pay for {route}. Claim it: it joins a whole district.", { route }) },
    { title: t("The count"), about: "players", text: t("That district is yours. Larger ones bring more, and tickets often lead through them. Play on as long as you like.") },
  ];
}

function passengers(map: MapFile): Step[] {
  const route = routeName(map, targetOf("passengers"));
  return [
    { title: t("Passengers"), about: "board", text: t("In large towns passengers wait. If you claim a route, you take one from each of its ends, as long as somebody waits there.") },
    { title: t("Take passengers"), about: "board", done: (game) => own(game, "passengers").some(({ is }) => is === "take"), text: t("Claim {route}, or another route that glows and ends where somebody waits. Then choose whom you take.", { route }) },
    { title: t("Who has the most"), about: "players", text: t("At the end the player with most passengers of a colour wins points for it, and the second some. So look at what the others collect. Play on as long as you like.") },
  ];
}

function ferries(map: MapFile): Step[] {
  const target = targetOf("ferries");
  return [
    { title: t("Ferries"), about: "board", text: t("Gray routes over water are ferries. On some of their spaces is the sign of the locomotive: so many locomotives you must pay at least, and any one colour for the rest.") },
    { title: t("Take a ferry"), about: "board", done: (game) => claimed(game, (route) => (facts(map).routes.get(route)?.ferry ?? 0) > 0), text: t("Claim {route}: you have what it takes.", { route: routeName(map, target) }) },
    { title: t("Across the water"), about: "hand", text: t("Locomotives are rare, so keep some where your way leads over the sea. Play on as long as you like.") },
  ];
}

function tunnels(map: MapFile): Step[] {
  const isTunnel = (route: string) => facts(map).routes.get(route)?.tunnel === true;
  const dug = (game: Shown) => own(game, "tunnels").some((move) => move.is === "claim" && isTunnel(move.route)) && game.view.value?.phase !== "tunnel";
  return [
    { title: t("Tunnels"), about: "board", text: t("Routes with a wall of stones are tunnels. You pay, and then three cards are turned up: for each that has the colour of your payment, or is a locomotive, you pay one more of that colour, or leave the tunnel.") },
    { title: t("Dig a tunnel"), about: "board", done: dug, text: t("Try {route}. If it costs more than you have, you take your cards back, and your turn is over.", { route: routeName(map, targetOf("tunnels")) }) },
    { title: t("More than it seems"), about: "hand", text: t("Have a card or two to spare before you dig. Play on as long as you like.") },
  ];
}

function stations(map: MapFile): Step[] {
  const place = placeName(map, targetOf("stations"));
  const mine = (game: Shown) => Object.values(game.view.value?.stations ?? {}).some((seat) => seat === game.me.value);
  return [
    { title: t("Stations"), about: "board", text: t("If somebody is in your way, build a station: at the end it lets you use one route of another player that touches its place, for your tickets only.") },
    { title: t("Build a station"), about: "board", done: mine, text: t("Build one in {place}: press “Station”, choose the place and pay. The first costs one card, the second two of a colour, the third three.", { place }) },
    { title: t("What it costs"), about: "players", text: t("Each station that you keep brings points at the end, so build one only where it saves a ticket. Play on as long as you like.") },
  ];
}

const all: Record<LessonId, (map: MapFile) => Step[]> = { first, districts, passengers, ferries, tunnels, stations };

export function stepsOf(id: LessonId, map: MapFile): Step[] {
  return all[id](map);
}

/** The step after those that are done already. */
export function nextStep(steps: readonly Step[], from: number, game: Shown): number {
  let at = from;
  while (at < steps.length && steps[at]?.done?.(game)) at++;
  return at;
}

/** How far one has come; one beyond the last step when it is over. */
export function stepOf(id: LessonId): number {
  return Number(kept(`lesson.${id}`)) || 0;
}

export function keepStep(id: LessonId, step: number): void {
  keep(`lesson.${id}`, step > 0 ? String(step) : null);
}

export function finish(id: LessonId): void {
  keep("lessons", JSON.stringify([...new Set([...finished(), id])]));
}

/** The lessons that were gone through on this device. */
export function finished(): LessonId[] {
  try {
    const all: unknown = JSON.parse(kept("lessons") ?? "[]");
    return Array.isArray(all) ? lessons.filter((id) => all.includes(id)) : [];
  } catch {
    return [];
  }
}
