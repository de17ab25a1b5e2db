/*
 * The table is drawn with two priorities. What is asked now (the question, the board, the bar, the buttons) is drawn with the event
 * that changes it. The rest (cards, players, tickets, log) shows the game one frame later, once for all that has happened until then.
 *
 * SPDX-License-Identifier: MIT
 */
import { batch, effect, signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Game, Shown } from "../game/game";

const SIGNALS = ["table", "view", "moves", "me", "log", "presence", "advice", "scores", "deadline"] as const;

/** Browsers draw no frames of a hidden page: there the rest follows after this long, in milliseconds. */
const HIDDEN_MS = 100;

/** The game as the rest of the table shows it. */
export function useLater(game: Game): Shown {
  const shown = useMemo(() => {
    const copies = Object.fromEntries(SIGNALS.map((key) => [key, signal<unknown>(game[key].peek())]));
    return { map: game.map, ...copies } as Shown;
  }, [game]);
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      timer = undefined;
    };
    const follow = (): void => {
      rest();
      batch(() => SIGNALS.forEach((key) => ((shown[key] as Signal<unknown>).value = game[key].peek())));
    };
    const stop = effect(() => {
      /* all of them are read, so that any of them calls this again */
      const late = SIGNALS.filter((key) => game[key].value !== shown[key].peek());
      if (late.length === 0 || timer !== undefined) return;
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(follow)));
      timer = setTimeout(follow, HIDDEN_MS);
    });
    return () => {
      stop();
      rest();
    };
  }, [shown]);
  return shown;
}
