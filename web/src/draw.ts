/*
 * When what has changed is drawn. Usually in a task of its own after the click or message that changed it, so that neither is
 * long; `drawNow` is for who has chosen the moment.
 *
 * SPDX-License-Identifier: MIT
 */
import { options } from "preact";

let waiting: { draw: () => void; timer: ReturnType<typeof setTimeout> } | null = null;

export function drawLater(): void {
  options.debounceRendering = (draw) => {
    waiting = { draw, timer: setTimeout(drawNow) };
  };
}

export function drawNow(): void {
  if (!waiting) return;
  const { draw, timer } = waiting;
  waiting = null;
  clearTimeout(timer);
  draw();
}
