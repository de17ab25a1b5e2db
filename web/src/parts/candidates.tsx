/*
 * The moves of a position with what they are worth, the best first. One of them can be chosen.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import type { Candidate, Evaluated } from "../net/evaluate";
import type { Move } from "../net/protocol";
import { lossText, moveText, percentText, reasonText } from "../play/advice";
import { n, t } from "../text";

interface Props {
  map: MapFile;
  evaluated: Evaluated;
  /** how many are shown */
  most?: number;
  /** what a click on one does; without it they cannot be chosen */
  onChoose?(move: Move): void;
  /** is marked, as on the board */
  chosen?: Move | null;
}

/** Worse than the best beyond doubt, or perhaps as good. */
function isWorse({ less }: Candidate): boolean {
  return less !== undefined && less.share > 1.96 * less.se && less.share > 0;
}

function Values({ candidate, seat }: { candidate: Candidate; seat: number }) {
  const share = candidate.share[seat] ?? 0;
  return (
    <span class="candidate-values">
      <span class="candidate-bar" aria-hidden="true"><span style={{ inlineSize: `${share * 100}%` }} /></span>
      <span class="tabular" title={t("share of the victory")}>{`${percentText(share)} ± ${Math.max(1, Math.round((candidate.se[seat] ?? 0) * 196))}`}</span>
      {candidate.less && <span class={`tabular ${isWorse(candidate) ? "review-loss" : "muted"}`} title={t("against the best move")}>{lossText(candidate.less.share, candidate.less.se)}</span>}
    </span>
  );
}

export function Candidates({ map, evaluated, most = 6, onChoose, chosen = null }: Props) {
  return (
    <>
      <ol class="candidates">
        {evaluated.moves.slice(0, most).map((candidate) => {
          const why = reasonText(map, candidate);
          const inner = (
            <>
              <span class="candidate-move">{moveText(map, candidate.move)}</span>
              <Values candidate={candidate} seat={evaluated.seat} />
              {why && <span class="candidate-why muted text-s">{why}</span>}
            </>
          );
          return (
            <li key={candidate.move} class={candidate.less && isWorse(candidate) ? "worse" : ""}>
              {onChoose ? <button type="button" class="candidate" aria-pressed={chosen === candidate.move} onClick={() => onChoose(candidate.move)}>{inner}</button> : <div class="candidate">{inner}</div>}
            </li>
          );
        })}
      </ol>
      <p class="hint">{n("{n} game played out for each; ± is the range that holds 95 times of 100.", "{n} games played out for each; ± is the range that holds 95 times of 100.", evaluated.rounds)}</p>
    </>
  );
}
