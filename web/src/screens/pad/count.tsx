/*
 * What a sheet comes to, and what is noted beside the board: tickets and passengers.
 *
 * SPDX-License-Identifier: MIT
 */
import { useMemo, useState } from "preact/hooks";
import { ticketId, type MapFile } from "../../maps";
import type { Counted } from "../../net/sheet";
import { edges, type Entry, type Noted } from "../../pad/pad";
import { Icon } from "../../parts/icons";
import { Passenger } from "../../parts/pieces";
import { SeatDot } from "../../parts/symbols";
import { ticketPoints } from "../../play/facts";
import { colourName, ticketName, vehiclesName } from "../../play/words";
import { language, n, t } from "../../text";
import { Count } from "../end/count";
import { Tickets, type Shown } from "../end/tickets";
import { sourceName, sourcesIn, tieOf } from "../words";

interface Props {
  map: MapFile;
  all: Noted;
  names: readonly string[];
  counted: Counted | null;
}

/** Who is ahead, by how much, and what it comes from. */
function verdict({ names, counted }: { names: readonly string[]; counted: Counted }): string {
  const { scores, winners } = counted;
  const totals = scores.map((score) => score["total"] ?? 0);
  const [first = 0] = winners;
  if (winners.length > 1) return t("Equal so far: {names}", { names: winners.map((seat) => names[seat] ?? "").join(", ") });
  const second = totals.map((_, seat) => seat).filter((seat) => seat !== first).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0))[0] ?? 0;
  const by = (totals[first] ?? 0) - (totals[second] ?? 0);
  const from = edges(scores[first] ?? {}, scores[second] ?? {}, sourcesIn(scores[0])).map(({ source, by }) => `${sourceName(source)} +${by}`).join(", ");
  const who = { name: names[first] ?? "", other: names[second] ?? "", from };
  return by > 0 ? n("{name} is {n} point ahead of {other}: {from}.", "{name} is {n} points ahead of {other}: {from}.", by, who) : t("{name} has as many points as {other}, and wins.", who);
}

/** The number of pieces at which a game goes into its last round. */
function lastRound({ map, names, counted }: Props): string[] {
  const low = (counted?.vehicles ?? []).flatMap((left, seat) => (left <= map["end-vehicles"] ? [names[seat] ?? ""] : []));
  return low.map((name) => t("{name} has so few left that the last round begins: {vehicles}.", { name, vehicles: vehiclesName(map) }));
}

export function Result(props: Props & { shown: Shown | null; onShow(shown: Shown | null): void }) {
  const { map, all, names, counted, shown, onShow } = props;
  if (!counted) return <section class="panel" aria-busy="true" />;
  const totals = counted.scores.map((score) => score["total"] ?? 0);
  const tie = tieOf(map, totals);
  const any = Object.keys(all.routes).length > 0;
  return (
    <>
      <section class="end-score panel raised" aria-label={t("Points")}>
        <p class="pad-verdict" role="status">{any ? verdict({ names, counted }) : t("Nothing is noted yet.")}</p>
        {lastRound(props).map((words) => <p key={words} class="hint">{words}</p>)}
        {any && tie && <p class="hint">{tie}</p>}
        <Count scores={counted.scores} names={names} winners={any ? counted.winners : []} counted={Infinity} />
      </section>
      {(any || all.tickets.some((held) => held.length > 0)) && (
        <section class="panel" aria-labelledby="pad-ways">
          <h2 id="pad-ways">{t("What came of it")}</h2>
          <p class="hint">{t("Choose one to see it on the board.")}</p>
          <Tickets map={map} names={names} outcomes={counted.outcomes} shown={shown} onShow={onShow} />
        </section>
      )}
    </>
  );
}

/** Letters as they are compared: "Zurich" finds Zürich. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

interface NoteProps extends Props {
  player: number;
  onNote(entry: Entry): void;
}

export function TicketList({ map, all, names, player, onNote }: NoteProps) {
  const [wanted, setWanted] = useState("");
  const tickets = useMemo(
    () => map.tickets.map((ticket) => ({ id: ticketId(ticket), name: ticketName(map, ticketId(ticket)) })).sort((a, b) => a.name.localeCompare(b.name, language.value)),
    [map, language.value],
  );
  const found = tickets.filter(({ name }) => plain(name).includes(plain(wanted.trim())));
  return (
    <div class="stack pad-find">
      <label class="field">
        <span class="label">{t("Find a place")}</span>
        <input class="input" type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      </label>
      <ul class="pad-tickets">
        {found.map(({ id, name }) => {
          const owner = all.tickets.findIndex((held) => held.includes(id));
          const whose = owner < 0 ? "" : (names[owner] ?? "");
          return (
            <li key={id}>
              <button type="button" class="end-ticket" aria-pressed={owner === player} disabled={owner >= 0 && owner !== player}
                onClick={() => onNote({ is: "ticket", ticket: id, player: owner === player ? null : player })}>
                {owner < 0 ? <Icon name="ticket" /> : <SeatDot seat={owner} />}
                <span class="end-ticket-name">{name}{whose && <span class="visually-hidden"> ({whose})</span>}</span>
                <span class="tabular">{ticketPoints(map, id)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p class="hint">{t("No ticket goes there.")}</p>}
    </div>
  );
}

/** How many passengers of each colour everybody has taken. */
export function Passengers({ map, all, names, onNote }: NoteProps) {
  const colours = map.mechanics["passengers"]?.["colours"] as Record<string, number>;
  return (
    <div class={`count-table${names.length > 3 ? " many" : ""}`}>
      <table class="numbers pad-passengers">
        <thead>
          <tr>
            <th scope="col">{t("Colour")}</th>
            {names.map((name, player) => <th key={player} scope="col"><SeatDot seat={player} /> <span>{name}</span></th>)}
          </tr>
        </thead>
        <tbody>
          {Object.entries(colours).map(([colour, there]) => {
            const taken = all.taken.map((counts) => counts[colour] ?? 0);
            const left = there - taken.reduce((sum, count) => sum + count, 0);
            return (
              <tr key={colour}>
                <th scope="row" class="passenger-row"><Passenger colour={colour} size={22} /> {colourName(colour)}</th>
                {taken.map((count, player) => (
                  <td key={player}>
                    <input class="input" type="number" inputMode="numeric" min={0} max={count + left} value={count} aria-label={`${names[player] ?? ""}: ${colourName(colour)}`}
                      onInput={(event) => {
                        const wanted = Math.round(Number(event.currentTarget.value));
                        onNote({ is: "taken", player, colour, count: Math.max(0, Math.min(count + left, wanted || 0)) });
                      }} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
