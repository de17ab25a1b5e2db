/*
 * The check of the shuffles: what this browser found when it dealt everything again from the
 * secret and the players' numbers.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Fairness, Game } from "../../game/game";
import { Icon, type IconName } from "../../parts/icons";
import { errorText, t } from "../../text";

function verdict(found: Fairness | null): { kind: string; icon: IconName; text: string } {
  switch (found?.is) {
    case undefined:
      return { kind: "", icon: "clock", text: t("Your browser checks the shuffles…") };
    case "fair":
      return { kind: "good", icon: "fair", text: t("Checked in your browser: every shuffle and every card is what the secret and the players’ numbers give. Nobody chose the cards.") };
    case "unknown":
      return { kind: "", icon: "info", text: t("The shuffles cannot be checked: {why}", { why: found.message }) };
    case "wrong":
      return { kind: "bad", icon: "warning", text: t("The shuffles are not what they should be: {why}", { why: found.message }) };
  }
}

export function FairCheck({ game }: { game: Game }) {
  const [found, setFound] = useState<Fairness | null>(null);
  useEffect(() => {
    let gone = false;
    game.fair().then((fairness) => { if (!gone) setFound(fairness); },
      (error: unknown) => { if (!gone) setFound({ is: "unknown", message: errorText(error) }); });
    return () => { gone = true; };
  }, [game]);
  const { kind, icon, text } = verdict(found);
  return <p class={`notice ${kind}`} role="status"><Icon name={icon} /><span>{text}</span></p>;
}
