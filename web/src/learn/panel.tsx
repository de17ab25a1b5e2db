/*
 * What a guided game says, above its board: one step after the other, with what it is about marked on the table.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game/game";
import { giveKeyboard, type Ui } from "../play/ui";
import { Icon } from "../parts/icons";
import { t } from "../text";
import { finish, isLesson, keepStep, nextStep, stepOf, stepsOf, targetOf, type LessonId, type Part, type Step } from "./lessons";

/** Marks a part of the table for as long as it is spoken of. */
function useMark(panel: { readonly current: HTMLElement | null }, part: Part | null): void {
  useEffect(() => {
    const table = panel.current?.closest("main");
    if (!table || !part) return undefined;
    table.dataset["lesson"] = part;
    return () => delete table.dataset["lesson"];
  }, [part]);
}

/** Where one does what is asked for, the best first: in a question, on the board or by its buttons, by drawing cards. */
function controls(about: Part, target: string | null): string[] {
  const build = '.tb-actions [aria-keyshortcuts="s"]', claim = '.tb-actions [aria-keyshortcuts="c"]';
  const aimed = target === null ? [] : [target.includes("/") ? `.board [data-route="${target}"].choosable` : build];
  return [".tb-prompt input:checked", ".tb-prompt [data-first]", ...(about === "board" ? [...aimed, claim] : []), ".tb-pile", ".tb-draw"];
}

/** The keyboard goes to the first that can have it. */
function giveFirst(selectors: readonly string[]): void {
  for (const selector of selectors) {
    const at = document.querySelector(selector);
    giveKeyboard(at);
    if (at && document.activeElement === at) return;
  }
}

interface PanelProps {
  game: Game;
  ui: Ui;
  /** whether one may make a move, and all of one's turn is on the screen */
  mine: ReadonlySignal<boolean>;
}

/** With each step the keyboard goes to its button, or to what it asks for; as soon as one's turn has come, if that was not there before. */
function useKeyboard(at: number, step: Step | undefined, target: string | null, mine: boolean): void {
  const before = useRef(-1);
  useEffect(() => {
    const moved = at !== before.current;
    before.current = at;
    const now = document.activeElement;
    const waits = mine && step?.done && (now === document.body || now?.closest(".tb-lesson"));
    if (!moved && !waits) return;
    if (!step) giveFirst([".tb-board > .board"]);
    else giveFirst([...(step.done && mine ? controls(step.about, target) : []), ".tb-lesson button", ".tb-lesson summary"]);
  }, [at, mine]);
}

function Panel({ game, ui, mine, id }: PanelProps & { id: LessonId }) {
  const steps = stepsOf(id, game.map);
  const [from, setFrom] = useState(() => stepOf(id));
  const panel = useRef<HTMLDetailsElement>(null);
  const at = nextStep(steps, from, game);
  const step = steps[at];
  useEffect(() => {
    keepStep(id, at);
    if (at !== from) setFrom(at);
    if (at >= steps.length - 1) finish(id);
  }, [at]);
  useMark(panel, step?.about ?? null);
  /* what is spoken of is in view, and lit until something else is */
  const target = step?.done && id !== "first" ? targetOf(id) : null;
  useEffect(() => {
    ui.aim.value = target;
    return () => void (ui.aim.value = null);
  }, [target]);
  useKeyboard(at, step, target, mine.value);
  /* readers say what comes into a live region, and nothing of what it begins with */
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  if (!step) return null;
  const last = at === steps.length - 1;
  /* one thing that comes, so that it is said once */
  const words = <p key={at}><span class="visually-hidden">{step.title}. </span>{step.text}</p>;
  return (
    <details class="tb-lesson" open ref={panel} data-step={at + 1}>
      <summary><b>{step.title}</b> <span class="muted tabular">{t("{n} of {all}", { n: at + 1, all: steps.length })}</span></summary>
      <div role="status">{live && words}</div>
      {!live && words}
      <p class="cluster">
        {step.done ? <span class="hint">{t("It goes on when you have done that.")}</span> : (
          <button type="button" class="button primary small" onClick={() => setFrom(at + 1)}>{last ? t("Play on") : t("Next")}<Icon name={last ? "play" : "forward"} size={16} /></button>
        )}
        {last && <a class="button small" href="/learn">{t("Other lessons")}</a>}
      </p>
    </details>
  );
}

export default function LessonPanel({ lesson, ...props }: PanelProps & { lesson: string }) {
  return isLesson(lesson) && props.game.view.value?.phase !== "over" ? <Panel {...props} id={lesson} /> : null;
}
