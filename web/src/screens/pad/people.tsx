/*
 * Who plays on a sheet: a name and the colour of their pieces.
 *
 * SPDX-License-Identifier: MIT
 */
import { COLOURS, type Person } from "../../pad/pad";
import { Vehicle } from "../../parts/pieces";
import { colourName } from "../../play/words";
import { t } from "../../text";
import { NameField, Select } from "../controls";

/** What the five colours of pieces are called. */
const CALLED = ["blue", "red", "green", "yellow", "purple"];

export function People({ map, people, onName, onColour }: {
  map: { vehicle: string }; people: readonly Person[]; onName(player: number, name: string): void; onColour(player: number, colour: number): void;
}) {
  return (
    <fieldset class="seats">
      <legend class="label">{t("Names and colours")}</legend>
      <ol>
        {people.map(({ name, colour }, player) => (
          <li key={player} class={`seat pad-person seat-${colour}`}>
            <Vehicle vehicle={map.vehicle} seat={colour} />
            <NameField label={t("Name of player {n}", { n: player + 1 })} quiet placeholder={t("Player {n}", { n: player + 1 })} value={name} onChange={(value) => onName(player, value)} />
            <Select<number> legend={t("Colour of player {n}", { n: player + 1 })} quiet value={colour} onChange={(value) => onColour(player, value)}
              options={Array.from({ length: COLOURS }, (_, value) => ({ value, label: colourName(CALLED[value] ?? "") }))} />
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
