/*
 * The signs that everything carries besides its colour: one shape for each kind of card,
 * one pattern for each seat. The patterns are in the page once (sprite.tsx), and shapes for drawings that
 * refer to them with <use>; boards and cards put the shapes in place as paths.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";

/*
 * Shapes in a box of 24 by 24, made to be told apart at 8 pixels and however they are
 * turned: no square beside a diamond, no plus beside a cross.
 */
const shapes: Record<string, string> = {
  purple: "M12 1 19 12 12 23 5 12Z",
  blue: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  orange: "M3 3H21L14.4 12 21 21H3L9.6 12Z",
  white: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Zm0 5.3a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4Z",
  green: "M12 2.5 22.5 20.7H1.5Z",
  yellow: "m12 1.2 3.1 7.1 7.7.7-5.8 5.1 1.7 7.6L12 17.7l-6.7 4 1.7-7.6L1.2 9l7.7-.7Z",
  black: "M4 4H20V20H4Z",
  red: "M6.2 2.2 12 8l5.8-5.8 4 4L16 12l5.8 5.8-4 4L12 16l-5.8 5.8-4-4L8 12 2.2 6.2Z",
  pink: "M12 21.7C5.2 16.6 1.6 12.9 1.6 8.6 1.6 5.4 4 3 7 3c2.1 0 4 1.2 5 3 1-1.8 2.9-3 5-3 3 0 5.4 2.4 5.4 5.6 0 4.3-3.6 8-10.4 13.1Z",
  wild: "M10 1h4l-.5 7.4 6.2-4.1 2 3.4L15 11v2l6.7 3.3-2 3.4-6.2-4.1L14 23h-4l.5-7.4-6.2 4.1-2-3.4L9 13v-2L2.3 7.7l2-3.4 6.2 4.1Z",
};

/** The kinds that have a sign; a gray route has none, since any colour does. */
export const kinds = Object.keys(shapes);

/** The shape of a kind as the data of a path, in a box of 24 by 24; "" without one. */
export const kindShape = (kind: string): string => shapes[kind] ?? "";
/** What <use> refers to for the shape of a kind: currentColor in a box of 24 by 24. */
export const kindHref = (kind: string): string => `#kind-${kind}`;
/** The fill that is a seat's pattern over its colour, in units of 24 to a piece. */
export const seatFill = (seat: number): string => `url(#seat-pattern-${seat})`;
/** A CSS colour of a kind of cards; with part "ink" what is drawn upon it, "edge" around it. */
export const cardColour = (kind: string, part?: "ink" | "edge"): string =>
  part ? `var(--kind-${kind}-${part})` : `var(--kind-${kind})`;

/** The colours that a wild card stands for, as a fan: in the order of the rainbow. */
export const rainbow = ["red", "orange", "yellow", "green", "blue", "purple"];

/** A seat's colour and pattern: for names of players. */
export function SeatDot({ seat, size = "1.25em" }: { seat: number; size?: number | string }) {
  return (
    <svg class={`dot seat-${seat}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill={seatFill(seat)} stroke={`var(--seat-${seat}-line)`} stroke-width="1.5" />
    </svg>
  );
}

/*
 * The marks of the seats, repeated over their colour: bars, slants, dots, waves, crosses.
 * Thin, so that from afar the colour stays what it is.
 */
const marks: { size: [number, number]; turn?: number; draw: (mark: string) => ComponentChildren }[] = [
  { size: [24, 8], draw: (mark) => <path d="M0 4H24" stroke={mark} stroke-width="1.5" /> },
  { size: [6.5, 6.5], turn: 45, draw: (mark) => <path d="M3 0V7" stroke={mark} stroke-width="1.6" /> },
  { size: [6, 6], draw: (mark) => <circle cx="3" cy="3" r="1.2" fill={mark} /> },
  { size: [8, 8], draw: (mark) => <path d="M-1 6.5 4 2.5 9 6.5" stroke={mark} stroke-width="1.4" fill="none" /> },
  { size: [8, 8], draw: (mark) => <path d="M4 1.5V6.5M1.5 4H6.5" stroke={mark} stroke-width="1.5" /> },
];

function SeatPatterns() {
  return (
    <>
      {marks.map(({ size: [width, height], turn, draw }, seat) => (
        <pattern
          key={seat}
          id={`seat-pattern-${seat}`}
          width={width}
          height={height}
          patternUnits="userSpaceOnUse"
          patternTransform={turn ? `rotate(${turn})` : undefined}
        >
          <rect width={width} height={height} fill={`var(--seat-${seat})`} />
          {draw(`var(--seat-${seat}-mark)`)}
        </pattern>
      ))}
    </>
  );
}

/** Where the rim of a disc is, at so many degrees. */
function rim(turn: number): string {
  const angle = ((turn - 90) * Math.PI) / 180;
  return `${(12 + 11.5 * Math.cos(angle)).toFixed(2)} ${(12 + 11.5 * Math.sin(angle)).toFixed(2)}`;
}

/** A disc of six colours, in a box of 24 by 24. */
export const fan = rainbow.map((kind, i) => ({ kind, shape: `M12 12 ${rim(i * 60)}A11.5 11.5 0 0 1 ${rim(i * 60 + 60)}Z` }));

function Fan() {
  return (
    <symbol id="wild-fan" viewBox="0 0 24 24">
      {fan.map(({ kind, shape }) => (
        <path key={kind} d={shape} fill={`var(--kind-${kind})`} />
      ))}
    </symbol>
  );
}

/** The rainbow of a small wild card, in rings around its middle. */
function WildCard() {
  const rings: [kind: string, from: number, to: number][] = [["purple", 0, 57], ["blue", 58, 71], ["green", 72, 86], ["yellow", 87, 100]];
  return (
    <radialGradient id="wild-card" r="0.88" gradientTransform="translate(0.5 0.5) scale(1 0.7) translate(-0.5 -0.5)">
      {rings.map(([kind, from, to]) => [
        <stop key={`${kind}0`} offset={`${from}%`} stop-color={`var(--kind-${kind})`} />,
        <stop key={kind} offset={`${to}%`} stop-color={`var(--kind-${kind})`} />,
      ])}
    </radialGradient>
  );
}

/** What this file draws, for the sprite. */
export function SignSymbols() {
  return (
    <>
      <SeatPatterns />
      {kinds.map((kind) => (
        <symbol key={kind} id={`kind-${kind}`} viewBox="0 0 24 24">
          <path d={shapes[kind]} fill-rule="evenodd" />
        </symbol>
      ))}
      <Fan />
      <WildCard />
    </>
  );
}
