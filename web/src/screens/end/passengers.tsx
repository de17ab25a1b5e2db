/*
 * Who has taken how many passengers of each colour, at the position that is looked at.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Replay } from "../../game/game";
import { Passenger } from "../../parts/pieces";
import { SeatDot } from "../../parts/symbols";
import { colourName } from "../../play/words";
import { t } from "../../text";

export function Passengers({ replay, names }: { replay: Replay; names: readonly string[] }) {
  const taken = replay.view.value?.taken;
  const colours = replay.map.mechanics["passengers"]?.["colours"];
  if (!taken || typeof colours !== "object" || colours === null) return null;
  return (
    <section class="panel" aria-labelledby="look-passengers">
      <h2 id="look-passengers">{t("Passengers")}</h2>
      <div class={`count-table${names.length > 3 ? " many" : ""}`}>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{t("Colour")}</th>
              {names.map((name, seat) => <th key={seat} scope="col"><SeatDot seat={seat} /> <span>{name}</span></th>)}
            </tr>
          </thead>
          <tbody>
            {Object.keys(colours).map((colour) => {
              const counts = taken.map((counts) => counts[colour] ?? 0);
              const most = Math.max(...counts);
              return (
                <tr key={colour}>
                  <th scope="row" class="passenger-row"><Passenger colour={colour} size={22} /> {colourName(colour)}</th>
                  {counts.map((count, seat) => <td key={seat} class={count === most && most > 0 ? "most" : ""}>{count}</td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
