/*
 * The frame of everything that is asked: a heading, the choices, one button that makes the move.
 * It takes the keyboard when it opens, and Escape goes back where that is possible.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../text";
import { giveKeyboard, type Ui } from "./ui";

interface PromptProps {
  ui: Ui;
  /** names the question for styles and tests */
  name: string;
  title: string;
  hint?: string;
  /** what there is to choose from */
  children?: ComponentChildren;
  /** makes the move that the choices come to at that moment, if any; without it there is no button */
  confirm?: { label: string; can: boolean; act(): void };
  /** a second way to answer, such as declining */
  other?: { label: string; act(): void };
  onBack?: () => void;
}

export function Prompt({ ui, name, title, hint, children, confirm, other, onBack }: PromptProps) {
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  const asks = confirm !== undefined || other !== undefined || onBack !== undefined;
  useLayoutEffect(() => {
    ui.later.value = false;
  }, []);
  useLayoutEffect(() => {
    const own = form.current;
    if (!asks || !own) return undefined;
    const before = document.activeElement;
    giveKeyboard(own.querySelector("input:checked, [data-first]") ?? own);
    return () => {
      const now = document.activeElement;
      if (now === document.body || own.contains(now)) giveKeyboard(before);
    };
  }, [name, asks]);
  return (
    <form
      ref={form}
      class="tb-prompt"
      data-prompt={name}
      aria-labelledby={heading}
      tabIndex={-1}
      onSubmit={(event) => {
        event.preventDefault();
        confirm?.act();
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
      {children && <div class="tb-choices">{children}</div>}
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
