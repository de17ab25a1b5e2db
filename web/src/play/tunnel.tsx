/*
 * A tunnel: the cards of the pile are turned one after the other, for everybody to see; then
 * who dug pays what it costs more, or takes the cards back.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game/game";
import { countCards, parseCards, parseMove, tunnelPayments } from "../game/moves";
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

/** What was played, and the cards; those that cost more are marked. */
function Turned({ game, reveal, up, counts }: { game: Game; reveal: Reveal; up: number; counts: readonly boolean[] }) {
  return (
    <div class="tb-tunnel">
      <p class="tb-quiet">
        {t("Played")}
        <span class="visually-hidden"> {cardsText(game.map, reveal.paid)}</span>
        <CardSet cards={reveal.paid} />
      </p>
      <ol class="tb-turned" aria-label={t("Cards turned up for the tunnel")}>
        {reveal.cards.map((kind, index) => (
          <li key={index} data-up={index < up} data-counts={counts[index]}>
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
            {counts[index] && (
              <b class="tb-dearer">
                <span aria-hidden="true">+1</span>
                <span class="visually-hidden">{t("costs one card more")}</span>
              </b>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What came of a tunnel, as soon as that is shown: how many cards more were paid, or that it was given up. */
function outcomeOf(game: Game, { event, seat }: Reveal): { paid: number } | "given up" | null {
  const coming = game.now.value;
  for (const one of [...game.log.value, ...(coming ? [coming] : [])]) {
    if (one.event <= event || !("did" in one) || one.did?.seat !== seat) continue;
    const move = parseMove(one.did.move);
    if (move.is === "pay") return { paid: countCards(move.cards) };
    if (move.is === "decline") return "given up";
  }
  return null;
}

/** Who comes back in the midst of a tunnel, or looks at once at what others do, sees its cards turned already. */
function pendingReveal(game: Game): Reveal | null {
  const view = game.view.value;
  const pending = view?.phase === "tunnel" ? view.pending : null;
  if (!pending?.revealed || !view || view.turn === null) return null;
  return { event: game.table.value?.event ?? 0, seat: view.turn, route: pending.route ?? "", cards: pending.revealed, paid: parseCards(pending.cards ?? ""), pace: 0 };
}

/** The tunnel that is shown or asked about. */
export function revealOf(game: Game, ui: Ui): Reveal | null {
  return ui.reveal.value ?? pendingReveal(game);
}

/** A tunnel that is dug is shown. */
export function useReveal(game: Game, ui: Ui): void {
  const event = game.now.value;
  useEffect(() => {
    if (event?.what !== "moved" || !event.did.reveal) return;
    const move = parseMove(event.did.move);
    if (move.is === "claim") ui.reveal.value = { event: event.event, seat: event.did.seat, route: move.route, cards: event.did.reveal, paid: move.cards, pace: game.pace.value };
  }, [event]);
}

/** In words what the cards that were turned up come to, and what was done then. */
function verdict(game: Game, reveal: Reveal, extra: number): string {
  const outcome = outcomeOf(game, reveal);
  if (outcome === "given up") return t("Given up: the cards went back.");
  if (outcome) return n("{n} card more was paid.", "{n} cards more were paid.", outcome.paid);
  if (extra > 0) return n("It costs {n} card more.", "It costs {n} cards more.", extra);
  return reveal.cards.length > 0 ? t("Nothing more to pay!") : t("There are no cards to turn up: nothing more to pay!");
}

/** The cards being turned, and after that the question if it is one's own. */
export function Tunnel({ game, ui, reveal }: { game: Game; ui: Ui; reveal: Reveal }) {
  const view = game.view.value;
  const pending = view?.phase === "tunnel" ? view.pending : null;
  const moves = game.moves.value;
  const asked = moves.includes("decline");
  /* which of them count is known for as long as the tunnel waits, and shown on */
  const counted = useRef<{ route: string; counts: readonly boolean[] } | null>(null);
  if (pending?.counts) counted.current = { route: pending.route ?? "", counts: pending.counts };
  const turning = useTurning(reveal.pace === 0 ? null : reveal);
  const up = reveal.pace === 0 ? reveal.cards.length : turning;
  /* what it comes to is known when the move itself has been shown */
  const shown = game.now.value === null || game.now.value.event !== reveal.event;
  const done = up >= reveal.cards.length && shown;
  useEffect(() => {
    if (!done || pending || ui.reveal.value === null) return undefined;
    const timer = setTimeout(() => (ui.reveal.value = null), LAST_LOOK_MS);
    return () => clearTimeout(timer);
  }, [done, pending]);

  const name = playerName(game.table.value?.players ?? [], reveal.seat);
  const mine = reveal.seat === game.me.value;
  const title = mine ? t("Your tunnel: {route}", { route: routeName(game.map, reveal.route) }) : t("{name} digs: {route}", { name, route: routeName(game.map, reveal.route) });
  const said = done ? verdict(game, reveal, pending?.extra ?? 0) : t("The cards are turned…");
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
      hint={asks && payments.length === 0 ? `${said} ${t("You cannot pay: your cards come back, and the turn is over.")}` : said}
      {...(asks ? { other: { label: t("Give up the tunnel"), act: () => answer("decline") } } : {})}
      {...(picked ? { confirm: { label: t("Pay and claim"), can: true, act: () => answer(pickedWay(ui, payments)) } } : {})}
    >
      <Turned game={game} reveal={reveal} up={up} counts={done && counted.current?.route === reveal.route ? counted.current.counts : []} />
      {asks && <span class="visually-hidden">{cardList(game.map, reveal.cards)}</span>}
      {payments.length > 0 && <Ways game={game} payments={payments} picked={picked} onPick={(way) => (ui.picked.value = way)} />}
    </Prompt>
  );
}

/** On one's own turn what came of others' tunnels takes no more than a line above the board. */
export function TunnelNote({ game }: { game: Game }) {
  const words = useComputed(() => (game.moves.value.length > 0 ? lastTunnel(game) : "")).value;
  return words ? <p class="tb-note">{words}</p> : null;
}

/** What came of the last tunnel of another since one's own last move, in words; "" where there was none. */
function lastTunnel(game: Game): string {
  const lines = game.log.value;
  const me = game.me.value;
  for (let i = lines.length - 1; i >= 0; i--) {
    const { did, event, seat } = lines[i] ?? {};
    if (!did || event === undefined || typeof seat !== "number") continue;
    if (seat === me) return "";
    const move = parseMove(did.move);
    if (move.is !== "claim" || !did.reveal) continue;
    const reveal = { event, seat, route: move.route, cards: did.reveal, paid: move.cards, pace: 0 };
    return t("{name}, tunnel {route}: {verdict}", { name: playerName(game.table.value?.players ?? [], seat), route: routeName(game.map, move.route), verdict: verdict(game, reveal, 0) });
  }
  return "";
}
