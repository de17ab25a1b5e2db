/*
 * How to pay: every way that the list of moves has, the one with the fewest wilds first.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { MarkIcon } from "../board/mark";
import type { Game } from "../game/game";
import { countCards, paymentsByRoute, type Payment } from "../game/moves";
import type { Kind, Move, RouteId, TicketId } from "../net/protocol";
import { confirmClaims } from "../settings";
import { CardSet } from "../parts/card";
import { n, t } from "../text";
import { distinct, facts, routePoints, ticketPoints } from "./facts";
import { Prompt } from "./prompt";
import { served } from "./tickets";
import { forget, make, think, type Ui } from "./ui";
import { cardsText, placeFacts, placeName, routeFacts, routeName, ticketText } from "./words";

/** Fewest wilds first; the engine's order otherwise. */
export function byThrift(payments: readonly Payment[]): Payment[] {
  const wilds = (payment: Payment): number => payment.cards["wild"] ?? 0;
  return [...payments].sort((a, b) => wilds(a) - wilds(b));
}

/** The routes offered: all that can be claimed, or those that a card of the hand pays for. */
export function offeredRoutes(moves: readonly Move[], card: Kind | null): ReadonlyMap<RouteId, Payment[]> {
  const all = paymentsByRoute(moves);
  if (card === null) return all;
  return new Map([...all].filter(([, payments]) => payments.some((payment) => (payment.cards[card] ?? 0) > 0)));
}

interface WaysProps {
  game: Game;
  payments: readonly Payment[];
  picked: Move | null;
  onPick(move: Move): void;
}

/** The ways with the fewest wilds; those that spend more of them are folded away, unless one of them is picked. */
export function Ways({ game, payments, picked, onPick }: WaysProps) {
  const [all, setAll] = useState(false);
  const wilds = (payment: Payment): number => payment.cards["wild"] ?? 0;
  const fewest = Math.min(...payments.map(wilds));
  const thrifty = payments.filter((payment) => wilds(payment) === fewest);
  const unfolded = all || !thrifty.some(({ move }) => move === picked);
  const shown = unfolded ? payments : thrifty;
  return (
    <div class="tb-ways" role="radiogroup" aria-label={t("Which cards do you pay with?")}>
      {shown.map(({ cards, move }) => (
        <label class="tb-way" key={move} title={cardsText(game.map, cards)}>
          <input type="radio" name="payment" value={move} checked={picked === move} aria-label={cardsText(game.map, cards)} onChange={() => onPick(move)} />
          <CardSet cards={cards} />
        </label>
      ))}
      {shown.length < payments.length && (
        <button type="button" class="button quiet small tb-more" onClick={() => setAll(true)}>
          {n("{n} more way", "{n} more ways", payments.length - shown.length)}
        </button>
      )}
    </div>
  );
}

interface PayProps {
  game: Game;
  ui: Ui;
  payments: readonly Payment[];
}

/** The way that a confirmation takes: what is picked at the moment, or the thriftiest. */
export function pickedWay(ui: Ui, payments: readonly Payment[]): Move | null {
  const picked = ui.picked.value;
  return payments.some((payment) => payment.move === picked) ? picked : (payments[0]?.move ?? null);
}

export function RoutePrompt({ game, ui, payments, route }: PayProps & { route: string }) {
  const sorted = byThrift(payments);
  const picked = (): Move | null => pickedWay(ui, sorted);
  const tunnel = facts(game.map).routes.get(route)?.tunnel;
  return (
    <Prompt
      ui={ui}
      name="claim"
      title={routeName(game.map, route)}
      hint={routeFacts(game.map, route)}
      confirm={{ label: tunnel ? t("Try the tunnel") : t("Claim the route"), can: picked() !== null, act: () => make(game, ui, picked()) }}
      onBack={() => forget(ui)}
    >
      <Ways game={game} payments={sorted} picked={picked()} onPick={(way) => (ui.picked.value = way)} />
    </Prompt>
  );
}

export function StationPrompt({ game, ui, payments, location }: PayProps & { location: string }) {
  const sorted = byThrift(payments);
  const picked = (): Move | null => pickedWay(ui, sorted);
  return (
    <Prompt
      ui={ui}
      name="station"
      title={t("A station in {place}", { place: placeName(game.map, location) })}
      confirm={{ label: t("Build the station"), can: picked() !== null, act: () => make(game, ui, picked()) }}
      onBack={() => think(ui, { about: "stations" })}
    >
      <Ways game={game} payments={sorted} picked={picked()} onPick={(way) => (ui.picked.value = way)} />
    </Prompt>
  );
}

/** Chooses a route: opens the ways to pay, or claims at once where nothing is to be asked. */
export function chooseRoute(game: Game, ui: Ui, route: string, payments: readonly Payment[]): void {
  const only = payments.length === 1 ? payments[0] : undefined;
  if (only && !confirmClaims.value) make(game, ui, only.move);
  else think(ui, { about: "route", route });
}

/** All routes that can be claimed, as a list: those first that serve most tickets, of these those that bring most. */
export function RouteList({ game, ui, routes }: { game: Game; ui: Ui; routes: ReadonlyMap<string, Payment[]> }) {
  const tickets = served(game);
  const use = (route: string): number => tickets.get(route)?.length ?? 0;
  const sorted = distinct(game.map, routes).sort(
    (a, b) => use(b) - use(a) || routePoints(game.map, b) - routePoints(game.map, a) || routeName(game.map, a).localeCompare(routeName(game.map, b)),
  );
  return (
    <Prompt ui={ui} name="routes" title={t("Routes you can claim")} hint={n("{n} route", "{n} routes", sorted.length)} onBack={() => forget(ui)}>
      <ul class="tb-list">
        {sorted.map((route, index) => (
          <li key={route}>
            <button
              type="button"
              data-first={index === 0 ? "" : undefined}
              data-route={route}
              onClick={() => chooseRoute(game, ui, route, routes.get(route) ?? [])}
              onPointerMove={() => (ui.pointed.value = route)}
              onPointerLeave={() => (ui.pointed.value = null)}
              onFocus={() => (ui.pointed.value = route)}
              onBlur={() => (ui.pointed.value = null)}
            >
              <b>
                {routeName(game.map, route)}{" "}
                {use(route) > 0 && <span class="visually-hidden">{t("for your tickets {numbers}", { numbers: (tickets.get(route) ?? []).join(", ") })}</span>}
                {tickets.get(route)?.map((number) => <MarkIcon key={number} mark={{ number, is: "open" }} />)}
              </b>
              <span class="tb-quiet">{routeFacts(game.map, route)}</span>
              <CardSet cards={byThrift(routes.get(route) ?? [])[0]?.cards ?? {}} />
            </button>
          </li>
        ))}
      </ul>
    </Prompt>
  );
}

/** Where a station would complete a ticket; asked for once, when the question is. */
function useSites(game: Game): ReadonlyMap<string, TicketId[]> {
  const [sites, setSites] = useState<ReadonlyMap<string, TicketId[]>>(new Map());
  useEffect(() => {
    let gone = false;
    void game.sites().then((found) => gone || setSites(new Map(found.map(({ location, completes }) => [location, completes]))));
    return () => {
      gone = true;
    };
  }, [game]);
  return sites;
}

export function StationList({ game, ui, places }: { game: Game; ui: Ui; places: ReadonlyMap<string, Payment[]> }) {
  const sites = useSites(game);
  const brings = (place: string): number => (sites.get(place) ?? []).reduce((sum, ticket) => sum + ticketPoints(game.map, ticket), 0);
  const sorted = [...places.keys()].sort((a, b) => brings(b) - brings(a) || placeName(game.map, a).localeCompare(placeName(game.map, b)));
  const cost = countCards([...places.values()][0]?.[0]?.cards ?? {});
  return (
    <Prompt
      ui={ui}
      name="stations"
      title={t("A station in which place?")}
      hint={`${n("It costs {n} card. Choose on the board or here.", "It costs {n} cards of one colour. Choose on the board or here.", cost)} ${t("At the end your tickets may use one route of another player that ends there.")}`}
      onBack={() => forget(ui)}
    >
      <ul class="tb-list tb-short">
        {/* by their order: what is at the first goes on to the place that turns out to be the best */}
        {sorted.map((location, index) => (
          <li key={index}>
            <button
              type="button"
              data-first={index === 0 ? "" : undefined}
              data-location={location}
              data-completes={sites.has(location) ? "" : undefined}
              onClick={() => think(ui, { about: "station", location })}
            >
              <b>{placeName(game.map, location)}</b>
              <span class="tb-quiet">
                {sites.has(location)
                  ? t("would complete {tickets}", { tickets: (sites.get(location) ?? []).map((ticket) => ticketText(game.map, ticket)).join(", ") })
                  : placeFacts(game.map, location).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Prompt>
  );
}
