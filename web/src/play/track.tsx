/*
 * The score track, for those who want one as around a printed board: a hundred points in a row, and a piece of every player. The players' list
 * says the same in numbers, so screen readers read it once.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Shown } from "../game/game";
import { Vehicle } from "../parts/pieces";
import { scoreTrack } from "../settings";

/** Points of one round; who has more goes round again. */
const ROUND = 100;
const marks = Array.from({ length: ROUND / 10 + 1 }, (_, i) => i * 10);

export function ScoreTrack({ game }: { game: Shown }) {
  const points = game.view.value?.points;
  if (!scoreTrack.value || !points) return null;
  return (
    <div class="tb-track" aria-hidden="true">
      <div class="tb-track-line">
        {marks.map((mark) => <span key={mark} class="tb-track-mark" style={{ left: `${(100 * mark) / ROUND}%` }}>{mark}</span>)}
        {points.map((total, seat) => (
          <span key={seat} class={`tb-track-piece seat-${seat}`} data-seat={seat} data-points={total} style={{ left: `${(100 * (total % ROUND)) / ROUND}%`, top: `${4 + seat * 2}px` }}>
            <Vehicle vehicle={game.map.vehicle} seat={seat} size={24} />
            {total >= ROUND && <b>+{total - (total % ROUND)}</b>}
          </span>
        ))}
      </div>
    </div>
  );
}
