/*
 * The mark of a ticket: a number, in a shape that says how the ticket stands. It is seen at both ends of the ticket on the board, and
 * beside it in the list.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Mark } from "./board";
import type { LocationOnBoard } from "./boards";

/** A diamond is open, a disc is done, a square that is struck out is lost: told apart without colours. */
function shape({ is }: Mark, x: number, y: number, r: number): string {
  const at = (dx: number, dy: number) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  if (is === "open") return `M${at(0, -1.3)}L${at(1.3, 0)}L${at(0, 1.3)}L${at(-1.3, 0)}Z`;
  if (is === "done") return `M${at(-1.05, 0)}a${1.05 * r} ${1.05 * r} 0 1 1 ${2.1 * r} 0a${1.05 * r} ${1.05 * r} 0 1 1 ${-2.1 * r} 0Z`;
  return `M${at(-0.95, -0.95)}H${(x + 0.95 * r).toFixed(1)}V${(y + 0.95 * r).toFixed(1)}H${(x - 0.95 * r).toFixed(1)}Z`;
}

function One({ mark, x, y, r }: { mark: Mark; x: number; y: number; r: number }) {
  const arm = 1.1 * r;
  return (
    <g class={`mark ${mark.is}`} data-mark={mark.number}>
      <path d={shape(mark, x, y, r)} stroke-width={r * 0.2} />
      <text x={x} y={y + r * 0.42} font-size={r * 1.2}>{mark.number}</text>
      {mark.is === "blocked" && <path class="struck" d={`M${x - arm} ${y + arm}L${x + arm} ${y - arm}`} stroke-width={r * 0.25} />}
    </g>
  );
}

/** Those of a place stand in a row on the side where its name is not. */
export function TicketMarks({ at, size, marks }: { at: LocationOnBoard; size: number; marks: readonly Mark[] }) {
  const { x, y, radius, label } = at.drawn;
  const { anchor, y: base } = Object.values(label)[0] ?? { anchor: "start", y: 0 };
  const r = size * 0.75;
  const pitch = 2.3 * r;
  const [dx, dy] = anchor === "middle" ? [-((marks.length - 1) / 2) * pitch, (base > y ? -1 : 1) * (radius + r)] : [0, -(radius + r * 0.8)];
  const step = anchor === "start" ? -pitch : pitch;
  const aside = anchor === "middle" ? 0 : Math.sign(step) * radius * 0.8;
  return <g data-marks={at.id}>{marks.map((mark, i) => <One key={mark.number} mark={mark} x={x + dx + aside + i * step} y={y + dy} r={r} />)}</g>;
}

/** The same in a list. */
export function MarkIcon({ mark }: { mark: Mark }) {
  return (
    <svg class="mark-icon" viewBox="-8 -8 16 16" aria-hidden="true">
      <One mark={mark} x={0} y={0} r={5.6} />
    </svg>
  );
}
