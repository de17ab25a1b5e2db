/*
 * Small controls that several screens share. All are native elements underneath, so that
 * keyboard and screen readers get what they expect.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icons";
import { t } from "../text";

export interface Option<T> {
  value: T;
  label: ComponentChildren;
  /** a line below the label */
  hint?: string;
  disabled?: boolean;
}

interface ChoiceProps<T> {
  legend: string;
  options: readonly Option<T>[];
  value: T;
  onChange(value: T): void;
  /** the legend is for screen readers only */
  quiet?: boolean;
  class?: string;
}

/** One of a few, all in sight: radio buttons drawn as a row. */
export function Choice<T extends string | number>({ legend, options, value, onChange, quiet, ...more }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class={`field ${more.class ?? ""}`}>
      <legend class={quiet ? "visually-hidden" : "label"}>{legend}</legend>
      <div class="segmented">
        {options.map((option) => (
          <label key={option.value} title={option.hint}>
            <input
              type="radio" name={name} value={String(option.value)} checked={option.value === value}
              disabled={option.disabled} onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One of many: a native select with its label. */
export function Select<T extends string | number>({ legend, options, value, onChange, quiet, hint }: ChoiceProps<T> & { hint?: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={quiet ? "visually-hidden" : ""}>{legend}</label>
      <select id={id} class="input" aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(e) => { const o = options[e.currentTarget.selectedIndex]; if (o) onChange(o.value); }}>
        {options.map((option) => (
          <option key={option.value} value={String(option.value)} selected={option.value === value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && <p id={`${id}-hint`} class="hint">{hint}</p>}
    </div>
  );
}

/** Yes or no. */
export function Switch({ label, value, onChange, hint }: { label: string; value: boolean; onChange(value: boolean): void; hint?: string }) {
  const id = useId();
  return (
    <div class="switch-field">
      <label for={id}>{label}</label>
      <input id={id} class="switch" type="checkbox" role="switch" checked={value} aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(e) => onChange(e.currentTarget.checked)} />
      {hint && <p id={`${id}-hint`} class="hint">{hint}</p>}
    </div>
  );
}

/** A table takes names of up to 63 bytes, and no letter needs more than three. */
const nameLength = 21;

export function NameField({ label, value, onChange, quiet, placeholder }: {
  label: string; value: string; onChange(value: string): void; quiet?: boolean; placeholder?: string;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={quiet ? "visually-hidden" : ""}>{label}</label>
      <input id={id} class="input" type="text" value={value} maxLength={nameLength} autocomplete="nickname" spellcheck={false}
        placeholder={placeholder} onInput={(e) => onChange(e.currentTarget.value)} />
    </div>
  );
}

/** A modal window; Escape, the backdrop and its button close it. */
export function Dialog({ title, onClose, children, class: kind = "" }: {
  title: string; onClose(): void; children: ComponentChildren; class?: string;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => { if (before instanceof HTMLElement) before.focus(); };
  }, []);
  return (
    <dialog ref={box} class={`dialog ${kind}`} aria-labelledby={id} onClose={onClose}
      onClick={(e) => { if (e.target === box.current) box.current?.close(); }}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="button quiet icon" aria-label={t("Close")} onClick={() => box.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <div class="dialog-body stack">{children}</div>
    </dialog>
  );
}

/** Copies what a field has selected: the only way where a page is not secure (http from another computer). */
function copySelected(text: string, from: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  from.after(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  from.focus();
  return done;
}

async function copy(text: string, from: HTMLElement): Promise<boolean> {
  if (!("clipboard" in navigator)) return copySelected(text, from);
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/** Copies a text and says for a moment whether it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState<boolean | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <button type="button" class="button small" aria-live="polite" onClick={(e) => { void copy(text, e.currentTarget).then(setDone); }}>
      {done === null ? label : done ? t("Copied") : t("Not copied")}
    </button>
  );
}
