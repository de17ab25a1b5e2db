/*
 * What a hint says.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { useAction } from "../load";
import type { Candidate, Evaluated } from "../net/evaluate";
import { botNames, levelName, levels } from "../players";
import { Select } from "../screens/controls";
import { adviser } from "../settings";
import { t } from "../text";
import { lossText, moveText, percentText, reasonText } from "./advice";
import { askHint } from "./hint";
import type { Ui } from "./ui";

/** What others think of it: the best of all that were tried out, or how sure it is. */
function others(game: Game, { moves }: Evaluated, chosen: Candidate): string {
  const best = moves[0];
  if (best && best !== chosen && chosen.less && chosen.less.share > 1.96 * chosen.less.se)
    return t("Tried out, another move does better: {move} ({loss}).", { move: moveText(game.map, best.move), loss: lossText(-chosen.less.share, chosen.less.se) });
  const rival = moves[1];
  if (best !== chosen || !rival?.less) return "";
  return rival.less.share > 1.96 * rival.less.se
    ? t("The next best move: {loss}.", { loss: lossText(rival.less.share, rival.less.se) })
    : t("Other moves may be as good.");
}

/** Who is asked; the same decision counts once. */
function Adviser({ game, ui }: { game: Game; ui: Ui }) {
  const { busy, act } = useAction();
  const choose = (level: string) => {
    adviser.value = level;
    act(() => askHint(game, ui));
  };
  return (
    <span aria-busy={busy}>
      <Select legend={t("Who is asked")} quiet value={levels.find((level) => level === adviser.value) ?? "expert"} onChange={choose}
        options={levels.map((level) => ({ value: level, label: `${botNames[level]} (${levelName(level)})` }))} />
    </span>
  );
}

export function HintNote({ game, ui }: { game: Game; ui: Ui }) {
  const hint = ui.hint.value;
  if (!hint) return null;
  const move = hint.bot ?? hint.moves[0]?.move ?? "";
  const chosen = hint.moves.find((one) => one.move === move);
  const close = () => {
    ui.hint.value = null;
    ui.better.value = null;
  };
  const why = chosen ? reasonText(game.map, chosen) : "";
  const share = chosen && `${percentText(chosen.share[hint.seat] ?? 0)} ± ${Math.max(1, Math.round((chosen.se[hint.seat] ?? 0) * 196))}`;
  return (
    <div class="tb-hint">
      <p><b>{t("{bot} would do this:", { bot: botNames[levels.find((level) => level === adviser.value) ?? "expert"] })}</b> {moveText(game.map, move)}. {why}</p>
      {chosen && share && <p class="text-s">{t("Share of the victory: {share}.", { share })} {others(game, hint, chosen)}</p>}
      <Adviser game={game} ui={ui} />
      <button type="button" class="button small" onClick={close}>{t("Close")}</button>
    </div>
  );
}
