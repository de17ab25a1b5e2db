/*
 * The moves that are worth a try in a position, with what each can expect of the victory. It is worked out in a worker while one looks,
 * rough at first.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { MapFile } from "../../maps";
import type { Candidate, Evaluated } from "../../net/evaluate";
import { WorkerLink } from "../../net/local";
import type { Move, View } from "../../net/protocol";
import { lossText, moveText, reasonText } from "../../play/advice";
import { distinctBy } from "../../play/words";
import { t } from "../../text";

/** One answer, and how many of them there are before it rests. */
const ANSWER_MS = 250;
const ANSWERS = 40;
/** So many moves are listed. */
const MOST = 8;

function useEvaluated(map: MapFile, position: View, open: boolean): { found: Evaluated | null; busy: boolean; stop(): void; more(): void } {
  const [found, setFound] = useState<Evaluated | null>(null);
  const [left, setLeft] = useState(ANSWERS);
  const link = useRef<WorkerLink | null>(null);
  const begun = useRef("");
  const key = `${open} ${JSON.stringify(position)}`;
  useEffect(() => {
    link.current = new WorkerLink();
    return () => link.current?.close();
  }, []);
  useEffect(() => setLeft(ANSWERS), [key]);
  useEffect(() => {
    if (left <= 0) return undefined;
    let gone = false;
    const fresh = begun.current !== key;
    begun.current = key;
    if (fresh) setFound(null);
    const ask = fresh
      ? link.current?.send({ do: "evaluate", map: JSON.stringify(map), position: JSON.stringify(position), open, ms: ANSWER_MS })
      : link.current?.send({ do: "evaluate-on", ms: ANSWER_MS });
    ask?.then((answer) => {
      if (gone) return;
      setFound(answer);
      setLeft(answer ? left - 1 : 0);
    }).catch(() => { if (!gone) setLeft(0); });
    return () => void (gone = true);
  }, [key, left]);
  return { found, busy: left > 0, stop: () => setLeft(0), more: () => setLeft(ANSWERS) };
}

const percent = (part: number): string => `${Math.round(part * 100)}`;
/** Worse than the best beyond doubt, or perhaps as good. */
const isWorse = ({ less }: Candidate): boolean => less !== undefined && less.share > 1.96 * less.se && less.share > 0;
const lead = (margin: number): string => `${margin < 0 ? "−" : "+"}${Math.abs(margin).toFixed(1)}`;

export function Candidates({ map, position, open, onMove }: { map: MapFile; position: View; open: boolean; onMove(move: Move): void }) {
  const { found, busy, stop, more } = useEvaluated(map, position, open);
  const seat = found?.seat ?? 0;
  return (
    <div class="stack analyse-candidates" aria-busy={busy}>
      <p class="cluster">
        {busy ? <button type="button" class="button small" onClick={stop}>{t("Stop")}</button> : <button type="button" class="button small" onClick={more}>{t("Think longer")}</button>}
        <span class="hint">{t("In percent of a victory and points of a lead; ± is the range that holds 95 times of 100.")}</span>
      </p>
      <ol>
        {found && distinctBy(found.moves, ({ move }) => moveText(map, move)).slice(0, MOST).map((candidate) => (
          <li key={candidate.move}>
            <button type="button" class="end-ticket" onClick={() => onMove(candidate.move)}>
              <span class="meter"><i style={{ width: percent(candidate.share[seat] ?? 0) + "%" }} /></span>
              <span class="end-ticket-name">{moveText(map, candidate.move)} <span class="muted">{reasonText(map, candidate)}</span></span>
              <span class="tabular">{`${percent(candidate.share[seat] ?? 0)} ± ${Math.max(1, Math.round((candidate.se[seat] ?? 0) * 196))} %`}<br /><span class="muted">{lead(candidate.margin[seat] ?? 0)}</span>{candidate.less && <><br /><span class={isWorse(candidate) ? "review-loss" : "muted"} title={t("against the best move")}>{lossText(candidate.less.share, candidate.less.se)}</span></>}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
