/*
 * The scores over time: for every move what each player would have had if the game had ended
 * there. A click goes to that move.
 *
 * SPDX-License-Identifier: MIT
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Replay } from "../../game/game";
import { t } from "../../text";
import { signed } from "../words";

const height = 260;
const margin = { left: 44, right: 16, top: 12, bottom: 28 };

/** The seats differ by their dashes too. */
const dashes = ["", "9 4", "2 4", "12 4 2 4", "5 3"];

/** Steps that people count in: 1, 2, 5, 10 … */
function stepFor(range: number, about: number): number {
  const rough = range / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => step >= rough) ?? power;
}

interface Scale {
  x(position: number): number;
  y(points: number): number;
  lines: number[];
}

/** The width of an element, for drawings whose letters are not to shrink with it. */
export function useWidth(fallback: number): { ref: RefObject<HTMLElement | null>; width: number } {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(fallback);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || fallback));
    setWidth(element.clientWidth || fallback);
    observer.observe(element);
    return () => observer.disconnect();
  }, [fallback]);
  return { ref, width };
}

function scaleOf(replay: Replay, width: number): Scale {
  const totals = replay.history.flat().map((score) => score["total"] ?? 0);
  const step = Math.max(1, stepFor(Math.max(...totals, 1) - Math.min(...totals, 0), 5));
  const low = Math.floor(Math.min(...totals, 0) / step) * step;
  const high = Math.ceil(Math.max(...totals, 1) / step) * step;
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  return {
    x: (position) => margin.left + (inner.width * position) / Math.max(1, replay.length),
    y: (points) => margin.top + inner.height * (1 - (points - low) / (high - low)),
    lines: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step),
  };
}

export function Chart({ replay, names }: { replay: Replay; names: readonly string[] }) {
  const { ref, width } = useWidth(640);
  const { x, y, lines } = scaleOf(replay, width);
  const at = replay.position.value;
  const seats = names.map((_, seat) => seat);
  const path = (seat: number) => replay.history.map((scores, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(scores[seat]?.["total"] ?? 0).toFixed(1)}`).join("");
  const click = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const inside = ((event.clientX - box.left) * width) / box.width - margin.left;
    const part = inside / (width - margin.left - margin.right);
    replay.seek(Math.round(Math.max(0, Math.min(1, part)) * replay.length));
  };
  return (
    <figure class="chart" ref={ref}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("Points of every player over the game")} onClick={click}>
        {lines.map((points) => (
          <g key={points}>
            <path class={points === 0 ? "chart-zero" : "chart-line"} d={`M${margin.left} ${y(points)}H${width - margin.right}`} />
            <text class="chart-text" x={margin.left - 8} y={y(points) + 4} text-anchor="end">{signed(points)}</text>
          </g>
        ))}
        <text class="chart-text" x={margin.left} y={height - 6}>{t("beginning")}</text>
        <text class="chart-text" x={width - margin.right} y={height - 6} text-anchor="end">{t("end")}</text>
        {seats.map((seat) => <path key={seat} class={`chart-seat seat-${seat}`} stroke-dasharray={dashes[seat]} d={path(seat)} />)}
        <path class="chart-at" d={`M${x(at)} ${margin.top}V${height - margin.bottom}`} />
        {seats.map((seat) => <circle key={seat} class={`chart-dot seat-${seat}`} r="4" cx={x(at)} cy={y(replay.history[at]?.[seat]?.["total"] ?? 0)} />)}
      </svg>
      <figcaption class="cluster">
        {names.map((name, seat) => (
          <span key={seat} class={`chart-key seat-${seat}`}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path class="chart-seat" d="M0 4H28" stroke-dasharray={dashes[seat]} /></svg>
            {name} <b class="tabular">{signed(replay.history[at]?.[seat]?.["total"] ?? 0)}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
