/*
 * A moment of joy: the winner's pieces rain over the screen, once.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { Vehicle } from "../../parts/pieces";
import { play } from "../../sound";
import { moving } from "../playback";

const pieces = 36;
/** Milliseconds until the last has fallen. */
const lasts = 4500;

/** Numbers that look like chance and are always the same. */
function spread(i: number, by: number): number {
  return ((i * by) % 97) / 97;
}

export function Cheer({ vehicle, seats }: { vehicle: string; seats: readonly number[] }) {
  const [over, setOver] = useState(!moving());
  useEffect(() => {
    play("ticket");
    const timer = setTimeout(() => setOver(true), lasts);
    return () => clearTimeout(timer);
  }, []);
  if (over) return null;
  return (
    <div class="cheer" aria-hidden="true">
      {Array.from({ length: pieces }, (_, i) => (
        <span key={i} style={{
          left: `${100 * spread(i + 1, 37)}%`,
          animationDelay: `${1200 * spread(i + 1, 61)}ms`,
          animationDuration: `${2000 + 1200 * spread(i + 1, 23)}ms`,
          rotate: `${360 * spread(i + 1, 71)}deg`,
        }}>
          <Vehicle vehicle={vehicle} seat={seats[i % seats.length] ?? 0} size={34} />
        </span>
      ))}
    </div>
  );
}
