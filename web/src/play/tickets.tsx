/*
 * One's own tickets: done, still possible, or blocked; a click lights both places and a way
 * that is still open on the board.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed } from "@preact/signals";
import type { Mark } from "../board/board";
import { MarkIcon } from "../board/mark";
import type { Shown, TicketAdvice } from "../game/game";
import type { RouteId, TicketId } from "../net/protocol";
import { TicketFace } from "../parts/card";
import { n, t } from "../text";
import { ends, facts, parallels, ticketPoints } from "./facts";
import type { Ui } from "./ui";
import { placeName } from "./words";

export function ownTickets(game: Shown): TicketId[] {
  const me = game.me.value;
  const tickets = me === null ? undefined : game.view.value?.tickets[me];
  return Array.isArray(tickets) ? tickets : [];
}

export function adviceFor(game: Shown, ticket: TicketId): TicketAdvice | undefined {
  return game.advice.value.find((one) => one.ticket === ticket);
}

/** The mark of an own ticket, on the board and in the list. */
export function markOf(game: Shown, ticket: TicketId, index: number): Mark {
  return { number: index + 1, is: adviceFor(game, ticket)?.is ?? "open" };
}

/** The routes that serve open tickets of one's own, each with the numbers of these: those of a shortest way, and what is parallel to them. */
export function served(game: Shown): Map<RouteId, number[]> {
  const found = new Map<RouteId, number[]>();
  ownTickets(game).forEach((ticket, index) => {
    const advice = adviceFor(game, ticket);
    if (advice?.is !== "open") return;
    for (const route of new Set(advice.way.flatMap((one) => parallels(game.map, one)))) found.set(route, [...(found.get(route) ?? []), index + 1]);
  });
  return found;
}

/** How a ticket stands, in words. */
export function standing(advice: TicketAdvice | undefined): string {
  switch (advice?.is) {
    case "done":
      return t("done");
    case "blocked":
      return t("out of reach");
    case "open":
      return n("{n} space to go", "{n} spaces to go", advice.spaces);
    default:
      return "";
  }
}

/** A ticket as it stands for the seat in front of the screen. */
export function Ticket({ game, ticket, mark }: { game: Shown; ticket: TicketId; mark?: Mark }) {
  const advice = adviceFor(game, ticket);
  const [from, to] = ends(ticket);
  return (
    <TicketFace
      from={placeName(game.map, from)}
      to={placeName(game.map, to)}
      points={ticketPoints(game.map, ticket)}
      state={advice?.is ?? "open"}
      long={facts(game.map).tickets.get(ticket)?.deck === "long"}
    >
      <span class="tb-standing">
        {mark && <MarkIcon mark={mark} />} {standing(advice)}
      </span>
    </TicketFace>
  );
}

function Row({ game, ui, ticket, index }: { game: Shown; ui: Ui; ticket: TicketId; index: number }) {
  const lit = useComputed(() => ui.ticket.value === ticket).value;
  return (
    <li>
      <button
        type="button"
        class="tb-own"
        data-ticket={ticket}
        data-state={adviceFor(game, ticket)?.is ?? "open"}
        aria-pressed={lit}
        onClick={() => (ui.ticket.value = ui.ticket.peek() === ticket ? null : ticket)}
        onPointerMove={(event) => event.pointerType === "mouse" && (ui.glance.value = ticket)}
        onPointerLeave={() => (ui.glance.value = null)}
      >
        <Ticket game={game} ticket={ticket} mark={markOf(game, ticket, index)} />
      </button>
    </li>
  );
}

export function OwnTickets({ game, ui }: { game: Shown; ui: Ui }) {
  if (game.me.value === null) return null;
  const tickets = ownTickets(game);
  const done = tickets.filter((ticket) => adviceFor(game, ticket)?.is === "done").length;
  return (
    <section class="tb-tickets" aria-label={t("Your tickets")} data-anchor="own-tickets">
      <h2 class="tb-title">
        {t("Your tickets")} <span class="tb-quiet">{t("{done} of {all} done", { done, all: tickets.length })}</span>
      </h2>
      {tickets.length === 0 ? (
        <p class="tb-quiet">{t("You hold no tickets.")}</p>
      ) : (
        <ul>
          {tickets.map((ticket, index) => (
            <Row key={ticket} game={game} ui={ui} ticket={ticket} index={index} />
          ))}
        </ul>
      )}
    </section>
  );
}
