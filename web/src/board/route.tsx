/*
 * A route on the board: its spaces in colour and sign, tunnels and ferries, the vehicles of whoever
 * claimed it; and the glow below one that can be chosen or is to be looked at. Drawn anew only when one
 * of its few properties changes.
 *
 * SPDX-License-Identifier: MIT
 */
import { useRef } from "preact/hooks";
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

/** The vehicles of a seat, each as long as its space. */
function Vehicles({ at, vehicle, seat, fresh }: { at: RouteOnBoard; vehicle: string; seat: number; fresh: boolean }) {
  const shapes = vehicleShapes(vehicle);
  const [length, width] = at.drawn.size;
  const high = (width * 1.16) / 16;
  const long = Math.min((length * 1.04) / 40, high * 1.35);
  return (
    <g class="vehicles">
      {at.drawn.spaces.map(({ x, y, turn }, i) => (
        <g key={i} transform={`translate(${x} ${y}) rotate(${turn}) scale(${long.toFixed(3)} ${high.toFixed(3)}) translate(-20 -8)`}>
          <g class={fresh ? "piece fresh" : "piece"} style={fresh ? { animationDelay: `${i * 70}ms` } : undefined}>
            <path class="shade" d={shapes?.body} />
            <path class="body" d={shapes?.body} fill={seatFill(seat)} />
            <path class="glass" d={shapes?.glass} />
            {vehicle !== "train" && <path class="roof" d={shapes?.line} />}
          </g>
        </g>
      ))}
    </g>
  );
}

interface RouteProps {
  at: RouteOnBoard;
  vehicle: string;
  owner: number | undefined;
  choosable: boolean;
  /** steps back behind what is lit */
  faint: boolean;
  /** for screen readers, where it can be chosen */
  label: string | undefined;
}

export const Route = memo(function Route({ at, vehicle, owner, choosable, faint, label }: RouteProps) {
  /* Only vehicles that come while one is looking are seen to be put down. */
  const before = useRef(owner);
  const fresh = useRef(false);
  if (before.current !== owner) {
    fresh.current = owner !== undefined;
    before.current = owner;
  }
  const state = `route kind-${at.route.colour}${choosable ? " choosable" : ""}${faint ? " faint" : ""}${owner === undefined ? "" : ` claimed seat-${owner}`}`;
  const button = choosable ? { role: "button" as const, tabindex: 0, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <g class={state} data-route={at.id} {...button}>
      <path class="touch" d={at.line} stroke-width={at.drawn.size[1] * 1.35} />
      <Spaces at={at} />
      {owner !== undefined && <Vehicles at={at} vehicle={vehicle} seat={owner} fresh={fresh.current} />}
    </g>
  );
});

/** The light below routes: "choosable" runs around their spaces, "lit" and "chosen" are a band. */
export const Halo = memo(function Halo({ why, width, line, rim }: { why: string; width: number; line: string; rim: string }) {
  return (
    <g class={`halo ${why}`}>
      <path class="band" d={line} stroke-width={width * 1.72} />
      <path class="rim" d={rim} />
    </g>
  );
});
