/*
 * Who sits at a table, in words: people by the name they gave, bots by the name of their
 * level (docs/bots.md); several of one level are told apart by a number.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Player } from "./net/protocol";
import { t } from "./text";

export const levels = ["easy", "normal", "hard", "expert"] as const;
export type Level = (typeof levels)[number];

/** The same in every language. */
export const botNames: Readonly<Record<Level, string>> = { easy: "Pip", normal: "Nora", hard: "Hugo", expert: "Elma" };

function isLevel(text: string): text is Level {
  return Object.hasOwn(botNames, text);
}

export function levelName(level: Level): string {
  switch (level) {
    case "easy":
      return t("easy");
    case "normal":
      return t("normal");
    case "hard":
      return t("hard");
    case "expert":
      return t("expert");
  }
}

/** How a bot plays, in a few words. */
export function levelManner(level: Level): string {
  switch (level) {
    case "easy":
      return t("likes points at once and is easily distracted");
    case "normal":
      return t("has a plan, but lets her mind wander");
    case "hard":
      return t("plans a whole network and wastes no card");
    case "expert":
      return t("tries moves out in her head before she decides");
  }
}

/** What a table or a record calls a bot, "bot:easy", as a name; null for people. */
function botName(text: string | undefined): string | null {
  if (!text?.startsWith("bot:")) return null;
  const level = text.slice("bot:".length);
  return isLevel(level) ? botNames[level] : level;
}

/** A name for each of them, no bot called like another. */
export function playerNames(players: readonly Pick<Player, "is" | "name">[]): string[] {
  return players.map(({ is, name }, seat) => {
    const bot = is === "bot" ? botName(name) : null;
    if (bot === null) return name || t("Player {n}", { n: seat + 1 });
    const before = players.slice(0, seat).filter((other) => other.is === "bot" && other.name === name).length;
    return before === 0 ? bot : `${bot} ${before + 1}`;
  });
}

export function playerName(players: readonly Player[], seat: number): string {
  return playerNames(players)[seat] ?? t("Player {n}", { n: seat + 1 });
}
