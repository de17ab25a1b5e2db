/*
 * A route on the board: its spaces in colour and sign, tunnels and ferries; upon them the spaces and vehicles of the seat that
 * claimed it; and the glow below one that can be chosen or is to be looked at. Drawn again only when one
 * of its few properties changes.
 *
 * SPDX-License-Identifier: MIT
 */
import { vehicleShapes } from "../parts/pieces";
import { cardColour, fan, kindShape, seatFill } from "../parts/symbols";
import type { Space } from "./board";
import type { RouteOnBoard } from "./boards";
import { memo } from "./memo";
import { putPath } from "./path";

/** A wild card's sign on a space of a ferry. */
function Wild({ at: { x, y }, size }: { at: Space; size: number }) {
  return (
    <g class="kind-wild">
      {fan.map(({ kind, shape }) => (
        <path key={kind} d={putPath(shape, { x, y, scale: size / 24, from: [12, 12] })} fill={cardColour(kind)} />
      ))}
      <circle cx={x} cy={y} r={size * 0.36} fill="var(--kind)" />
      <path d={putPath(kindShape("wild"), { x, y, scale: (size * 0.62) / 24, from: [12, 12] })} fill="var(--kind-ink)" />
    </g>
  );
}

/** Everything of a route that never changes in a game. */
const Spaces = memo(function Spaces({ at }: { at: RouteOnBoard }) {
  const { route, drawn } = at;
  const width = drawn.size[1];
  return (
    <>
      {route.tunnel && <path class="walls" d={at.walls} />}
      {route.tunnel && <path class="stones" d={at.stones} stroke-width={width * 0.1} />}
      {at.spaces.map((space, i) => (
        <path key={i} class="space" d={space} />
      ))}
      {at.signs && <path class="sign" d={at.signs} />}
      {drawn.spaces.slice(0, route.ferry ?? 0).map((space, i) => (
        <Wild key={i} at={space} size={width * 0.86} />
      ))}
    </>
  );
});

/** Vehicles on some spaces, each as long as its space: together they are few paths. */
function Vehicles({ at, spaces, vehicle, seat, delay }: { at: RouteOnBoard; spaces: readonly Space[]; vehicle: string; seat: number; delay: number | null }) {
  const shapes = vehicleShapes(vehicle);
  if (!shapes) return null;
  const [length, width] = at.drawn.size;
  const high = (width * 1.16) / 16;
  const long = Math.min((length * 1.04) / 40, high * 1.35);
  const put = (shape: string) => spaces.map(({ x, y, turn }) => putPath(shape, { x, y, turn, scale: [long, high], from: [20, 8] })).join("");
  const body = put(shapes.body);
  return (
    <g class={delay === null ? "piece" : "piece fresh"} style={delay === null ? undefined : { animationDelay: `${delay}ms` }}>
      <path class="shade" d={body} stroke-width={3 * high} />
      <path class="body" d={body} fill={seatFill(seat)} stroke-width={1.5 * high} />
      <path class="glass" d={put(shapes.glass)} />
      {vehicle !== "train" && <path class="roof" d={put(shapes.line)} stroke-width={1.5 * high} />}
    </g>
  );
}

interface ClaimProps {
  at: RouteOnBoard;
  vehicle: string;
  seat: number;
  faint: boolean;
  /** it comes while one is looking: its vehicles are seen to be put down, one after the other */
  fresh: boolean;
}

/** A claimed route belongs to its seat: the colour of the cards has had its day, and is covered. Its lasting shape is a handful of paths. */
export const Claim = memo(
  function Claim({ at, vehicle, seat, faint, fresh }: ClaimProps) {
    const each = fresh ? at.drawn.spaces.map((space) => [space]) : [at.drawn.spaces];
    return (
      <g class={`claim seat-${seat}${faint ? " faint" : ""}`} data-claim={at.id}>
        <path class={at.route.tunnel ? "taken thin" : "taken"} d={at.spaces.join("")} />
        {each.map((spaces, i) => (
          <Vehicles key={i} at={at} spaces={spaces} vehicle={vehicle} seat={seat} delay={fresh ? i * 70 : null} />
        ))}
      </g>
    );
  },
  (a, b) => a.at === b.at && a.seat === b.seat && a.faint === b.faint,
);

interface RouteProps {
  at: RouteOnBoard;
  choosable: boolean;
  /** steps back behind what is lit */
  faint: boolean;
  /** for screen readers, where it can be chosen */
  label: string | undefined;
}

export const Route = memo(function Route({ at, choosable, faint, label }: RouteProps) {
  const state = `route kind-${at.route.colour}${choosable ? " choosable" : ""}${faint ? " faint" : ""}`;
  const button = choosable ? { role: "button" as const, tabindex: 0, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <g class={state} data-route={at.id} {...button}>
      <Spaces at={at} />
    </g>
  );
});

/** The light below routes: "glows" runs around their spaces, "lit" and "chosen" are a band. */
export const Halo = memo(function Halo({ why, width, line, rim }: { why: string; width: number; line: string; rim: string }) {
  return (
    <g class={`halo ${why}`}>
      <path class="band" d={line} stroke-width={width * 1.72} />
      <path class="rim" d={rim} />
    </g>
  );
});
