/*
 * Cards: the faces of the vehicle cards, the back of their pile, and tickets.
 *
 * A face fills the box that its style gives it (width by CSS; the height follows), "tall"
 * or "wide", or "small": only colour and shape, for hands on a phone and for payments.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { memo } from "../board/memo";
import { putPath } from "../board/path";
import { Land, ground, sideHref, sideShapes } from "./scenes";
import { KindSymbol, kindShape } from "./symbols";

export type CardShape = "tall" | "wide" | "small";

const boxes: Record<CardShape, { width: number; height: number; corner: number; sun: [number, number, number] }> = {
  tall: { width: 100, height: 140, corner: 9, sun: [50, 52, 27] },
  wide: { width: 140, height: 92, corner: 9, sun: [70, 35, 22] },
  small: { width: 40, height: 52, corner: 6, sun: [20, 26, 14] },
};

function Shape({ kind, x, y, size }: { kind: string; x: number; y: number; size: number }) {
  return <path d={putPath(kindShape(kind), { x, y, scale: size / 24, from: [12, 12] })} fill="var(--kind-ink)" fill-rule="evenodd" />;
}

/** The landscape in the lower part of a card, with its vehicle: plain paths on the cards that a table is full of. */
function Scene({ vehicle, width, height }: { vehicle: string; width: number; height: number }) {
  const middle = width / 2;
  const side = sideShapes(vehicle);
  const at = { x: 19, y: ground(vehicle) - 22.4, scale: 62 / 72 };
  if (width === 100 && side)
    return (
      <>
        <Land vehicle={vehicle} />
        <path class="scene-vehicle" d={putPath(side.body, at)} />
        <path class="side-glass" d={putPath(side.glass, at)} />
      </>
    );
  return (
    <g transform={`translate(${middle} ${height - 140})`}>
      {width > 100 && <use href={`#scene-${vehicle}`} width="100" height="140" transform="scale(-1 1)" />}
      <use href={`#scene-${vehicle}`} x={width > 100 ? 0 : -50} width="100" height="140" />
      <use class="scene-vehicle" href={sideHref(vehicle)} x="-31" y={ground(vehicle) - 22.4} width="62" height="22.4" />
    </g>
  );
}

function Edge({ shape }: { shape: CardShape }) {
  const { width, height, corner } = boxes[shape];
  return <rect class="card-edge" x=".75" y=".75" width={width - 1.5} height={height - 1.5} rx={corner - 0.75} />;
}

/** What is drawn on a card: once, since it never changes. */
const Face = memo(function Face({ kind, vehicle, shape }: { kind: string; vehicle: string; shape: CardShape }) {
  const { width, height, sun: [x, y, r] } = boxes[shape];
  /* a question has dozens of small ones: their ground is in the style sheet */
  if (shape === "small")
    return (
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Shape kind={kind} x={x} y={y} size={r * 1.2} />
      </svg>
    );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect class="card-sky" width={width} height={height} />
      {kind === "wild" && <use href="#card-rainbow" x={x - 3.6 * r} y={y - 3.6 * r} width={7.2 * r} height={7.2 * r} />}
      <circle class="card-sun" cx={x} cy={y} r={r} />
      <Scene vehicle={vehicle} width={width} height={height} />
      <Shape kind={kind} x={x} y={y} size={r * 1.2} />
      <Shape kind={kind} x={14} y={15} size={13} />
      <Edge shape={shape} />
    </svg>
  );
});

/**
 * One card; with `count` a number in its corner. It says nothing to a screen reader unless it
 * has a title, since what stands around it usually does.
 */
export function Card({ kind, vehicle = "train", count, shape = "tall", title }: { kind: string; vehicle?: string; count?: number | undefined; shape?: CardShape; title?: string }) {
  return (
    <span class={`card ${shape} kind-${kind}`} role={title ? "img" : undefined} aria-label={title} aria-hidden={title ? undefined : "true"}>
      <Face kind={kind} vehicle={vehicle} shape={shape} />
      {count !== undefined && <span class="card-count">{count}</span>}
    </span>
  );
}

/** The back of the pile, or of a card that nobody sees; with `count` how many there are. */
export function CardBack({ count, shape = "tall", title }: { count?: number | undefined; shape?: CardShape; title?: string }) {
  const { width, height } = boxes[shape];
  return (
    <span class={`card back ${shape}`} role={title ? "img" : undefined} aria-label={title} aria-hidden={title ? undefined : "true"}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect class="card-sky" width={width} height={height} />
        <svg width={width} height={height} viewBox="0 0 100 140" preserveAspectRatio="xMidYMid slice">
          <use href="#card-back" width="100" height="140" />
        </svg>
        <Edge shape={shape} />
      </svg>
      {count !== undefined && <span class="card-count">{count}</span>}
    </span>
  );
}

/** Whether a ticket's way is built, can still be, or cannot. */
export type TicketState = "done" | "open" | "blocked";

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

/** So many cards of a kind, as costs are written: the shape, a cross, the number. */
export function CardCost({ kind, count }: { kind: string; count: number }) {
  return (
    <span class={`cost kind-${kind}`}>
      <KindSymbol kind={kind} />
      {count}
    </span>
  );
}
