/*
 * What can be said by one press, in the language of each reader. The table knows the same names
 * (docs/protocol.md).
 *
 * SPDX-License-Identifier: MIT
 */
import { t, textFor } from "../text";

export const phrases = ["hello", "good-luck", "well-played", "ouch", "thinking", "one-moment", "back", "your-turn", "thanks", "good-bye"] as const;

/** Null for what is no phrase. */
export function phraseText(name: string | undefined): string | null {
  return textFor({
    hello: t("Hello!"),
    "good-luck": t("Good luck!"),
    "well-played": t("Well played!"),
    ouch: t("Ouch!"),
    thinking: t("I am thinking…"),
    "one-moment": t("One moment, please."),
    back: t("I am back."),
    "your-turn": t("It is your turn!"),
    thanks: t("Thank you for the game!"),
    "good-bye": t("Good-bye!"),
  }, name) ?? null;
}
