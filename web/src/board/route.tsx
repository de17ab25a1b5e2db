/*
 * A route on the board: its spaces in colour and sign, tunnels and ferries, the vehicles of whoever
 * claimed it; and the glow below one that can be chosen or is to be looked at. Drawn anew only when one
 * of its few properties changes.
 *
 * SPDX-License-Identifier: MIT
 */
import { useRef } from "preact/hooks";
import { vehicleHref } from "../parts/pieces";
import { kindHref, kinds } from "../parts/symbols";
import type { RouteOnBoard } from "./boards";
import { memo } from "./memo";

const sign = new Set(kinds);

/** A wild card's sign on a space of a ferry. */
function Wild({ size }: { size: number }) {
  const inner = size * 0.62;
  return (
    <g class="kind-wild">
      <use href="#wild-fan" x={-size / 2} y={-size / 2} width={size} height={size} />
      <circle r={size * 0.36} fill="var(--kind)" />
      <use href={kindHref("wild")} x={-inner / 2} y={-inner / 2} width={inner} height={inner} fill="var(--kind-ink)" />
    </g>
  );
}

function Space({ at, index }: { at: RouteOnBoard; index: number }) {
  const { route, drawn } = at;
  const { x, y, turn } = drawn.spaces[index]!;
  const [length, width] = drawn.size;
  const wild = index < (route.ferry ?? 0);
  const size = width * 0.72;
  const rock = 2.2;
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      {route.tunnel && (
        <rect
          class="tunnel" x={-length / 2 + rock / 2} y={-width / 2 + rock / 2} width={length - rock} height={width - rock}
          rx={width * 0.2}
        />
      )}
      <rect
        class="space" x={-length / 2 + (route.tunnel ? rock : 0)} y={-width / 2 + (route.tunnel ? rock : 0)}
        width={length - (route.tunnel ? 2 * rock : 0)} height={width - (route.tunnel ? 2 * rock : 0)}
        rx={width * (route.tunnel ? 0.1 : 0.2)}
      />
      {wild && <Wild size={width * 0.86} />}
      {!wild && sign.has(route.colour) && (
        <use class="sign" href={kindHref(route.colour)} x={-size / 2} y={-size / 2} width={size} height={size} />
      )}
    </g>
  );
}

/** Everything of a route that never changes in a game. */
const Spaces = memo(function Spaces({ at }: { at: RouteOnBoard }) {
  return (
    <>
      {at.drawn.spaces.map((_, i) => (
        <Space key={i} at={at} index={i} />
      ))}
    </>
  );
});

function Vehicles({ at, vehicle, seat, fresh }: { at: RouteOnBoard; vehicle: string; seat: number; fresh: boolean }) {
  const [length, width] = at.drawn.size;
  const high = width * 1.16;
  const long = Math.min(length * 1.04, high * 2.9);
  return (
    <g class={fresh ? "vehicles fresh" : "vehicles"}>
      {at.drawn.spaces.map(({ x, y, turn }, i) => (
        <g key={i} transform={`translate(${x} ${y}) rotate(${turn})`}>
          <g class="piece" style={fresh ? { animationDelay: `${i * 70}ms` } : undefined}>
            <use href={vehicleHref(vehicle, seat)} x={-long / 2} y={-high / 2} width={long} height={high} />
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
  /** for screen readers, where it can be chosen */
  label: string | undefined;
}

export const Route = memo(function Route({ at, vehicle, owner, choosable, label }: RouteProps) {
  /* Only vehicles that come while one is looking are seen to be put down. */
  const before = useRef(owner);
  const fresh = useRef(false);
  if (before.current !== owner) {
    fresh.current = owner !== undefined;
    before.current = owner;
  }
  const state = `route kind-${at.route.colour}${choosable ? " choosable" : ""}${owner === undefined ? "" : ` claimed seat-${owner}`}`;
  const button = choosable ? { role: "button" as const, tabindex: 0, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <g class={state} data-route={at.id} {...button}>
      <path class="touch" d={at.line} stroke-width={at.drawn.size[1] * 1.35} />
      <Spaces at={at} />
      {owner !== undefined && <Vehicles at={at} vehicle={vehicle} seat={owner} fresh={fresh.current} />}
    </g>
  );
});

/** The light below a route: "choosable" runs around its spaces, "lit" and "chosen" are a band. */
export const Halo = memo(function Halo({ at, why }: { at: RouteOnBoard; why: string }) {
  const { spaces, size } = at.drawn;
  const [length, width] = size;
  const rim = Math.max(2.6, width * 0.15);
  return (
    <g class={`halo ${why}`}>
      <path class="band" d={at.line} stroke-width={width * 1.55} />
      {spaces.map(({ x, y, turn }, i) => (
        <rect
          key={i} class="rim" transform={`translate(${x} ${y}) rotate(${turn})`} x={-length / 2 - rim} y={-width / 2 - rim}
          width={length + 2 * rim} height={width + 2 * rim} rx={width * 0.3}
        />
      ))}
    </g>
  );
});
