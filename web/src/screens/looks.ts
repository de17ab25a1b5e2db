/*
 * What a screen asks for again and again while somebody sees it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect } from "preact/hooks";

/**
 * Asks at once, and `pause` milliseconds after each answer; again where one of `when` has changed. What it asks for must not be used
 * once `isGone` says that the screen has gone.
 */
export function useLooks(ask: (isGone: () => boolean) => Promise<unknown>, pause: number, when: readonly unknown[]): void {
  useEffect(() => {
    let gone = false;
    let timer = 0;
    const look = (): void => {
      clearTimeout(timer);
      if (gone || document.hidden) return;
      void ask(() => gone).catch(() => undefined).finally(() => {
        clearTimeout(timer); /* it may have been asked twice at once */
        if (!gone) timer = window.setTimeout(look, pause);
      });
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, when);
}
