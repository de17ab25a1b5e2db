/*
 * The sounds of a game, made on the spot by the browser: no files. play("card") and the
 * like; nothing sounds while the setting is off, nor before a first click or key, as
 * browsers want it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { SoundName } from "./scores";
import { sound as wanted } from "./settings";

/** What sounds so much later belongs to nothing on the screen any more: milliseconds. */
const LATE_MS = 400;

let context: AudioContext | null = null;

/** The context, as soon as it makes sounds; null where it may not, or none are wanted. */
function awake(): Promise<AudioContext> | null {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (!wanted.value || !touched || typeof AudioContext === "undefined") return null;
  const found = (context ??= new AudioContext());
  return found.state === "running" ? Promise.resolve(found) : found.resume().then(() => found);
}

/* Safari wakes a context only while a click or key is being handled, and a telephone's sleeps again when it is locked or rings;
   a finger is a click when it is lifted. */
if (typeof document !== "undefined")
  for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, () => void awake()?.catch(() => undefined), { capture: true, passive: true });

/** Plays a sound, if sounds are wanted and the page may make any. What it is made of is fetched with the first. */
export function play(name: SoundName, spaces?: number): void {
  const asked = performance.now();
  awake()?.then(async (found) => {
    const { compose } = await import("./scores");
    if (performance.now() - asked < LATE_MS) compose(found, name, spaces);
  }).catch(() => undefined);
}
