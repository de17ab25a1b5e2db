/*
 * A part of the page that is fetched when it is shown, and once more on request when it did not come.
 *
 * SPDX-License-Identifier: MIT
 */
import { useSignal } from "@preact/signals";
import { rareStyle } from "linea:files";
import { useEffect, useState } from "preact/hooks";
import { errorText, t, useAllWords } from "./text";

/** What to say of a failure that has no text of its own. */
export function failureText(why: string | undefined): string {
  return why ? t("It did not work: {why}", { why }) : t("It did not work.");
}

/** Something cannot be done because a part of the page has not come. */
export class Unfetched extends Error {
  constructor() {
    super(t("A part of the page cannot be loaded"));
  }
}

/** What a button begins, once at a time: whether it is under way, and what went wrong with it last, in words. */
export function useAction(explain: (error: unknown) => string = errorText): { busy: boolean; wrong: string; act(work: () => Promise<unknown>): void } {
  const busy = useSignal(false);
  const [wrong, setWrong] = useState("");
  const act = (work: () => Promise<unknown>): void => {
    if (busy.peek()) return;
    busy.value = true;
    setWrong("");
    work().catch((error: unknown) => setWrong(explain(error))).finally(() => { busy.value = false; });
  };
  return { busy: busy.value, wrong, act };
}

export interface Loading<T> {
  /** null until it is there */
  found: T | null;
  failed: boolean;
  /** tries once more */
  again(): void;
}

/** What `load` fetches for a key; `ready` has it where it was fetched before. */
export function useLoaded<T>(key: unknown, load: () => Promise<T>, ready: () => T | null = () => null): Loading<T> {
  const [state, setState] = useState<{ key: unknown; found: T | null } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    const end = (found: T | null): void => {
      if (!gone) setState({ key, found });
    };
    if (found === null) {
      /* it may have come since this was drawn, by another way: nobody else would draw it again */
      const come = ready();
      if (come !== null) end(come);
      else load().then(end, () => end(null));
    }
    return () => void (gone = true);
  }, [key, tries]);
  const ended = state?.key === key ? state : null;
  const found = ready() ?? ended?.found ?? null;
  const again = (): void => {
    setState(null);
    setTries(tries + 1);
  };
  return { found, failed: ended !== null && found === null, again };
}

let styled: Promise<void> | null = null;

function useRareStyle(): Promise<void> {
  styled ??= new Promise<void>((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = rareStyle;
    link.onload = () => done();
    link.onerror = () => {
      styled = null;
      link.remove();
      fail(new Unfetched());
    };
    document.head.append(link);
  });
  return styled;
}

/** A part that few visits need (RARE in build.mjs), with its words and styles. */
export async function rare<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), useAllWords(), useRareStyle()]);
  return part;
}
