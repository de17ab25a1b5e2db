/*
 * The count at the end: source by source every player's points grow, first as bars that race
 * each other, then as the table that stays.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Score } from "../../game/game";
import { Icon } from "../../parts/icons";
import { SeatDot } from "../../parts/symbols";
import { speed } from "../../settings";
import { t } from "../../text";
import { moving } from "../playback";
import { signed, sourceName, sourcesIn } from "../words";

/** Milliseconds for each source, by the speed setting. */
const paces = [2000, 1200, 600, 0];

/** A number that runs to its goal instead of jumping. */
function useRunning(goal: number, ms: number): number {
  const [shown, setShown] = useState(goal);
  useEffect(() => {
    if (ms === 0) { setShown(goal); return; }
    const from = shown;
    const began = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      const part = Math.min(1, (now - began) / ms);
      setShown(Math.round(from + (goal - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [goal, ms]);
  return shown;
}

/** How many sources are counted so far; `all` at once where nothing is to move. */
export function useCount(scores: readonly Score[]): { counted: number; all: number; finish(): void } {
  const all = sourcesIn(scores[0]).length;
  const [counted, setCounted] = useState(moving() ? 0 : all);
  useEffect(() => {
    if (counted >= all) return;
    const timer = setTimeout(() => setCounted(counted + 1), counted === 0 ? 400 : paces[speed.peek()] ?? 1200);
    return () => clearTimeout(timer);
  }, [counted, all]);
  return { counted, all, finish: () => setCounted(all) };
}

function Bar({ name, seat, total, scale, winner }: { name: string; seat: number; total: number; scale: number; winner: boolean }) {
  const shown = useRunning(total, moving() ? 700 : 0);
  return (
    <li class={`count-bar seat-${seat}${winner ? " winner" : ""}`}>
      <span class="count-name"><SeatDot seat={seat} /><span>{name}</span>{winner && <Icon name="trophy" />}</span>
      <span class="meter"><i style={{ width: `${Math.max(0, (100 * total) / scale)}%` }} /></span>
      <span class="count-total tabular">{signed(shown)}</span>
    </li>
  );
}

export function Count({ scores, names, winners, counted }: {
  scores: readonly Score[]; names: readonly string[]; winners: readonly number[]; counted: number;
}) {
  const list = sourcesIn(scores[0]);
  const sum = (score: Score, upTo: number) => list.slice(0, upTo).reduce((points, source) => points + (score[source] ?? 0), 0);
  const scale = Math.max(1, ...scores.flatMap((score) => list.map((_, i) => sum(score, i + 1))));
  const done = counted >= list.length;
  const current = list[counted - 1];
  return (
    <>
      <ul class="count-bars" aria-hidden="true">
        {scores.map((score, seat) => (
          <Bar key={seat} name={names[seat] ?? ""} seat={seat} scale={scale} winner={done && winners.includes(seat)} total={sum(score, counted)} />
        ))}
      </ul>
      <div class={`count-table${names.length > 3 ? " many" : ""}`}>
        <table class="numbers">
          <caption class="visually-hidden">{t("Points of all players by source")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Points")}</th>
              {names.map((name, seat) => <th key={seat} scope="col"><SeatDot seat={seat} /> <span>{name}</span></th>)}
            </tr>
          </thead>
          <tbody>
            {list.map((source, row) => (
              <tr key={source} class={row < counted ? (source === current && !done ? "now" : "") : "later"}>
                <th scope="row">{sourceName(source)}</th>
                {scores.map((score, seat) => <td key={seat}>{signed(score[source] ?? 0)}</td>)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr class={done ? "" : "later"}>
              <th scope="row">{t("Total")}</th>
              {scores.map((score, seat) => <td key={seat}>{signed(score["total"] ?? 0)}</td>)}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}
