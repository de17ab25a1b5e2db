/*
 * The picture beside the first words of the page: three lines, and what goes on them.
 *
 * SPDX-License-Identifier: MIT
 */
import { sideHref } from "./scenes";

const lines = [
  { colour: 0, path: "M0 44H236C256 44 264 48 278 62L306 90C320 104 328 108 348 108H620", stops: [[112, 44], [206, 44], [420, 108], [540, 108]] },
  { colour: 1, path: "M0 156H150C170 156 178 152 192 138L240 90C254 76 262 72 282 72H384C404 72 412 68 426 54L452 28C460 20 468 16 484 16H620", stops: [[64, 156], [338, 72], [560, 16]] },
  { colour: 2, path: "M90 200 146 144C160 130 168 126 188 126H262C282 126 290 130 304 144L316 156C330 170 338 174 358 174H620", stops: [[228, 126], [400, 174], [520, 174]] },
] as const;

/** Vehicles stand on the line below them. */
const traffic = [
  { vehicle: "train", x: 26, y: 40 },
  { vehicle: "bus", x: 452, y: 104 },
  { vehicle: "taxi", x: 430, y: 170 },
];

export function Hero() {
  return (
    <svg class="hero" viewBox="0 0 620 200" aria-hidden="true">
      {lines.map(({ colour, path }) => (
        <path key={colour} class={`hero-line hero-line-${colour}`} d={path} />
      ))}
      {lines.map(({ colour, stops }) => stops.map(([x, y]) => <circle key={`${x} ${y}`} class={`hero-stop hero-line-${colour}`} cx={x} cy={y} r="7" />))}
      {traffic.map(({ vehicle, x, y }) => (
        <use key={vehicle} class="hero-vehicle" href={sideHref(vehicle)} x={x} y={y - 24} width="66" height="23.8" />
      ))}
    </svg>
  );
}
