/*
 * The table of a day: who has played its deal on this server, each against the field of bots that has played the same seat. The server
 * says what was played there; the bots play in a worker here, the same everywhere.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Played } from "../../daily/daily";
import { useLoaded } from "../../load";
import { fetchDay, type DayResults } from "../../net/server";
import { n, t } from "../../text";
import { signed } from "../words";
import { playField } from "./standing";

type Field = NonNullable<Played["field"]>;

/** Bots play when there is somebody to be compared with them. */
function useField(map: string, date: string, known: Field | undefined, wanted: boolean): { field: Field | undefined; done: number; all: number } {
  const [field, setField] = useState(known);
  const [progress, setProgress] = useState({ done: 0, all: 1 });
  useEffect(() => {
    let gone = false;
    if (known) setField(known);
    else if (wanted) playField(map, date, () => gone, (done, all) => setProgress({ done, all })).then((found) => { if (found) setField(found); }).catch(() => undefined);
    return () => { gone = true; };
  }, [map, date, known, wanted]);
  return { field, ...progress };
}

function Table({ day, field }: { day: DayResults; field: Field | undefined }) {
  const mean = field && field.length > 0 ? field.reduce((sum, { lead }) => sum + lead, 0) / field.length : null;
  const place = (lead: number) => day.results.filter((other) => other.lead > lead).length + 1;
  return (
    <div class="count-table" tabIndex={0} role="group" aria-label={t("Table of the day")}>
      <table class="numbers daily-ranking">
        <caption class="hint">{t("Ahead: of the best of the bots at the table. Against the field: more than bots were ahead on average that played the same cards.")}</caption>
        <thead><tr>{[t("Place"), t("Player"), t("Points"), t("Ahead"), t("Against the field")].map((word) => <th scope="col" key={word}>{word}</th>)}</tr></thead>
        <tbody>
          {day.results.map((one, i) => (
            <tr key={i} class={one.you ? "you" : ""} aria-current={one.you ? "true" : undefined}>
              <td>{place(one.lead)}</td>
              <th scope="row">{one.name}{one.you && <> <span class="badge">{t("you")}</span></>}</th>
              <td>{one.points}</td><td>{signed(one.lead)}</td>
              <td>{mean === null ? "…" : signed(Math.round(one.lead - mean))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {day.played > day.results.length && <p class="hint">{n("{n} has played it here.", "{n} have played it here.", day.played)}</p>}
    </div>
  );
}

/** What the server does not say, for want of a network or of a server that knows it, is left out. */
export function Ranking({ map, date, field: known }: { map: string; date: string; field?: Field }) {
  const { found: day } = useLoaded(`${map} ${date}`, () => fetchDay(map, date));
  const { field, done, all } = useField(map, date, known, (day?.results.length ?? 0) > 0);
  if (!day) return null;
  if (day.results.length === 0) return <p class="hint">{t("Nobody has played it on this server yet.")}</p>;
  return (
    <>
      {!field && <p class="cluster"><progress max={all} value={done} aria-label={t("Bots play the seat…")} /> <span class="hint">{t("Bots play the seat…")}</span></p>}
      <Table day={day} field={field} />
    </>
  );
}
