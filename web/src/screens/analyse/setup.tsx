/*
 * From a sheet to a position: the hands, what lies open, and whose turn it is. All other cards are in the pile.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { positionOf } from "../../analyse/setup";
import { begin, keepAnalysis } from "../../analyse/tree";
import type { MapFile } from "../../maps";
import { WorkerLink } from "../../net/local";
import type { Counts, Kind, View } from "../../net/protocol";
import { SeatDot } from "../../parts/symbols";
import { kinds } from "../../play/facts";
import { kindName } from "../../play/words";
import { go } from "../../router";
import { t } from "../../text";
import { Select } from "../controls";

const PLACES = 5;
/** An open display that the rules would sweep away is dealt again, so often. */
const TRIES = 20;

async function make(map: MapFile, names: readonly string[], whole: View, hands: Counts[], display: (Kind | null)[], turn: number): Promise<string> {
  const link = new WorkerLink();
  try {
    for (let i = 1; ; i++) {
      const position = positionOf(whole, hands, display, turn);
      try {
        await link.send({ do: "position", map: JSON.stringify(map), position: JSON.stringify(position), moves: [], seat: null });
        const analysis = begin(map.id, names, position);
        keepAnalysis(analysis);
        return analysis.id;
      } catch (error) {
        if (i === TRIES || !display.includes(null)) throw error;
      }
    }
  } finally {
    link.close();
  }
}

export function Setup({ map, names, whole }: { map: MapFile; names: readonly string[]; whole: View }) {
  const [hands, setHands] = useState<Counts[]>(() => names.map(() => ({})));
  const [display, setDisplay] = useState<(Kind | null)[]>(() => Array<null>(PLACES).fill(null));
  const [turn, setTurn] = useState(0);
  const [wrong, setWrong] = useState("");
  const hold = (seat: number, kind: Kind, count: number) => setHands((all) => all.map((cards, at) => (at === seat ? { ...cards, [kind]: count } : cards)));
  const submit = (event: Event) => {
    event.preventDefault();
    make(map, names, whole, hands, display, turn).then((id) => go(`/analyse/${id}`), (error: Error) => setWrong(t("This position cannot be: {why}.", { why: error.message })));
  };
  const anything = [{ value: "", label: t("any card") }, ...kinds(map).map((kind) => ({ value: kind, label: kindName(map, kind) }))];
  return (
    <form class="stack" onSubmit={submit}>
      <div class="count-table many">
        <table class="numbers pad-passengers">
          <thead><tr><th scope="col">{t("Hand")}</th>{names.map((name, seat) => <th key={seat} scope="col"><SeatDot seat={seat} /> <span>{name}</span></th>)}</tr></thead>
          <tbody>
            {kinds(map).map((kind) => (
              <tr key={kind}>
                <th scope="row">{kindName(map, kind)}</th>
                {names.map((name, seat) => (
                  <td key={seat}>
                    <input class="input" type="number" inputMode="numeric" min={0} max={map.cards[kind] ?? 0} value={hands[seat]?.[kind] ?? 0} aria-label={`${name}: ${kindName(map, kind)}`}
                      onInput={(event) => hold(seat, kind, Math.max(0, Math.round(Number(event.currentTarget.value)) || 0))} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="pad-choice">
        {display.map((kind, place) => (
          <Select<string> key={place} legend={t("Open card {n}", { n: place + 1 })} value={kind ?? ""} options={anything} onChange={(to) => setDisplay((all) => all.map((one, at) => (at === place ? to || null : one)))} />
        ))}
        <Select<number> legend={t("Whose turn it is")} value={turn} options={names.map((label, value) => ({ value, label }))} onChange={setTurn} />
      </div>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <p><button type="submit" class="button primary">{t("Analyse this position")}</button></p>
    </form>
  );
}
