/*
 * The time left for the move in hand, drawn again four times a second while there is any.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

const TICK_MS = 250;

export function useCountdown(deadline: ReadonlySignal<number | null>): number | null {
  const end = deadline.value;
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    if (end === null) return undefined;
    tick(Date.now());
    const timer = setInterval(() => tick(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [end]);
  return end === null ? null : Math.max(0, end - now);
}
