/*
 * What everybody holds, where nothing is secret: in a game that is over, at the position that is looked at, and where bots play among
 * themselves. A switch hides it.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import type { Counts, View } from "../net/protocol";
import { CardSet } from "../parts/card";
import { SeatDot } from "../parts/symbols";
import { Switch } from "../screens/controls";
import { openHands } from "../settings";
import { t } from "../text";
import { kinds } from "./facts";
import { cardsText, kindName, ticketText } from "./words";

/** How many of each kind, in the order of the map. */
function Held({ map, cards }: { map: MapFile; cards: Counts }) {
  const held = kinds(map).filter((kind) => (cards[kind] ?? 0) > 0);
  if (held.length === 0) return <span class="hint">{t("no cards")}</span>;
  return (
    <span class="open-cards">
      <span class="visually-hidden">{cardsText(map, cards)}</span>
      {held.map((kind) => (
        <span key={kind} aria-hidden="true" title={kindName(map, kind)}>
          <CardSet cards={{ [kind]: 1 }} />
          {cards[kind]}
        </span>
      ))}
    </span>
  );
}

export function OpenHands({ map, view, names, display = false }: { map: MapFile; view: View; names: readonly string[]; display?: boolean }) {
  const up = view.display.flatMap((kind) => kind ?? []);
  return (
    <div class="open-hands">
      <Switch label={t("Show what everybody holds")} value={openHands.value} onChange={(value) => (openHands.value = value)} />
      {openHands.value && (
        <>
          {display && up.length > 0 && (
            <p class="open-display">
              {t("Face up")}: <span class="visually-hidden">{up.map((kind) => kindName(map, kind)).join(", ")}</span>
              {up.map((kind, slot) => (
                <CardSet key={slot} cards={{ [kind]: 1 }} />
              ))}
            </p>
          )}
          <ul>
            {names.map((name, seat) => {
              const [cards, tickets] = [view.hands[seat], view.tickets[seat]];
              return (
                <li key={seat} data-seat={seat}>
                  <b><SeatDot seat={seat} /> {name}</b>
                  {typeof cards === "object" && <Held map={map} cards={cards} />}
                  {Array.isArray(tickets) && tickets.length > 0 && <span class="open-tickets">{tickets.map((ticket) => ticketText(map, ticket)).join(" · ")}</span>}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
