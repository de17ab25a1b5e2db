/*
 * A tunnel: the cards of the pile are turned one after the other, for everybody to see; then
 * who dug pays what it costs more, or takes the cards back.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Game } from "../game/game";
import { parseCards, tunnelPayments } from "../game/moves";
import { Card, CardBack, CardSet } from "../parts/card";
import { playerName } from "../players";
import { play } from "../sound";
import { n, t } from "../text";
import { byThrift, pickedWay, Ways } from "./payments";
import { Prompt } from "./prompt";
import type { Reveal, Ui } from "./ui";
import { cardList, cardsText, kindName, routeName } from "./words";

/** How long others' cards stay on the screen when all are turned. */
const LAST_LOOK_MS = 1500;

/** How many of the cards are face up already. */
function useTurning(reveal: Reveal | null): number {
  const [shown, setShown] = useState<{ event: number; up: number }>({ event: 0, up: 0 });
  const count = reveal?.cards.length ?? 0;
  /* the last is up a moment before the game goes on */
  const wait = (reveal?.pace ?? 0) / (count + 1);
  const up = wait === 0 ? count : reveal && shown.event === reveal.event ? shown.up : 0;
  useEffect(() => {
    if (!reveal || up >= count) return undefined;
    const timer = setTimeout(() => {
      setShown({ event: reveal.event, up: up + 1 });
      play("card");
    }, wait);
    return () => clearTimeout(timer);
  }, [reveal, up, count, wait]);
  return up;
}

/** What was played, and the cards. */
function Turned({ game, reveal, up }: { game: Game; reveal: Reveal; up: number }) {
  return (
    <div class="tb-tunnel">
      <p class="tb-quiet">
        {t("Played")}
        <span class="visually-hidden"> {cardsText(game.map, reveal.paid)}</span>
        <CardSet cards={reveal.paid} />
      </p>
      <ol class="tb-turned" aria-label={t("Cards turned up for the tunnel")}>
        {reveal.cards.map((kind, index) => (
          <li key={index} data-up={index < up}>
            <span class={reveal.pace > 0 ? "tb-flip" : "tb-flat"}>
              {reveal.pace > 0 && (
                <span class="tb-back">
                  <CardBack />
                </span>
              )}
              {index < up && (
                <span class="tb-front">
                  <Card kind={kind} vehicle={game.map.vehicle} />
                </span>
              )}
            </span>
            <span class="visually-hidden">{index < up ? kindName(game.map, kind) : t("face down")}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The cards being turned, and after that the question if it is one's own. */
export function Tunnel({ game, ui }: { game: Game; ui: Ui }) {
  const view = game.view.value;
  const pending = view?.phase === "tunnel" ? view.pending : null;
  const moves = game.moves.value;
  const asked = moves.includes("decline");
  /* who comes back in the middle of a tunnel sees its cards turned already */
  const reveal: Reveal | null =
    ui.reveal.value ??
    (pending?.revealed && view?.turn !== null && view ? { event: -1, seat: view.turn, route: pending.route ?? "", cards: pending.revealed, paid: parseCards(pending.cards ?? ""), pace: 0 } : null);
  const turning = useTurning(reveal?.event === -1 ? null : reveal);
  const up = reveal?.event === -1 ? reveal.cards.length : turning;
  /* what it comes to is known when the move itself has been shown */
  const shown = game.now.value === null || game.now.value.event !== reveal?.event;
  const done = reveal !== null && up >= reveal.cards.length && shown;
  useEffect(() => {
    if (!done || pending || ui.reveal.value === null) return undefined;
    const timer = setTimeout(() => (ui.reveal.value = null), LAST_LOOK_MS);
    return () => clearTimeout(timer);
  }, [done, pending]);
  if (!reveal) return null;

  const name = playerName(game.table.value?.players ?? [], reveal.seat);
  const mine = reveal.seat === game.me.value;
  const title = mine ? t("Your tunnel: {route}", { route: routeName(game.map, reveal.route) }) : t("{name} digs: {route}", { name, route: routeName(game.map, reveal.route) });
  const extra = pending?.extra ?? 0;
  const verdict = !done
    ? t("The cards are turned…")
    : extra > 0
      ? n("It costs {n} card more.", "It costs {n} cards more.", extra)
      : reveal.cards.length > 0
        ? t("Nothing more to pay!")
        : t("There are no cards to turn up: nothing more to pay!");
  const asks = asked && done;
  const payments = asks ? byThrift(tunnelPayments(moves)) : [];
  const picked = pickedWay(ui, payments);
  const answer = (move: string | null): void => {
    if (!move) return;
    ui.reveal.value = null;
    ui.picked.value = null;
    void game.move(move);
  };
  return (
    <Prompt
      ui={ui}
      name={asks ? "tunnel" : "reveal"}
      title={title}
      hint={asks && payments.length === 0 ? `${verdict} ${t("You cannot pay: your cards come back, and the turn is over.")}` : verdict}
      {...(asks ? { other: { label: t("Give up the tunnel"), act: () => answer("decline") } } : {})}
      {...(picked ? { confirm: { label: t("Pay and claim"), can: true, act: () => answer(pickedWay(ui, payments)) } } : {})}
    >
      <Turned game={game} reveal={reveal} up={up} />
      {asks && <span class="visually-hidden">{cardList(game.map, reveal.cards)}</span>}
      {payments.length > 0 && <Ways game={game} payments={payments} picked={picked} onPick={(way) => (ui.picked.value = way)} />}
    </Prompt>
  );
}
