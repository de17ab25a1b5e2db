/*
 * Where one is: the path of the page, as a signal, and how to go elsewhere without loading it again.
 *
 * SPDX-License-Identifier: MIT
 */
import { signal } from "@preact/signals";

export type Place =
  | { at: "home" }
  | { at: "new"; map: string }
  | { at: "lobby" }
  | { at: "play" }
  | { at: "online"; id: string }
  | { at: "help"; map: string | null }
  | { at: "replay" }
  | { at: "games" }
  | { at: "pad"; id: string | null }
  | { at: "analyse"; id: string | null }
  | { at: "daily" }
  | { at: "puzzles"; map: string | null }
  | { at: "learn" }
  | { at: "account" }
  | { at: "ratings" }
  | { at: "house" }
  | { at: "player"; name: string }
  | { at: "cups" }
  | { at: "cup"; id: string }
  | { at: "nowhere" };

/** A name in a path as it was; "" if it is none. */
function named(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

export function placeOf(path: string): Place {
  const [, first = "", second = "", ...rest] = path.split("/");
  if (rest.length > 0 || (second !== "" && !["new", "g", "help", "play", "pad", "analyse", "puzzles", "player", "cups"].includes(first))) return { at: "nowhere" };
  switch (first) {
    case "":
      return { at: "home" };
    case "new":
      return second ? { at: "new", map: second } : { at: "home" };
    case "lobby":
      return { at: "lobby" };
    case "play":
      return { at: "play" };
    case "g":
      return second ? { at: "online", id: second } : { at: "lobby" };
    case "help":
      return { at: "help", map: second || null };
    case "replay":
      return { at: "replay" };
    case "games":
      return { at: "games" };
    case "daily":
      return { at: "daily" };
    case "analyse":
      return { at: "analyse", id: second || null };
    case "puzzles":
      return { at: "puzzles", map: second || null };
    case "learn":
      return { at: "learn" };
    case "account":
      return { at: "account" };
    case "ratings":
      return { at: "ratings" };
    case "house":
      return { at: "house" };
    case "player":
      return second ? { at: "player", name: named(second) } : { at: "ratings" };
    case "cups":
      return second ? { at: "cup", id: second } : { at: "cups" };
    case "pad":
      return { at: "pad", id: second || null };
    default:
      return { at: "nowhere" };
  }
}

export const place = signal<Place>(placeOf(typeof location === "undefined" ? "/" : location.pathname));

/** Goes to a path of the page: go("/new/europe"). */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place.value = placeOf(location.pathname);
  scrollTo(0, 0);
}

/** Links inside the page and the buttons of the browser change the place only. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    place.value = placeOf(location.pathname);
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || placeOf(to.pathname).at === "nowhere" || to.hash) return;
    event.preventDefault();
    go(to.pathname + to.search);
  });
}
