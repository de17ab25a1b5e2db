/*
 * Cards: the faces of the vehicle cards, the back of their pile, and tickets.
 *
 * A face fills the box that its style gives it (width by CSS; the height follows), "tall", or "small": only colour and
 * shape, for payments. Sky, sun and edge are the style sheet's: a table is full of cards, and each element of them counts.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { memo } from "../board/memo";
import { putPath } from "../board/path";
import { Land, Net, ground, sideShapes } from "./scenes";
import { KindSymbol, kindShape } from "./symbols";

export type CardShape = "tall" | "small";

const boxes: Record<CardShape, string> = { tall: "0 0 100 140", small: "0 0 40 52" };

function sign(kind: string, x: number, y: number, size: number): string {
  return putPath(kindShape(kind), { x, y, scale: size / 24, from: [12, 12] });
}

/** The landscape in the lower part of a card, with its vehicle. */
function Scene({ vehicle }: { vehicle: string }) {
  const side = sideShapes(vehicle);
  const at = { x: 19, y: ground(vehicle) - 22.4, scale: 62 / 72 };
  return (
    <>
      <Land vehicle={vehicle} />
      {side && <path class="scene-vehicle" d={putPath(side.body, at)} />}
      {side && <path class="side-glass" d={putPath(side.glass, at)} />}
    </>
  );
}

/** What is drawn on a card: once, since it never changes. */
const Face = memo(function Face({ kind, vehicle, shape }: { kind: string; vehicle: string; shape: CardShape }) {
  const tall = shape === "tall";
  return (
    <svg viewBox={boxes[shape]} preserveAspectRatio="none" aria-hidden="true">
      {tall && <Scene vehicle={vehicle} />}
      <path class="card-sign" d={tall ? sign(kind, 50, 52, 32.4) + sign(kind, 14, 15, 13) : sign(kind, 20, 26, 16.8)} />
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

/** The back of the pile, or of a card that nobody sees. */
export function CardBack() {
  return (
    <span class="card back" aria-hidden="true">
      <svg viewBox={boxes.tall} preserveAspectRatio="none" aria-hidden="true">
        <Net />
      </svg>
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
