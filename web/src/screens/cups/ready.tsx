/*
 * "Your table is ready": on the screens of tournaments, and in the lobby.
 *
 * SPDX-License-Identifier: MIT
 */
import { lookForCupTables, ownCupTables, type OwnTable } from "../../net/cups";
import { Icon } from "../../parts/icons";
import { go } from "../../router";
import { account, name } from "../../settings";
import { t } from "../../text";
import { useLooks } from "../looks";
import { reserved } from "../plan";
import { timeText } from "./words";

const LOOK_MS = 3000;

/** To one's seat; who comes for the first time sits down at once. */
export function ToTable({ table, small = false }: { table: OwnTable; small?: boolean }) {
  const sit = (): void => {
    reserved.value = { game: table.game, seat: table.seat, name: account.value || name.value };
    go(`/g/${table.game}`);
  };
  return <button type="button" class={`button primary ${small ? "small" : ""}`} onClick={sit}><Icon name="play" />{t("To your table")}</button>;
}

/** Asks every few seconds while somebody looks. */
function useOwnTables(): readonly OwnTable[] {
  useLooks(lookForCupTables, LOOK_MS, []);
  return ownCupTables.value;
}

export function Ready({ cup }: { cup?: string }) {
  const tables = useOwnTables().filter((table) => cup === undefined || table.cup === cup);
  return (
    <div role="status">
      {tables.map((table) => (
        <p class="notice cups-ready" key={table.game}>
          <span>
            {cup === undefined && table.name !== "" && `${table.name}: `}
            {table.come_by === undefined ? t("You play at table {n}, round {round}.", { n: table.table, round: table.round }) : <strong>{t("Your table is ready.")}</strong>}
            {table.come_by !== undefined && <> {t("Sit down by {time}: later a bot takes your seat.", { time: timeText(table.come_by) })}</>}
          </span>
          <ToTable table={table} small />
        </p>
      ))}
    </div>
  );
}
