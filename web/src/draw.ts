/*
 * When what has changed is drawn. Usually in a task of its own after the click or message that changed it, so that neither is
 * long; `drawAtOnce` is for who has chosen the moment.
 *
 * SPDX-License-Identifier: MIT
 */
import { options } from "preact";

let waiting: { draw: () => void; timer: ReturnType<typeof setTimeout> | undefined } | null = null;
/** somebody is about to call drawNow */
let held = false;

export function drawLater(): void {
  options.debounceRendering = (draw) => {
    waiting = { draw, timer: held ? undefined : setTimeout(drawNow) };
  };
}

/** Changes something, and draws it. */
export function drawAtOnce(change: () => void): void {
  held = true;
  try {
    change();
  } finally {
    held = false;
    drawNow();
  }
}

function drawNow(): void {
  if (!waiting) return;
  const { draw, timer } = waiting;
  waiting = null;
  clearTimeout(timer);
  draw();
}
