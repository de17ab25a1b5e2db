/*
 * What a guided game says, above its board: one step after the other, with what it is about marked on the table.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game/game";
import type { Ui } from "../play/ui";
import { Icon } from "../parts/icons";
import { t } from "../text";
import { finish, isLesson, keepStep, nextStep, stepOf, stepsOf, targetOf, type LessonId, type Part } from "./lessons";

/** Marks a part of the table for as long as it is spoken of. */
function useMark(panel: { readonly current: HTMLElement | null }, part: Part | null): void {
  useEffect(() => {
    const table = panel.current?.closest("main");
    if (!table || !part) return undefined;
    table.dataset["lesson"] = part;
    return () => delete table.dataset["lesson"];
  }, [part]);
}

function Panel({ game, ui, id }: { game: Game; ui: Ui; id: LessonId }) {
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
  if (!step) return null;
  const last = at === steps.length - 1;
  return (
    <details class="tb-lesson" open ref={panel} data-step={at + 1}>
      <summary><b>{step.title}</b> <span class="muted tabular">{t("{n} of {all}", { n: at + 1, all: steps.length })}</span></summary>
      <p role="status"><span class="visually-hidden">{step.title}. </span>{step.text}</p>
      <p class="cluster">
        {step.done ? <span class="hint">{t("It goes on when you have done that.")}</span> : (
          <button type="button" class="button primary small" onClick={() => setFrom(at + 1)}>{last ? t("Play on") : t("Next")}<Icon name={last ? "play" : "forward"} size={16} /></button>
        )}
        {last && <a class="button small" href="/learn">{t("Other lessons")}</a>}
      </p>
    </details>
  );
}

export default function LessonPanel({ game, ui, lesson }: { game: Game; ui: Ui; lesson: string }) {
  return isLesson(lesson) && game.view.value?.phase !== "over" ? <Panel game={game} ui={ui} id={lesson} /> : null;
}
