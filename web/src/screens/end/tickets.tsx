/*
 * Everybody's tickets at the end, and the longest paths: a click shows them on the board.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Outcome } from "../../game/game";
import { ends, type MapFile } from "../../maps";
import { Icon } from "../../parts/icons";
import { SeatDot } from "../../parts/symbols";
import { ticketPoints } from "../../play/facts";
import { ticketName } from "../../play/words";
import { n, t } from "../../text";
import type { Lit } from "../playback";

/** What is shown on the board: its key, and what is lit. */
export interface Shown {
  key: string;
  lit: Lit;
}

interface Props {
  map: MapFile;
  names: readonly string[];
  outcomes: readonly Outcome[];
  shown: Shown | null;
  onShow(shown: Shown | null): void;
}

function Ticket({ map, ticket, id, shown, onShow }: Pick<Props, "map" | "shown" | "onShow"> & { ticket: Outcome["tickets"][number]; id: string }) {
  const points = ticketPoints(map, ticket.ticket);
  const on = shown?.key === id;
  const show = () => onShow(on ? null : { key: id, lit: { locations: new Set(ends(ticket.ticket)), routes: new Set(ticket.way) } });
  return (
    <li>
      <button type="button" class={`end-ticket ${ticket.done ? "done" : "failed"}`} aria-pressed={on} onClick={show}>
        <Icon name={ticket.done ? "check" : "close"} />
        <span class="end-ticket-name">{ticketName(map, ticket.ticket)}</span>
        <span class="visually-hidden">{ticket.done ? t("completed") : t("not completed")}</span>
        <span class="tabular">{ticket.done ? `+${points}` : `−${points}`}</span>
      </button>
    </li>
  );
}

function Longest({ map, seat, outcome, shown, onShow }: Pick<Props, "map" | "shown" | "onShow"> & { seat: number; outcome: Outcome }) {
  if (!map.mechanics["longest"] || outcome.longest.length === 0) return null;
  const key = `longest ${seat}`;
  const on = shown?.key === key;
  return (
    <button type="button" class="end-ticket" aria-pressed={on}
      onClick={() => onShow(on ? null : { key, lit: { routes: new Set(outcome.longest), locations: new Set() } })}>
      <Icon name="longest" />
      <span class="end-ticket-name">{t("Longest path")}</span>
      <span class="tabular">{n("{n} space", "{n} spaces", outcome.spaces)}</span>
    </button>
  );
}

export function Tickets({ map, names, outcomes, shown, onShow }: Props) {
  return (
    <div class="end-tickets">
      {outcomes.map((outcome, seat) => {
        const done = outcome.tickets.filter((ticket) => ticket.done).length;
        return (
          <section key={seat} class={`seat-${seat}`} aria-label={t("Tickets of {name}", { name: names[seat] ?? "" })}>
            <h3><SeatDot seat={seat} /> {names[seat]} <span class="muted text-s">{t("{done} of {all}", { done, all: outcome.tickets.length })}</span></h3>
            <ul>
              {outcome.tickets.map((ticket) => (
                <Ticket key={ticket.ticket} map={map} ticket={ticket} id={`${seat} ${ticket.ticket}`} shown={shown} onShow={onShow} />
              ))}
            </ul>
            <Longest map={map} seat={seat} outcome={outcome} shown={shown} onShow={onShow} />
          </section>
        );
      })}
    </div>
  );
}
