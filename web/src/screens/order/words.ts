/*
 * Reasons and times of what the house decides, in words.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Measure } from "../../net/order";
import { language, t, textFor } from "../../text";

export function reasonText(reason: string): string {
  return textFor({
    insult: t("insults"),
    spam: t("advertising, or the same again and again"),
    cheating: t("cheating"),
    name: t("the name"),
    leaving: t("leaving games"),
  }, reason) ?? t("something else");
}

export const whenText = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

export const untilText = ({ until }: Measure): string => (until ? t("until {when}", { when: whenText(until) }) : t("for good"));
