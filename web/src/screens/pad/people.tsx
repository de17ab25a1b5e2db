/*
 * Who plays on a sheet: a name and the colour of their pieces.
 *
 * SPDX-License-Identifier: MIT
 */
import { usePaints, type Paint } from "../../paints";
import type { Person } from "../../pad/pad";
import { Vehicle } from "../../parts/pieces";
import { t } from "../../text";
import { NameField } from "../controls";
import { PaintChoice } from "../paint";

export function People({ map, people, onName, onColour }: {
  map: { vehicle: string }; people: readonly Person[]; onName(player: number, name: string): void; onColour(player: number, colour: Paint): void;
}) {
  usePaints(people);
  return (
    <fieldset class="seats">
      <legend class="label">{t("Names and colours")}</legend>
      <ol>
        {people.map(({ name, colour }, player) => (
          <li key={player} class={`seat pad-person seat-${player}`}>
            <Vehicle vehicle={map.vehicle} seat={player} />
            <NameField label={t("Name of player {n}", { n: player + 1 })} quiet placeholder={t("Player {n}", { n: player + 1 })} value={name} onChange={(value) => onName(player, value)} />
            <PaintChoice legend={t("Colour of player {n}", { n: player + 1 })} quiet value={colour} onChange={(value) => onColour(player, value)} />
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
