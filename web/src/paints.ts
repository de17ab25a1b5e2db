/*
 * The colours of the pieces: those of the boxes, to be chosen by each player. A seat keeps its pattern (parts/symbols.tsx), so
 * pieces differ for all eyes whatever their colours. Style sheets have a seat's colour as --seat-0 …: what is chosen is written there.
 *
 * SPDX-License-Identifier: MIT
 */
import { useLayoutEffect } from "preact/hooks";

/** In the order in which they are given to those who have not chosen; paints.css says how each looks. */
export const paints = ["blue", "red", "green", "yellow", "purple", "black", "white"] as const;
export type Paint = (typeof paints)[number];

export function isPaint(text: unknown): text is Paint {
  return paints.some((paint) => paint === text);
}

/** Who has a seat, as far as colours go. */
interface Chooser {
  colour?: string | null;
}

/** The colour of each seat, the same for everybody who looks: what was chosen; for others the colour of their seat, or else the first that is free. */
export function paintsOf(players: readonly Chooser[]): Paint[] {
  const chosen = players.map(({ colour }, seat) => (isPaint(colour) && players.findIndex((other) => other.colour === colour) === seat ? colour : null));
  const taken = new Set<Paint>(chosen.filter((paint) => paint !== null));
  const free = (seat: number): Paint => {
    const usual = paints[seat];
    return usual !== undefined && !taken.has(usual) ? usual : paints.find((paint) => !taken.has(paint))!;
  };
  /* who has not chosen keeps the colour of the seat before another is given it */
  const usual = chosen.map((paint, seat) => paint ?? (free(seat) === paints[seat] ? free(seat) : null));
  for (const paint of usual) if (paint) taken.add(paint);
  return usual.map((paint, seat) => {
    const given = paint ?? free(seat);
    taken.add(given);
    return given;
  });
}

/** The same as custom properties, for an element and what is in it. */
export function seatColours(players: readonly Chooser[]): Record<string, string> {
  const parts = ["", "-ink", "-mark", "-line"];
  return Object.fromEntries(paintsOf(players).flatMap((paint, seat) => parts.map((part) => [`--seat-${seat}${part}`, `var(--paint-${paint}${part})`])));
}

/** Shows the pieces of these players in their colours, for as long as the screen is there. */
export function usePaints(players: readonly Chooser[]): void {
  const colours = seatColours(players);
  const key = JSON.stringify(colours);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(colours)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(colours)) style.removeProperty(name);
    };
  }, [key]);
}
