/*
 * Tables of the how-to-play pages, made from the map file.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../../maps";
import { t } from "../../text";

/** What a route brings, by its length. */
export function PointsTable({ map }: { map: MapFile }) {
  const rows = Object.entries(map["route-points"]);
  return (
    <div class="help-table">
      <table>
        <caption>{t("Points for a route")}</caption>
        <tbody>
          <tr>
            <th scope="row">{t("Spaces")}</th>
            {rows.map(([length]) => <td key={length}>{length}</td>)}
          </tr>
          <tr>
            <th scope="row">{t("Points")}</th>
            {rows.map(([length, points]) => <td key={length}>{points}</td>)}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
