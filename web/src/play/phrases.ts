/*
 * What can be said by one press, in the language of each reader. The table knows the same names
 * (docs/protocol.md).
 *
 * SPDX-License-Identifier: MIT
 */
import { t } from "../text";

export const phrases = ["hello", "good-luck", "well-played", "ouch", "thinking", "one-moment", "back", "your-turn", "thanks", "good-bye"] as const;

/** Null for what is no phrase. */
export function phraseText(name: string | undefined): string | null {
  switch (name) {
    case "hello":
      return t("Hello!");
    case "good-luck":
      return t("Good luck!");
    case "well-played":
      return t("Well played!");
    case "ouch":
      return t("Ouch!");
    case "thinking":
      return t("I am thinking…");
    case "one-moment":
      return t("One moment, please.");
    case "back":
      return t("I am back.");
    case "your-turn":
      return t("It is your turn!");
    case "thanks":
      return t("Thank you for the game!");
    case "good-bye":
      return t("Good-bye!");
    default:
      return null;
  }
}
