/*
 * Calling a player whose turn it is while they look elsewhere: in the title of the page.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect } from "preact/hooks";
import type { Game } from "../game/game";
import { nameOf } from "../text";
import { status } from "./bar";

/** What lasts for less is not worth a title: milliseconds. */
const LASTS_MS = 500;

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
    const timer = setTimeout(() => (document.title = `${mine ? "● " : ""}${words} – ${name}`), LASTS_MS);
    return () => clearTimeout(timer);
  }, [mine, words, name]);
}
