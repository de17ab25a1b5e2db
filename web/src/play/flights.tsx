/*
 * Things in motion: while a move is shown, cards, tickets and pieces fly from where they were to
 * where they go, so that one can follow what the others do. Nothing waits for it.
 *
 * SPDX-License-Identifier: MIT
 */
import { render, type VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Game, TableEvent } from "../game/game";
import { parseMove } from "../game/moves";
import type { LocationId, RouteId } from "../net/protocol";
import { Card, CardBack } from "../parts/card";
import { Icon } from "../parts/icons";
import { Passenger, Station, Vehicle } from "../parts/pieces";
import { stillness } from "../settings";

/** Shorter than this nothing can be followed, and nothing flies. */
const LEAST_MS = 120;
const APART = 0.12;

function visible(selector: string): DOMRect | null {
  for (const element of document.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight) return box;
  }
  return null;
}

function anchor(...names: string[]): DOMRect | null {
  for (const name of names) {
    const box = visible(`[data-anchor="${name}"]`);
    if (box) return box;
  }
  return null;
}

interface Flight {
  what: VNode;
  size: "card" | "ticket" | "piece";
  from: DOMRect | null;
  to: DOMRect | null;
  /** which of several that fly together */
  index?: number;
}

function centre(box: DOMRect): [number, number] {
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function fly({ what, size, from, to, index = 0 }: Flight, pace: number): void {
  if (!from || !to) return;
  const element = document.createElement("div");
  element.className = `tb-flight tb-flight-${size}`;
  element.setAttribute("aria-hidden", "true");
  document.body.append(element);
  render(what, element);
  const [x0, y0] = centre(from);
  const [x1, y1] = centre(to);
  const lift = Math.min(80, Math.hypot(x1 - x0, y1 - y0) / 6);
  const place = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const motion = element.animate(
    [
      { transform: place(x0, y0, 1), opacity: 0.9 },
      { transform: place((x0 + x1) / 2, (y0 + y1) / 2 - lift, 1.15), opacity: 1, offset: 0.5 },
      { transform: place(x1, y1, 0.75), opacity: 0.6 },
    ],
    { duration: pace * 0.8, delay: index * APART * pace, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" },
  );
  const gone = (): void => {
    render(null, element);
    element.remove();
  };
  motion.onfinish = gone;
  motion.oncancel = gone;
}

/** Where a seat's things are on the screen; one's own cards are in the hand. */
function seatBox(game: Game, seat: number, kind?: string): DOMRect | null {
  if (seat === game.me.value && kind) {
    const hand = anchor(`hand-${kind}`);
    if (hand) return hand;
  }
  return anchor(`seat-${seat}`, `strip-${seat}`);
}

/** What lies on the board, unless one has zoomed past it. */
function onBoard(boxes: readonly DOMRect[]): DOMRect[] {
  const board = visible(".tb-board");
  if (!board) return [];
  return boxes.filter((box) => {
    const [x, y] = centre(box);
    return x > board.left && x < board.right && y > board.top && y < board.bottom;
  });
}

function placeBox(location: LocationId): DOMRect | null {
  return onBoard(Array.from(document.querySelectorAll(`.tb-board [data-location="${location}"]`), (place) => place.getBoundingClientRect()))[0] ?? null;
}

/** A vehicle for each space of a route. */
function vehiclesTo(game: Game, seat: number, route: RouteId): Flight[] {
  const spaces = Array.from(document.querySelectorAll(`.tb-board [data-route="${route}"] .space`), (space) => space.getBoundingClientRect());
  const from = seatBox(game, seat);
  return onBoard(spaces).map((to, index) => ({ what: <Vehicle vehicle={game.map.vehicle} seat={seat} />, size: "piece", from, to, index }));
}

function flightsOf(game: Game, event: TableEvent): Flight[] {
  if (event.what !== "moved") return [];
  const { did } = event;
  const move = parseMove(did.move);
  const vehicle = game.map.vehicle;
  switch (move.is) {
    case "draw": {
      if (move.from === "pile") {
        const known = typeof did.drew === "string" ? did.drew : undefined;
        const what = known ? <Card kind={known} vehicle={vehicle} /> : <CardBack />;
        return [{ what, size: "card", from: anchor("pile"), to: seatBox(game, did.seat, known) }];
      }
      const slot = game.view.value?.display.indexOf(move.from) ?? 0;
      return [{ what: <Card kind={move.from} vehicle={vehicle} />, size: "card", from: anchor(`display-${slot}`), to: seatBox(game, did.seat, move.from) }];
    }
    case "tickets":
      return [0, 1].map((index) => ({ what: <Icon name="ticket" />, size: "ticket", from: anchor("tickets"), to: anchor(`seat-${did.seat}`, `strip-${did.seat}`), index }));
    case "claim":
      return did.reveal ? [] : vehiclesTo(game, did.seat, move.route);
    case "pay":
      return vehiclesTo(game, did.seat, game.view.value?.pending?.route ?? "");
    case "station":
      return [{ what: <Station seat={did.seat} />, size: "piece", from: seatBox(game, did.seat), to: placeBox(move.location) }];
    case "take":
      return move.passengers.map(({ location, colour }, index) => ({
        what: <Passenger colour={colour} />,
        size: "piece",
        from: placeBox(location),
        to: seatBox(game, did.seat),
        index,
      }));
    default:
      return [];
  }
}

/** Draws nothing by itself. */
export function Flights({ game }: { game: Game }) {
  const event = game.now.value;
  useEffect(() => {
    const pace = game.pace.value;
    if (event?.what === "moved" && pace >= LEAST_MS && !stillness.peek()) for (const flight of flightsOf(game, event)) fly(flight, pace);
  }, [event]);
  return null;
}
