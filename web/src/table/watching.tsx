/*
 * For who watches: how quickly moves are shown, and, where bots play among themselves, pausing
 * and going on move by move.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { SpeedChoice } from "../screens/settings";
import { t } from "../text";


export function Watching({ game }: { game: Game }) {
  return (
    <div class="tb-actions tb-watching" role="group" aria-label={t("Watching")}>
      {game.kind === "online" && <span class="tb-quiet">{t("You are watching.")}</span>}
      <SpeedChoice quiet />
    </div>
  );
}
