/*
 * Tournaments in words.
 *
 * SPDX-License-Identifier: MIT
 */
import { maps } from "../../maps";
import type { CupState, Format, ListedCup } from "../../net/cups";
import { Refused } from "../../net/server";
import { botNames, levels } from "../../players";
import { language, n, nameOf, t, textFor } from "../../text";
import { reason } from "../account/fields";

export function formatName(format: Format): string {
  return { swiss: t("Swiss"), arena: t("Arena"), "knock-out": t("Knock-out") }[format];
}

export function formatHelp(format: Format): string {
  return {
    swiss: t("A number of rounds. Everybody plays in each, against those who have about as many points."),
    arena: t("For a time: who is free is paired again, every few seconds. One may come late and leave early."),
    "knock-out": t("The best of each table go on, until one table is left."),
  }[format];
}

export const boardName = (id: string): string => {
  const map = maps.find((one) => one.id === id);
  return map ? nameOf(map.name) : id;
};

export const timeText = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

/** Players of a tournament are called as at a table: "bot:normal 2" is Nora 2. */
export function calledHere(name: string): string {
  const level = levels.find((one) => name.startsWith(`bot:${one} `));
  return level ? `${botNames[level]} ${name.slice(`bot:${level} `.length)}` : name;
}

/** Points as people write them: 4 ½. */
export function pointsText(points: number, point: number): string {
  const value = points / point;
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 }).format(value);
}

export function roundText({ format, round, rounds }: Pick<ListedCup | CupState, "format" | "round" | "rounds">): string {
  if (round === 0) return "";
  if (format === "arena") return "";
  return rounds > 0 ? t("round {n} of {all}", { n: round, all: rounds }) : t("round {n}", { n: round });
}

export function stageText(stage: CupState["stage"]): string {
  return { gathering: t("players can join"), running: t("under way"), paused: t("paused"), over: t("over") }[stage];
}

export const playersText = (players: number): string => n("{n} player", "{n} players", players);

/** What the server refused, where a tournament has words of its own for it. */
export function cupReason(error: unknown): string {
  if (!(error instanceof Refused)) return reason(error);
  return textFor({
    "accounts-only": t("This is for accounts: sign in first."),
    "same-address": t("It is rated, and somebody at your address plays already: that may be one person with two accounts."),
    begun: t("It has begun: nobody can join any more."),
    "name-taken": t("Somebody in this tournament has your name, or one that looks like it."),
    alone: t("There are not enough players yet."),
    absent: t("You have not come to two tables, and are out."),
    "too-many": t("That is more than one player or one address may have: {why}", { why: error.message }),
  }, error.code) ?? reason(error);
}
