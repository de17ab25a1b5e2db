/*
 * The cover between two players on one device. The model shows nobody's view until its
 * player is ready, so nothing secret is behind it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game/game";
import { Vehicle } from "../parts/pieces";
import { playerName } from "../players";
import { t } from "../text";
import { Trouble, useTitle } from "./frame";

export default function HandOver({ game }: { game: Game }) {
  const seat = game.handover.value;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => { button.current?.focus(); }, [seat]);
  const name = playerName(game.table.value?.players ?? [], seat ?? 0);
  useTitle(`${t("Pass the device to")} ${name}`);
  if (seat === null) return null;
  return (
    <main class={`handover seat-${seat}`} data-seat={seat} aria-labelledby="handover-name">
      <div class="handover-card panel raised">
        <Vehicle vehicle={game.map.vehicle} seat={seat} />
        <p class="eyebrow">{t("Pass the device to")}</p>
        <h1 id="handover-name">{name}</h1>
        <p class="muted">{t("Everybody else looks away. Cards and tickets stay hidden until you say so.")}</p>
        <Trouble game={game} />
        <button ref={button} type="button" class="button primary large" onClick={() => game.ready()}>
          {t("I am {name}, show my cards", { name })}
        </button>
      </div>
    </main>
  );
}
