/*
 * Tickets and passengers to choose: which mix is drawn, which tickets are kept, who is taken
 * along. A button is there only for what the list of moves has.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed } from "@preact/signals";
import { memo } from "../board/memo";
import type { Game } from "../game/game";
import { keepChoices, keepMove, mixes, passengerChoices, passengerMove, type Mix } from "../game/moves";
import type { LocationId, Move, TicketId } from "../net/protocol";
import { Icon } from "../parts/icons";
import { Passenger } from "../parts/pieces";
import { n, t } from "../text";
import { Prompt } from "./prompt";
import { Ticket } from "./tickets";
import { forget, make, type Ui } from "./ui";
import { colourName, deckName, placeName } from "./words";

function MixFace({ game, mix }: { game: Game; mix: Mix }) {
  const decks = Object.entries(mix.decks ?? {});
  return (
    <>
      <span class="tb-mix" aria-hidden="true">
        {decks.flatMap(([deck, count]) =>
          Array.from({ length: count }, (_, i) => (
            <span key={`${deck}${i}`} data-deck={deck}>
              <Icon name="ticket" />
            </span>
          )),
        )}
      </span>
      <span>{decks.map(([deck, count]) => `${deckName(game.map, deck)} ×${count}`).join(" + ")}</span>
    </>
  );
}

/** Drawing tickets: asks once, since it uses the turn; where a map has several decks, which mix. */
export function DrawTickets({ game, ui, opening }: { game: Game; ui: Ui; opening: boolean }) {
  const all = mixes(game.moves.value);
  const chosen = (): Mix | undefined => all.find((mix) => mix.move === ui.picked.value) ?? all[Math.floor(all.length / 2)];
  const picked = chosen();
  const choice = all.length > 1;
  return (
    <Prompt
      ui={ui}
      name="mix"
      title={choice ? t("Which tickets do you draw?") : t("Draw tickets?")}
      hint={opening ? t("You see them all, then choose which to keep.") : t("This uses your turn. Tickets that you keep and do not complete cost their points.")}
      confirm={{ label: t("Draw tickets"), can: picked !== undefined, act: () => make(game, ui, chosen()?.move ?? null) }}
      {...(opening ? {} : { onBack: () => forget(ui) })}
    >
      {choice && (
        <div class="tb-ways" role="radiogroup" aria-label={t("Which tickets do you draw?")}>
          {all.map((mix) => (
            <label class="tb-way" key={mix.move}>
              <input type="radio" name="mix" value={mix.move} checked={mix === picked} onChange={() => (ui.picked.value = mix.move)} />
              <MixFace game={game} mix={mix} />
            </label>
          ))}
        </div>
      )}
    </Prompt>
  );
}

/** The tickets on offer to the seat in front of the screen. */
export function offered(game: Game): TicketId[] {
  const pending = game.view.value?.pending;
  const me = game.me.value;
  const offer = pending?.offer ?? (me === null ? undefined : pending?.offers?.[me]);
  return Array.isArray(offer) ? offer : [];
}

function toggle(ui: Ui, ticket: TicketId): void {
  const next = new Set(ui.kept.value);
  if (!next.delete(ticket)) next.add(ticket);
  ui.kept.value = next;
}

/** A ticket on offer: drawn again when it is chosen itself, not with every other. */
const Offered = memo(function Offered({ game, ui, ticket, first }: { game: Game; ui: Ui; ticket: TicketId; first: boolean }) {
  const chosen = useComputed(() => ui.kept.value.has(ticket)).value;
  const lit = useComputed(() => ui.ticket.value === ticket).value;
  const light = (): void => void (ui.ticket.value = ticket);
  return (
    <li>
      <label class="tb-offered" data-ticket={ticket} data-lit={lit} onPointerMove={light}>
        <input type="checkbox" data-first={first ? "" : undefined} checked={chosen} onFocus={light} onChange={() => toggle(ui, ticket)} />
        <Ticket game={game} ticket={ticket} />
      </label>
    </li>
  );
});

export function KeepTickets({ game, ui }: { game: Game; ui: Ui }) {
  const moves = game.moves.value;
  const offer = offered(game);
  const chosen = (): Set<TicketId> => new Set(offer.filter((ticket) => ui.kept.value.has(ticket)));
  const move = keepMove(moves, chosen());
  const fewest = Math.min(...keepChoices(moves).map((choice) => choice.tickets.length));
  const keep = (): void => {
    const move = keepMove(moves, chosen());
    if (!move) return;
    ui.ticket.value = null;
    void game.move(move);
  };
  return (
    <Prompt
      ui={ui}
      name="keep"
      title={n("Keep at least {n} ticket", "Keep at least {n} tickets", fewest)}
      hint={t("Point at one to see its places and a way on the board.")}
      confirm={{
        label: move ? n("Keep {n} ticket", "Keep {n} tickets", chosen().size) : n("Choose at least {n}", "Choose at least {n}", fewest),
        can: move !== null,
        act: keep,
      }}
    >
      <ul class="tb-offer">
        {offer.map((ticket, index) => (
          <Offered key={ticket} game={game} ui={ui} ticket={ticket} first={index === 0} />
        ))}
      </ul>
    </Prompt>
  );
}

/** The colours that may be taken at each place, gathered from all the choices. */
export function waiting(moves: readonly string[]): Map<LocationId, string[]> {
  const found = new Map<LocationId, string[]>();
  for (const choice of passengerChoices(moves))
    for (const { location, colour } of choice.passengers) {
      const colours = found.get(location) ?? [];
      if (!colours.includes(colour)) found.set(location, [...colours, colour]);
    }
  return found;
}

/** Picks a passenger, or another of the same place, or none again. */
export function pickPassenger(ui: Ui, location: LocationId, colour: string): void {
  const { [location]: before, ...others } = ui.passengers.value;
  ui.passengers.value = before === colour ? others : { ...others, [location]: colour };
}

export function TakePassengers({ game, ui }: { game: Game; ui: Ui }) {
  const moves = game.moves.value;
  const chosen = () => Object.entries(ui.passengers.value).map(([location, colour]) => ({ location, colour }));
  const picked = chosen();
  const none = passengerMove(moves, []);
  const take = (choice: Move | null): void => {
    if (!choice) return;
    void game.move(choice);
  };
  return (
    <Prompt
      ui={ui}
      name="passengers"
      title={t("Take passengers along")}
      hint={t("Choose on the board or here: one from each place.")}
      confirm={{
        label: picked.length === 0 ? t("Choose passengers") : n("Take {n} passenger", "Take {n} passengers", picked.length),
        can: passengerMove(moves, picked) !== null && picked.length > 0,
        act: () => take(chosen().length > 0 ? passengerMove(moves, chosen()) : null),
      }}
      {...(none ? { other: { label: t("Take nobody"), act: () => take(none) } } : {})}
    >
      {[...waiting(moves)].map(([location, colours], place) => (
        <div class="tb-waiting" role="group" aria-label={placeName(game.map, location)} key={location}>
          <b>{placeName(game.map, location)}</b>
          {colours.map((colour, index) => (
            <button
              type="button"
              key={colour}
              data-first={place === 0 && index === 0 ? "" : undefined}
              aria-pressed={ui.passengers.value[location] === colour}
              aria-label={t("{colour} from {place}", { colour: colourName(colour), place: placeName(game.map, location) })}
              title={colourName(colour)}
              onClick={() => pickPassenger(ui, location, colour)}
            >
              <Passenger colour={colour} />
              <span aria-hidden="true">{colourName(colour)}</span>
            </button>
          ))}
        </div>
      ))}
    </Prompt>
  );
}
