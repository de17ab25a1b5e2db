/*
 * What a game is planned like before it is made: who sits where, in which way it is played,
 * clocks. The plan outlives the screens, so that another board can be looked at meanwhile.
 *
 * SPDX-License-Identifier: MIT
 */
import { signal } from "@preact/signals";
import type { Settings } from "../net/protocol";
import { levels, type Level } from "../players";
import { isPaint, type Paint } from "../paints";
import { account, keep, kept, name, paint } from "../settings";
import { t } from "../text";

/** Alone against bots, several people on one device, over a server, or bots among themselves. */
export const modes = ["solo", "online", "device", "watch"] as const;
export type Mode = (typeof modes)[number];

export type Sitter = { is: "me" } | { is: "person"; name: string; paint?: Paint } | { is: "bot"; level: Level };

export interface Plan {
  mode: Mode;
  seats: Sitter[];
  /** the seat that begins; null: the shuffle decides */
  first: number | null;
  /** seconds for a move, 0 for none */
  clock: number;
  /** in its place: seconds for all moves of a player, 0 for none, and seconds that each move adds */
  bank: number;
  increment: number;
  /** the bot that moves for who is late, away or gone */
  standIn: Level;
  /** seconds after which the host may replace who is away */
  patience: number;
  /** whether spectators may talk */
  guests: boolean;
  /** seconds that spectators are behind */
  delay: number;
  listed: boolean;
  /** it counts for ratings; for who has an account */
  rated: boolean;
  /** whether players may have hints */
  hints: boolean;
  takeover: "bot" | "idle";
}

export function isMode(text: string | null): text is Mode {
  return modes.some((mode) => mode === text);
}

/** The level that was played against last, the same for all quick games. */
export const level = signal<Level>(levels.find((l) => l === kept("level")) ?? "normal");
level.subscribe((value) => keep("level", value));

const usualOpponents = 2;
export const opponents = signal(Number(kept("opponents")) || usualOpponents);
opponents.subscribe((value) => keep("opponents", String(value)));

function bot(): Sitter {
  return { is: "bot", level: level.value };
}

/** What a seat that is added is for. */
export function newcomer(mode: Mode): Sitter {
  return mode === "device" || mode === "online" ? { is: "person", name: "" } : bot();
}

/** The seats that a way to play begins with. */
function usualSeats(mode: Mode, count: number): Sitter[] {
  const me: Sitter = { is: "me" };
  switch (mode) {
    case "solo":
      return [me, ...Array.from({ length: count - 1 }, bot)];
    case "device":
    case "online":
      return [me, ...Array.from({ length: count - 1 }, () => newcomer(mode))];
    case "watch":
      return Array.from({ length: count }, bot);
  }
}

/** Others are fewer where people must be found first. */
export function usualPlan(mode: Mode, players: [number, number]): Plan {
  const wanted = mode === "solo" || mode === "watch" ? opponents.value + 1 : players[0];
  const count = Math.max(players[0], Math.min(players[1], wanted));
  return { mode, seats: usualSeats(mode, count), first: null, clock: 0, bank: 0, increment: 0, standIn: "normal", patience: 600, guests: true, delay: 0, listed: false, rated: false, hints: false, takeover: "bot" };
}

/** The same plan on a board for fewer or more. */
export function fitted(plan: Plan, players: [number, number]): Plan {
  const seats = plan.seats.slice(0, players[1]);
  while (seats.length < players[0]) seats.push(newcomer(plan.mode));
  return { ...plan, seats, first: plan.first !== null && plan.first >= seats.length ? null : plan.first };
}

/** What a seat is called; without a name, "You" only where nobody else reads it. */
export function sitterName(plan: Plan, seat: number): string {
  const sitter = plan.seats[seat];
  const given = sitter?.is === "me" ? name.value.trim() : sitter?.is === "person" ? sitter.name.trim() : "";
  if (given) return given;
  return plan.mode === "solo" ? t("You") : t("Player {n}", { n: seat + 1 });
}

/** The colours that were chosen, by seat; a person's own is a setting. */
export function coloursOf(plan: Plan): (Paint | null)[] {
  return plan.seats.map((sitter) => (sitter.is === "me" ? paint.value || null : (sitter.is === "person" && sitter.paint) || null));
}

export function settingsOf(plan: Plan, map: string): Settings {
  const seats = plan.seats.map((sitter) => (sitter.is === "bot" ? `bot:${sitter.level}` : "human"));
  const settings: Settings = { map, seats, first: plan.first };
  if (plan.mode !== "online") return coloursOf(plan).some(isPaint) ? { ...settings, colours: coloursOf(plan) } : settings;
  const { clock, bank, increment, standIn, patience, guests, delay, listed, rated, hints, takeover } = plan;
  const isRated = rated && account.value !== "";
  return { ...settings, clock, ...(bank && { bank, increment }), delay, listed, ...(isRated && { rated }), takeover, level: standIn, patience, talk: guests ? "all" : "players", ...(hints && !isRated && { hints }) };
}

/** The names of those who play on this device, in the order of their seats. */
export function peopleOf(plan: Plan): string[] {
  return plan.seats.flatMap((sitter, seat) => (sitter.is === "bot" ? [] : [sitterName(plan, seat)]));
}

export const plan = signal<Plan | null>(null);

/** The seat to sit down on when that table is opened: for who made it, and after a rematch was agreed. */
export const reserved = signal<{ game: string; seat: number; name: string } | null>(null);
