/*
 * What lies beside the board: the face-up cards, the draw pile and the ticket decks. What can be
 * drawn is what the list of moves says; the rest is greyed out.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Shown } from "../game/game";
import { drawable, mixes, parseMove } from "../game/moves";
import type { Kind, View } from "../net/protocol";
import { Card, CardBack } from "../parts/card";
import { Icon } from "../parts/icons";
import { stillness } from "../settings";
import { n, t } from "../text";
import { Prompt } from "./prompt";
import { forget, think, type Ui } from "./ui";
import { deckName, kindName } from "./words";

/** How many things lie somewhere, whether or not one may see them. */
export function amount(of: readonly unknown[] | number | undefined): number {
  return typeof of === "number" ? of : (of?.length ?? 0);
}

/** What cannot be drawn steps back while something else can be done. */
function classOf(game: Shown, can: boolean): string {
  return !can && game.moves.value.length > 0 ? "tb-card tb-veil" : "tb-card";
}

/** Whether a better move draws this: marks it. */
function isBetter(ui: Ui, from: "pile" | "tickets" | Kind): "" | undefined {
  const move = ui.better.value === null ? null : parseMove(ui.better.value);
  return (move?.is === "draw" && move.from === from) || (move?.is === "tickets" && from === "tickets") ? "" : undefined;
}

/** A card that is dealt comes from above. The one before becomes it: that is less work than a new one. */
const DEALT = [{ opacity: 0, transform: "translateY(-14px) scale(0.92)" }, {}];

function Dealt({ kind, vehicle }: { kind: Kind; vehicle: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef(kind);
  useLayoutEffect(() => {
    if (before.current !== kind && !stillness.peek()) place.current?.animate(DEALT, { duration: 240, easing: "ease-out" });
    before.current = kind;
  }, [kind]);
  return (
    <span class="tb-dealt" ref={place}>
      <Card kind={kind} vehicle={vehicle} />
    </span>
  );
}

function FaceUp({ game, ui, slot, onDraw }: { game: Shown; ui: Ui; slot: number; onDraw(from: Kind): void }) {
  const kind = game.view.value?.display[slot];
  const can = kind ? drawable(game.moves.value).has(kind) : false;
  if (!kind) return <span class="tb-card tb-none" data-anchor={`display-${slot}`} />;
  const label = t("Take face-up card {n}: {card}", { n: slot + 1, card: kindName(game.map, kind) });
  return (
    <button
      type="button"
      class={classOf(game, can)}
      data-anchor={`display-${slot}`}
      data-kind={kind}
      data-better={isBetter(ui, kind)}
      aria-label={label}
      title={label}
      aria-keyshortcuts={String(slot + 1)}
      disabled={!can}
      onClick={() => onDraw(kind)}
    >
      <span class="tb-spot">
        <Dealt kind={kind} vehicle={game.map.vehicle} />
      </span>
    </button>
  );
}

function Pile({ game, ui, view, can, onDraw }: { game: Shown; ui: Ui; view: View; can: boolean; onDraw(from: Kind): void }) {
  const count = amount(view.pile);
  const label = n("Draw from the pile: {n} card left", "Draw from the pile: {n} cards left", count);
  return (
    <button
      type="button"
      class={`${classOf(game, can)} tb-pile`}
      data-anchor="pile"
      data-better={isBetter(ui, "pile")}
      aria-label={label}
      title={label}
      aria-keyshortcuts="d"
      disabled={!can}
      onClick={() => onDraw("pile")}
    >
      {count > 0 ? <CardBack /> : <span class="tb-none" />}
      {/* drawn by the style: the button's own label says more, and a label must hold what its text says */}
      <span class="tb-word" data-word={t("Pile")} />
      <span class="count tb-amount">{count}</span>
    </button>
  );
}

function Decks({ game, ui, view, can, asked }: { game: Shown; ui: Ui; view: View; can: boolean; asked: boolean }) {
  const decks = Object.entries(view.decks).filter(([deck]) => game.map.draw.from.includes(deck));
  const label = can ? t("Draw tickets") : t("Tickets");
  return (
    <button
      type="button"
      class="tb-decks"
      data-decks={decks.length}
      data-anchor="tickets"
      data-better={isBetter(ui, "tickets")}
      title={label}
      aria-keyshortcuts="t"
      aria-pressed={asked}
      disabled={!can}
      onClick={() => think(ui, { about: "tickets" })}
    >
      <span class="visually-hidden">{t("Draw tickets")}: </span>
      {decks.map(([deck, left]) => (
        <span class="tb-deck" key={deck} data-deck={deck} data-empty={amount(left) === 0}>
          <Icon name="ticket" />
          <span class="tb-deck-name">{decks.length > 1 ? deckName(game.map, deck) : t("Tickets")}</span>
          <span class="count">{amount(left)}</span>
        </span>
      ))}
    </button>
  );
}

/** What can be drawn, in large: where the cards beside the board are small. */
export function DrawCards({ game, ui, onDraw }: MarketProps) {
  const view = game.view.value;
  const can = drawable(game.moves.value);
  const pile = amount(view?.pile);
  const draw = (from: "pile" | Kind): void => {
    forget(ui);
    onDraw(from);
  };
  return (
    <Prompt ui={ui} name="draw" title={t("Draw a card")} hint={t("One that lies face up, or the next of the pile.")} onBack={() => forget(ui)}>
      <div class="tb-drawing">
        {view?.display.map((kind, slot) =>
          kind === null ? null : (
            <button
              type="button"
              key={slot}
              class="tb-card"
              data-first={slot === 0 ? "" : undefined}
              aria-label={t("Take face-up card {n}: {card}", { n: slot + 1, card: kindName(game.map, kind) })}
              disabled={!can.has(kind)}
              onClick={() => draw(kind)}
            >
              <Card kind={kind} vehicle={game.map.vehicle} />
              <span aria-hidden="true">{kindName(game.map, kind)}</span>
            </button>
          ),
        )}
        <button
          type="button"
          class="tb-card"
          aria-label={n("Draw from the pile: {n} card left", "Draw from the pile: {n} cards left", pile)}
          disabled={!can.has("pile")}
          onClick={() => draw("pile")}
        >
          <CardBack />
          <span aria-hidden="true">{t("Pile")}</span>
        </button>
      </div>
    </Prompt>
  );
}

interface MarketProps {
  game: Shown;
  ui: Ui;
  onDraw(from: "pile" | Kind): void;
}

function Piles({ game, ui, onDraw }: MarketProps) {
  const view = game.view.value;
  const moves = game.moves.value;
  if (!view) return null;
  return (
    <div class="tb-piles">
      <Pile game={game} ui={ui} view={view} can={drawable(moves).has("pile")} onDraw={onDraw} />
      <Decks game={game} ui={ui} view={view} can={mixes(moves).length > 0} asked={ui.thought.value.about === "tickets"} />
    </div>
  );
}

export function Market({ game, ui, onDraw }: MarketProps) {
  const slots = useComputed(() => game.view.value?.display.length ?? 0).value;
  return (
    <section class="tb-market" aria-label={t("Cards and tickets to draw")}>
      <div class="tb-display" role="group" aria-label={t("Face up")}>
        {Array.from({ length: slots }, (_, slot) => (
          <FaceUp key={slot} game={game} ui={ui} slot={slot} onDraw={onDraw} />
        ))}
      </div>
      <Piles game={game} ui={ui} onDraw={onDraw} />
    </section>
  );
}
