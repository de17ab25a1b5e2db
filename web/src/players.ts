/*
 * Who sits at a table, in words: people by the name they gave, bots by the name of their
 * level (docs/bots.md); several of one level are told apart by a number.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Player } from "./net/protocol";
import { n, t } from "./text";

export const levels = ["easy", "normal", "hard", "expert"] as const;
export type Level = (typeof levels)[number];

/** The same in every language. */
export const botNames: Readonly<Record<Level, string>> = { easy: "Pip", normal: "Nora", hard: "Hugo", expert: "Elma" };

function isLevel(text: string): text is Level {
  return Object.hasOwn(botNames, text);
}

export function levelName(level: Level): string {
  return { easy: t("easy"), normal: t("normal"), hard: t("hard"), expert: t("expert") }[level];
}

/** How a bot plays, in a few words. */
export function levelManner(level: Level): string {
  return {
    easy: t("likes points at once and is easily distracted"),
    normal: t("has a plan, but lets her mind wander"),
    hard: t("plans a whole network and wastes no card"),
    expert: t("tries moves out in her head before she decides"),
  }[level];
}

/** What a table or a record calls a bot, "bot:easy", as a name; null for people. */
function botName(text: string | undefined): string | null {
  if (!text?.startsWith("bot:")) return null;
  const level = text.slice("bot:".length);
  return isLevel(level) ? botNames[level] : level;
}

/* Letters of other alphabets, and digits, that look like Latin letters. */
const LOOKS: Readonly<Record<string, string>> = Object.fromEntries(
  [..."аaеeоoрpсcхxуyіiјjѕsһhԁdԛqкkмmнhтtвbαaοoρpνvιiκkτtυu0o1l|l"].reduce<[string, string][]>((pairs, letter, i, all) => (i % 2 === 0 ? [...pairs, [letter, all[i + 1] ?? ""]] : pairs), []),
);

/** What a name looks like at a glance: without case, accents, marks and spaces, letters that look alike made one. */
export function likeness(name: string): string {
  return [...name.normalize("NFKD").toLowerCase().replace(/[\p{M}\p{P}\p{Z}\p{Cf}]/gu, "")].map((letter) => LOOKS[letter] ?? letter).join("").replaceAll("i", "l");
}

/** A name for each of them, none called like another, nor so that one might take them for each other. */
export function playerNames(players: readonly Pick<Player, "is" | "name">[]): string[] {
  const names = players.map(({ is, name }, seat) => (is === "bot" ? botName(name) : null) ?? (name || t("Player {n}", { n: seat + 1 })));
  const taken = new Set<string>();
  return names.map((name) => {
    let called = name;
    for (let number = 2; taken.has(likeness(called)); number++) called = `${name} ${number}`;
    taken.add(likeness(called));
    return called;
  });
}

/** Who has said something: spectators, who choose their names freely, by a mark of their own. */
export function speaker({ seat, name = "", tag }: { seat: number | null; name?: string; tag?: string }): string {
  if (seat !== null) return name;
  return tag === undefined ? t("{name}, looking on", { name }) : t("{name} #{tag}, looking on", { name, tag });
}

/** What others have moved for a player, for the result; null for nothing. */
export function stoodInText(player: Player | undefined): string | null {
  const stoodIn = player?.stood_in;
  if (stoodIn?.since !== undefined) return t("played by a bot since move {move}", { move: stoodIn.since });
  return stoodIn ? n("{n} move by a bot", "{n} moves by a bot", stoodIn.moves) : null;
}

/** Whether the result is a player's own: who gave up or stayed away has not won it. */
export function isOwn(player: Player | undefined): boolean {
  return player !== undefined && player.takeover === undefined && player.stood_in?.since === undefined;
}

export function playerName(players: readonly Player[], seat: number): string {
  return playerNames(players)[seat] ?? t("Player {n}", { n: seat + 1 });
}
