/*
 * Choosing the colour of one's pieces: a row of radio buttons, each drawn as its colour. What another player has cannot be chosen.
 *
 * SPDX-License-Identifier: MIT
 */
import { useId } from "preact/hooks";
import { paints, type Paint } from "../paints";
import { colourName } from "../play/words";

export function PaintChoice({ legend, value, taken = [], quiet, onChange }: {
  legend: string; value: Paint | null; taken?: readonly Paint[]; quiet?: boolean; onChange(paint: Paint): void;
}) {
  const name = useId();
  return (
    <fieldset class="field paints">
      <legend class={quiet ? "visually-hidden" : "label"}>{legend}</legend>
      <div class="paints-row">
        {paints.map((paint) => {
          const other = paint !== value && taken.includes(paint);
          return (
            <label key={paint} class="paint" title={colourName(paint)} data-paint={paint} style={{ "--paint": `var(--paint-${paint})`, "--paint-ink": `var(--paint-${paint}-ink)` }}>
              <input type="radio" name={name} value={paint} checked={paint === value} disabled={other} onChange={() => onChange(paint)} />
              <span class="visually-hidden">{colourName(paint)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
