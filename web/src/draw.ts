/*
 * When what has changed is drawn. Usually in a task of its own after the click or message that changed it, so that neither is
 * long; at the table after the picture of that click; `drawAtOnce` is for who has chosen the moment.
 *
 * SPDX-License-Identifier: MIT
 */
import { options } from "preact";

let waiting: { draw: () => void; cancel: () => void } | null = null;
/** somebody is about to call drawNow */
let held = false;
/** things are drawn after the next picture; and so it was since somebody asked */
let patient = false;
let drawn = false;

/** Where no pictures are made, as in a tab that nobody sees, this is long enough: milliseconds. */
const UNSEEN_MS = 100;

export function drawLater(): void {
  options.debounceRendering = (draw) => {
    waiting = { draw, cancel: held ? () => {} : patient ? afterPicture(drawLate) : soon(drawNow) };
  };
}

/** Whether things are drawn after the next picture: a click and what follows from it are more than one picture has time for. */
export function drawPatiently(yes: boolean): void {
  patient = yes;
}

/** Whether something waits to be drawn, or has been since this was asked last. */
export function isDrawing(): boolean {
  const was = drawn;
  drawn = false;
  return was || waiting !== null;
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

function soon(act: () => void): () => void {
  const timer = setTimeout(act);
  return () => clearTimeout(timer);
}

/** Does something after the next picture; returns what cancels that. */
export function afterPicture(act: () => void): () => void {
  let picture = requestAnimationFrame(() => (picture = requestAnimationFrame(once)));
  const timer = setTimeout(once, UNSEEN_MS);
  const cancel = (): void => {
    cancelAnimationFrame(picture);
    clearTimeout(timer);
  };
  function once(): void {
    cancel();
    act();
  }
  return cancel;
}

function drawLate(): void {
  drawn = true;
  drawNow();
}

function drawNow(): void {
  if (!waiting) return;
  const { draw, cancel } = waiting;
  waiting = null;
  cancel();
  draw();
}
