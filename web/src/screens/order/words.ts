/*
 * Reasons and times of what the house decides, in words.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Measure } from "../../net/order";
import { language, t } from "../../text";

export function reasonText(reason: string): string {
  switch (reason) {
    case "insult":
      return t("insults");
    case "spam":
      return t("advertising, or the same again and again");
    case "cheating":
      return t("cheating");
    case "name":
      return t("the name");
    case "leaving":
      return t("leaving games");
    default:
      return t("something else");
  }
}

export const whenText = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

export const untilText = ({ until }: Measure): string => (until ? t("until {when}", { when: whenText(until) }) : t("for good"));
