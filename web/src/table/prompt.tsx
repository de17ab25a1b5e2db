/*
 * The frame of everything that is asked: a heading, the choices, one button that makes the move.
 * It takes the keyboard when it opens, and Escape goes back where that is possible. The choices are made a picture
 * later than the rest (stages.ts), since all at once is more than a slow device does in the time of one; it is seen when it is complete.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../text";
import type { Ui } from "./ui";

export interface PromptProps {
  ui: Ui;
  /** its choices come with it: what it asks about is on the screen already, and is not to vanish for a picture */
  whole?: boolean;
  /** names the question for styles and tests */
  name: string;
  title: string;
  hint?: string;
  children?: ComponentChildren;
  /** the move that the choices come to; without it there is no button */
  confirm?: { label: string; can: boolean; act(): void };
  /** a second way to answer, such as declining */
  other?: { label: string; act(): void };
  onBack?: () => void;
}

/** how many questions there were: each has a name of its own */
let asked = 0;

export function Prompt({ ui, whole = false, name, title, hint, children, confirm, other, onBack }: PromptProps) {
  const heading = useMemo(() => `question-${++asked}`, []);
  const frame = useRef<HTMLFormElement>(null);
  const open = whole || ui.opened.value === heading;
  useLayoutEffect(() => {
    ui.opening.value = heading;
  }, []);
  useEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    const form = frame.current;
    const first = frame.current?.querySelector<HTMLElement>("input:checked, [data-first]") ?? frame.current;
    first?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      const lost = now === document.body || form?.contains(now);
      if (lost && (before instanceof HTMLElement || before instanceof SVGElement)) before.focus({ preventScroll: true });
    };
  }, [name, open]);
  return (
    <form
      ref={frame}
      class={open ? "tb-prompt" : "tb-prompt tb-unready"}
      data-prompt={name}
      aria-labelledby={heading}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        if (confirm?.can) confirm.act();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && onBack) {
          event.stopPropagation();
          onBack();
        }
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {onBack && (
          <button type="button" class="tb-close" aria-label={t("Back")} title={t("Back")} onClick={onBack}>
            <span aria-hidden="true">×</span>
          </button>
        )}
        {hint && <p>{hint}</p>}
      </header>
      {open && children && <div class="tb-choices">{children}</div>}
      {(confirm || other) && (
        <footer>
          {other && (
            <button type="button" class="button" onClick={other.act}>
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
