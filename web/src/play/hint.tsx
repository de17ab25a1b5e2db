/*
 * A hint: what a bot that tries moves out would do in one's place, and why. It is counted, and the end of the game says so.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import type { Game } from "../game/game";
import type { Evaluated } from "../net/evaluate";
import { Icon } from "../parts/icons";
import { botNames } from "../players";
import { t } from "../text";
import { lossText, moveText, percentText, reasonText } from "./advice";
import type { Ui } from "./ui";

/** Whether hints may be asked for: not where results are compared, nor where one is guided. */
export function mayHint(game: Game): boolean {
  return game.hint !== undefined && (game.kind === "solo" || game.kind === "device") && game.special?.day === undefined && game.special?.lesson === undefined;
}

export function HintButton({ game, ui }: { game: Game; ui: Ui }) {
  const [busy, setBusy] = useState(false);
  const mine = game.settled.value && game.moves.value.length > 1;
  const ask = async (): Promise<void> => {
    const moves = game.moves.peek();
    setBusy(true);
    const hint = await game.hint?.();
    setBusy(false);
    /* while it was worked out the move may have been made */
    if (hint && game.moves.peek() === moves) ui.hint.value = hint;
  };
  return (
    <button type="button" class="button quiet icon tb-hint-button" aria-label={t("Hint")} title={t("Hint")} aria-busy={busy} disabled={!mine || busy} onClick={() => void ask()}>
      <Icon name="bulb" />
    </button>
  );
}

/** How sure it is that the best is better than what comes next. */
function next({ moves }: Evaluated): string {
  const rival = moves[1];
  if (!rival?.less) return "";
  return rival.less.share > 1.96 * rival.less.se
    ? t("The next best move: {loss}.", { loss: lossText(rival.less.share, rival.less.se) })
    : t("Other moves may be as good.");
}

export function HintNote({ game, ui }: { game: Game; ui: Ui }) {
  const hint = ui.hint.value;
  const best = hint?.moves[0];
  return (
    <div role="status">
      {hint && best && (
        <div class="tb-note tb-hint">
          <p><b>{t("{bot} would do this:", { bot: botNames.expert })}</b> {moveText(game.map, best.move)}.</p>
          {reasonText(game.map, best) && <p>{reasonText(game.map, best)}</p>}
          <p class="text-s">{t("Share of the victory: {share}.", { share: `${percentText(best.share[hint.seat] ?? 0)} ± ${Math.max(1, Math.round((best.se[hint.seat] ?? 0) * 196))}` })} {next(hint)}</p>
          <button type="button" class="button small" onClick={() => (ui.hint.value = null)}>{t("Close")}</button>
        </div>
      )}
    </div>
  );
}
