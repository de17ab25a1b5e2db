/*
 * Calling a player whose turn it is while they look elsewhere: in the title of the page.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect } from "preact/hooks";
import type { Game } from "../game/game";
import { nameOf } from "../text";
import { status } from "./bar";

/** What lasts for less is not worth a title: setting one is slow in some browsers, so that is done when there is nothing else to do. */
const LASTS_MS = 500;

/** Where nobody ever rests, and in a tab that nobody sees, the title is set after this long: milliseconds. */
const LATEST_MS = 1000;

function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    act();
    return () => {};
  }
  const waiting = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(waiting);
}

export function useNotice(game: Game): void {
  const mine = game.moves.value.length > 0;
  const words = status(game);
  const name = nameOf(game.map.name);
  useEffect(() => {
    const before = document.title;
    return () => {
      document.title = before;
    };
  }, []);
  useEffect(() => {
    let cancel: () => void;
    const call = (): void => void (document.title = `${mine ? "● " : ""}${words} – ${name}`);
    const timer = setTimeout(() => (cancel = whenIdle(call)), LASTS_MS);
    cancel = () => clearTimeout(timer);
    return () => cancel();
  }, [mine, words, name]);
}
