/*
 * The hand: a place for every kind of card of the map, so that nothing moves when counts change.
 * A card chosen here narrows the routes that are offered to those it can pay for.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Shown } from "../game/game";
import { countCards } from "../game/moves";
import type { Counts, Kind } from "../net/protocol";
import { Card } from "../parts/card";
import { n, t } from "../text";
import { kinds } from "./facts";
import type { Ui } from "./ui";
import { kindName } from "./words";

/** The hand that may be seen: one's own. */
function ownHand(game: Shown): Counts | null {
  const me = game.me.value;
  const hand = me === null ? undefined : game.view.value?.hands[me];
  return typeof hand === "object" ? hand : null;
}

function Slot({ game, ui, kind, count }: { game: Shown; ui: Ui; kind: Kind; count: number }) {
  const label = `${kindName(game.map, kind)} ×${count}`;
  return (
    <button
      type="button"
      class={count === 0 ? "tb-slot tb-veil" : "tb-slot"}
      data-anchor={`hand-${kind}`}
      data-kind={kind}
      aria-pressed={ui.card.value === kind}
      aria-label={label}
      title={label}
      disabled={count === 0}
      onClick={() => (ui.card.value = ui.card.peek() === kind ? null : kind)}
    >
      <Card kind={kind} vehicle={game.map.vehicle} count={count} />
    </button>
  );
}

export function Hand({ game, ui }: { game: Shown; ui: Ui }) {
  const hand = ownHand(game);
  if (!hand) return null;
  return (
    <section class="tb-hand" aria-label={t("Your hand")}>
      <h2 class="tb-title">
        {t("Your hand")} <span class="tb-quiet">{n("{n} card", "{n} cards", countCards(hand))}</span>
      </h2>
      <div class="tb-slots" role="group" aria-label={t("Your hand")}>
        {kinds(game.map).map((kind) => (
          <Slot key={kind} game={game} ui={ui} kind={kind} count={hand[kind] ?? 0} />
        ))}
      </div>
    </section>
  );
}
