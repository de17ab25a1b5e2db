/*
 * For who watches: how quickly moves are shown, and, where bots play among themselves, pausing
 * and going on move by move.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { t } from "../text";
import { SpeedChoice } from "./dialogs";

export function Watching({ game }: { game: Game }) {
  return (
    <div class="tb-actions tb-watching" role="group" aria-label={t("Watching")}>
      {game.kind === "online" && <span class="tb-quiet">{t("You are watching.")}</span>}
      <SpeedChoice />
    </div>
  );
}
