/*
 * Cards: the faces of the vehicle cards, the back of their pile, and tickets.
 *
 * A face fills the box that its style gives it (width by CSS; the height follows). Sky, sun and edge are the style sheet's: a table is
 * full of cards, and each element of them counts. A set of cards, for payments, has only their colours and shapes, in one drawing.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { memo } from "../board/memo";
import { putPath, roundedBox } from "../board/path";
import type { Counts } from "../net/protocol";
import { Land, Net, ground, sideShapes } from "./scenes";
import { kindShape } from "./symbols";

const box = "0 0 100 140";
/** Two corners without a line: a path with them covers all of the box, whatever else is in it, and a card that becomes another the same place. */
const corners = "M0 0h0M100 140h0";

function sign(kind: string, x: number, y: number, size: number): string {
  return putPath(kindShape(kind), { x, y, scale: size / 24, from: [12, 12] });
}

const inked = new Map<string, string>();

/** What is drawn in ink: the large sign, the one in the corner, and the vehicle in its landscape, which one sees through its windows. */
function inkOf(kind: string, vehicle: string): string {
  const key = `${kind} ${vehicle}`;
  let made = inked.get(key);
  if (made === undefined) {
    const { body = "", glass = "" } = sideShapes(vehicle) ?? {};
    const side = putPath(body + glass, { x: 19, y: ground(vehicle) - 22.4, scale: 62 / 72 });
    inked.set(key, (made = corners + sign(kind, 50, 52, 32.4) + sign(kind, 14, 15, 13) + side));
  }
  return made;
}

/** What is drawn on a card: once, since it never changes. */
const Face = memo(function Face({ kind, vehicle }: { kind: string; vehicle: string }) {
  return (
    <svg viewBox={box} preserveAspectRatio="none" aria-hidden="true">
      <Land vehicle={vehicle} />
      <path class="card-sign" d={inkOf(kind, vehicle)} />
    </svg>
  );
});

/**
 * One card; with `count` a number in its corner. It says nothing to a screen reader unless it
 * has a title, since what stands around it usually does.
 */
export function Card({ kind, vehicle = "train", count, title }: { kind: string; vehicle?: string; count?: number | undefined; title?: string }) {
  return (
    <span class={`card tall kind-${kind}`} role={title ? "img" : undefined} aria-label={title} aria-hidden={title ? undefined : "true"}>
      <Face kind={kind} vehicle={vehicle} />
      {count !== undefined && <span class="card-count">{count}</span>}
    </span>
  );
}

/** The back of the pile, or of a card that nobody sees. */
export function CardBack() {
  return (
    <span class="card back" aria-hidden="true">
      <svg viewBox={box} preserveAspectRatio="none" aria-hidden="true">
        <Net />
      </svg>
    </span>
  );
}

/** A small card, how far the next lies from it, and the circle in its middle. */
const SMALL = { width: 32, height: 46, pitch: 34, sun: 11, sign: 14.5 };

/** The cards of a set, side by side. */
export const CardSet = memo(
  function CardSet({ cards }: { cards: Counts }) {
    const { width, height, pitch, sun, sign: size } = SMALL;
    const y = height / 2;
    let last = width / 2 - pitch;
    const groups = Object.entries(cards).map(([kind, count]) => ({ kind, xs: Array.from({ length: count }, () => (last += pitch)) }));
    const edge = roundedBox(width - 1.5, height - 1.5, 5);
    /* each wild card has the rainbow for itself; the others of a kind are one path */
    const boxes = (kind: string, xs: number[]) => {
      const all = xs.map((x) => putPath(edge, { x, y }));
      return kind === "wild" ? all : [all.join("")];
    };
    return (
      <svg class="card-set" viewBox={`0 0 ${last + width / 2} ${height}`} aria-hidden="true">
        {groups.map(({ kind, xs }) => (
          <g key={kind} class={`kind-${kind}`}>
            {boxes(kind, xs).map((d) => (
              <path key={d} class="card-box" d={d} fill={kind === "wild" ? "url(#wild-card)" : "var(--kind)"} />
            ))}
            <path class="card-sun" d={xs.map((x) => `M${x - sun} ${y}a${sun} ${sun} 0 1 1 ${2 * sun} 0a${sun} ${sun} 0 1 1 ${-2 * sun} 0Z`).join("")} />
            <path class="card-sign" d={xs.map((x) => sign(kind, x, y, size)).join("")} />
          </g>
        ))}
      </svg>
    );
  },
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
);

/** Whether a ticket's way is built, can still be, or cannot. */
type TicketState = "done" | "open" | "blocked";

/** A ticket: two places on a line, and what they bring. `children` may say more below. */
export function TicketFace({ from, to, points, state = "open", long = false, children }: { from: string; to: string; points: number | string; state?: TicketState; long?: boolean; children?: ComponentChildren }) {
  return (
    <span class={`ticket ${state}${long ? " long" : ""}`}>
      <span class="ticket-line" aria-hidden="true" />
      <span class="ticket-places">
        <span class="ticket-place">{from}</span>
        <span class="ticket-place">{to}</span>
        {children}
      </span>
      <span class="ticket-points">{points}</span>
    </span>
  );
}
