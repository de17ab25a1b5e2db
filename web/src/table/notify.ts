/*
 * Calling a player whose turn it is while they look elsewhere: in the title of the page.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect } from "preact/hooks";
import type { Game } from "../game/game";
import { nameOf } from "../text";
import { status } from "./bar";

export function useNotice(game: Game): void {
  const mine = game.moves.value.length > 0;
  const words = status(game);
  const name = nameOf(game.map.name);
  useEffect(() => {
    const before = document.title;
    document.title = mine ? `● ${words} – ${name}` : `${words} – ${name}`;
    return () => {
      document.title = before;
    };
  }, [mine, words, name]);
}

