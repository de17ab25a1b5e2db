/*
 * For spectators: how quickly moves are shown, and, where bots play among themselves, pausing
 * and going on move by move.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { Icon } from "../parts/icons";
import { SpeedChoice } from "../screens/settings";
import { t } from "../text";

export function pause(game: Game): void {
  game.paused.value = !game.paused.value;
}

/** One move: the player to move begins it at once, and the pause keeps the next from beginning. */
export function step(game: Game): void {
  game.paused.value = false;
  game.paused.value = true;
}

export function Watching({ game }: { game: Game }) {
  const paused = game.paused.value;
  const label = paused ? t("Go on") : t("Pause");
  return (
    <div class="tb-actions tb-watching" role="group" aria-label={t("Watching")}>
      {game.kind === "watch" ? (
        <>
          <button type="button" class="button icon" aria-label={label} title={label} onClick={() => pause(game)}>
            <Icon name={paused ? "play" : "pause"} />
          </button>
          <button type="button" class="button icon" aria-label={t("One move")} title={t("One move")} onClick={() => step(game)}>
            <Icon name="forward" />
          </button>
        </>
      ) : (
        <span class="tb-quiet">{t("You are watching.")}</span>
      )}
      <SpeedChoice quiet />
    </div>
  );
}
