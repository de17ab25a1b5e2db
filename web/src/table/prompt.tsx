/*
 * The frame of everything that is asked: a heading, the choices, one button that makes the move.
 * It takes the keyboard when it opens, and Escape goes back where that is possible. All of it at once is more than a slow device does in
 * the time of one picture, so it comes in steps (stages.ts): the frame, a few choices at a time, then it is seen, then it has the keyboard.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../text";
import { giveKeyboard, keyboardAt, type Ui } from "./ui";

export interface PromptProps {
  ui: Ui;
  /** names the question for styles and tests */
  name: string;
  title: string;
  hint?: string;
  /** how many choices there are, and the first of them */
  count?: number;
  children?: (shown: number) => ComponentChildren;
  /** makes the move that the choices come to at that moment, if any; without it there is no button */
  confirm?: { label: string; can: boolean; act(): void };
  /** a second way to answer, such as declining */
  other?: { label: string; act(): void };
  onBack?: () => void;
}

/** how many questions there were: each has a name of its own */
let asked = 0;

/** Choices that come in one picture, and the most pictures that they take: of a long list more come at a time. */
const PORTION = 2;
const PORTIONS = 5;

/** How many of the choices are there, and whether the question is seen. */
function useSteps(ui: Ui, question: string, count: number): [shown: number, seen: boolean] {
  const portions = Math.min(PORTIONS, Math.ceil(count / PORTION));
  const steps = ui.opened.value?.question === question ? ui.opened.value.steps : 0;
  /* what was seen once stays, whatever becomes of its choices */
  const seen = useRef(false);
  seen.current ||= steps > portions;
  useLayoutEffect(() => {
    if (!seen.current) ui.opening.value = { question, steps: steps + 1 };
  }, [steps]);
  return [seen.current ? count : Math.ceil((count / portions) * steps), seen.current];
}

export function Prompt({ ui, name, title, hint, count = 0, children, confirm, other, onBack }: PromptProps) {
  const heading = useMemo(() => `question-${++asked}`, []);
  const frame = useRef<HTMLFormElement>(null);
  const [shown, seen] = useSteps(ui, heading, count);
  const asks = confirm !== undefined || other !== undefined || onBack !== undefined;
  const leave = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    const form = frame.current;
    if (!seen || !asks || !form) return undefined;
    const before = keyboardAt(ui);
    giveKeyboard(ui, form.querySelector<HTMLElement>("input:checked, [data-first]") ?? form);
    return (leave.current = () => {
      const now = keyboardAt(ui);
      if (now === document.body || form.contains(now)) giveKeyboard(ui, before);
    });
  }, [name, seen, asks]);
  /* to take a form away that has the keyboard is slow, so that goes first */
  const leaving = (act: () => void) => () => {
    leave.current?.();
    act();
  };
  return (
    <form
      ref={frame}
      class={seen ? "tb-prompt" : "tb-prompt tb-unready"}
      data-prompt={name}
      aria-labelledby={heading}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        if (confirm) leaving(confirm.act)();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && onBack) {
          event.stopPropagation();
          leaving(onBack)();
        }
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {onBack && (
          <button type="button" class="tb-close" aria-label={t("Back")} title={t("Back")} onClick={leaving(onBack)}>
            <span aria-hidden="true">×</span>
          </button>
        )}
        {hint && <p>{hint}</p>}
      </header>
      {children && count > 0 && <div class="tb-choices">{children(shown)}</div>}
      {(confirm || other) && (
        <footer>
          {other && (
            <button type="button" class="button" onClick={leaving(other.act)}>
              {other.label}
            </button>
          )}
          {confirm && (
            <button type="submit" class="button primary" disabled={!confirm.can}>
              {confirm.label}
            </button>
          )}
        </footer>
      )}
    </form>
  );
}
