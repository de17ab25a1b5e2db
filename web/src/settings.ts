/*
 * What a person has chosen, kept in this browser. Each is a signal: what reads it in a
 * component is drawn again when it changes.
 *
 * SPDX-License-Identifier: MIT
 */
import { effect, signal, type Signal } from "@preact/signals";
import { isPaint, type Paint } from "./paints";

export type Theme = "auto" | "light" | "dark";
/** How quickly moves are shown: slow, normal, fast, at once. */
export type Speed = 0 | 1 | 2 | 3;

const PREFIX = "linea.";

/* Storage may be forbidden or full: the page then works, and forgets when it is closed. */
const unstored = new Map<string, string | null>();

export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

export function kept(key: string): string | null {
  const here = unstored.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function setting<T>(key: string, fallback: T, fits: (value: unknown) => value is T): Signal<T> {
  let first = fallback;
  const text = kept(key);
  if (text !== null) {
    try {
      const value: unknown = JSON.parse(text);
      if (fits(value)) first = value;
    } catch {
      /* written by something else */
    }
  }
  const value = signal(first);
  effect(() => keep(key, value.value === fallback ? null : JSON.stringify(value.value)));
  return value;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isTheme = (value: unknown): value is Theme => value === "auto" || value === "light" || value === "dark";
const isSpeed = (value: unknown): value is Speed => value === 0 || value === 1 || value === 2 || value === 3;

/** A language tag, or "" for the browser's choice. text.ts has the language that this comes to. */
export const language = setting("language", "", isText);
export const theme = setting<Theme>("theme", "auto", isTheme);
export const speed = setting<Speed>("speed", 1, isSpeed);
export const sound = setting("sound", true, isBoolean);
/** The player's name, "" until one was given. */
export const name = setting("name", "", isText);
/** The name of the account that this browser is signed in to, "" for none; who one is, the cookie says, which no script can read. */
export const account = setting("account", "", isText);
/** The colour of one's pieces, "" for that of the seat. */
export const paint = setting<Paint | "">("paint", "", (value): value is Paint | "" => value === "" || isPaint(value));
/** Ask once more before a claim is final. */
export const confirmClaims = setting("confirm-claims", true, isBoolean);
/** A letter or a digit alone does something at the table. Who speaks to the device, or touches keys by accident, can do without. */
export const letterKeys = setting("letter-keys", true, isBoolean);

/** The level of the bot that is asked for a hint. */
export const adviser = setting("adviser", "expert", isText);

/** How many games one has begun on this device. */
export const gamesBegun = setting("games-begun", 0, (value): value is number => typeof value === "number");
/** Whether one sees what everybody holds, where that is no secret. */
export const openHands = setting("open-hands", true, isBoolean);

/** A track with everybody's points above the board. */
export const scoreTrack = setting("score-track", false, isBoolean);

/** Whether motion is to be left out, whatever the speed. */
export const stillness = signal(false);
if (typeof matchMedia === "function") {
  const query = matchMedia("(prefers-reduced-motion: reduce)");
  stillness.value = query.matches;
  query.addEventListener("change", () => (stillness.value = query.matches));
}

/* The style sheets read the theme from the root element: <html data-theme="dark">. */
if (typeof document !== "undefined") {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
  });
}
