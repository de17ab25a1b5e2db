/*
 * What the people of an online table say to each other before and after the game; during it
 * the log has it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Game } from "../game/game";
import { Say } from "../play/log";
import { isMuted } from "../play/mute";
import { saidText } from "../play/sentences";
import { speaker } from "../players";
import { t } from "../text";

export function Talk({ game }: { game: Game }) {
  const said = game.log.value.filter((line) => line.what === "said" && !isMuted(line));
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [said.length]);
  if (game.kind !== "online" || (said.length === 0 && game.me.value === null)) return null;
  return (
    <section class="talk panel flat" aria-labelledby="talk">
      <h2 id="talk">{t("Talk")}</h2>
      <div ref={list} class="talk-lines" role="log" aria-label={t("Talk")} tabIndex={said.length > 0 ? 0 : undefined}>
        {said.map((line) => (
          <p key={line.event} class={line.seat === null ? "" : `seat-${line.seat}`}><b>{speaker(line)}</b> {saidText(line)}</p>
        ))}
      </div>
      <Say game={game} />
    </section>
  );
}
