/*
 * A record on its board: the position that is looked at, a slider over the whole game, and
 * the buttons to walk through it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardState } from "../board/board";
import { Board } from "../board/view";
import type { Replay } from "../game/game";
import { parseMove } from "../game/moves";
import { Icon, type IconName } from "../parts/icons";
import { speed, stillness } from "../settings";
import { sentence } from "../play/sentences";
import { language, t } from "../text";

export type Lit = NonNullable<BoardState["lit"]>;

/** Milliseconds between two moves while it plays, by the speed setting. */
const paces = [1600, 900, 400, 120];

/** Lets the record run while `playing`, until it has come to its end. */
function usePlaying(replay: Replay): { playing: boolean; toggle(): void; stop(): void } {
  const playing = useSignal(false);
  const pace = paces[speed.value] ?? 900;
  useEffect(() => {
    if (!playing.value) return;
    const timer = setInterval(() => {
      const more = replay.position.peek() < replay.length;
      if (more) replay.seek(replay.position.peek() + 1);
      else playing.value = false;
    }, pace);
    return () => clearInterval(timer);
  }, [playing.value, replay, pace]);
  const toggle = () => {
    if (!playing.peek() && replay.position.peek() >= replay.length) replay.seek(0);
    playing.value = !playing.peek();
  };
  return { playing: playing.value, toggle, stop: () => { playing.value = false; } };
}

/** A step that is not possible stays in place for the keyboard. */
function Step({ icon, label, onClick, disabled }: { icon: IconName; label: string; onClick(): void; disabled: boolean }) {
  return (
    <button type="button" class="button quiet icon" aria-label={label} title={label} aria-disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** What happened last at the position. */
function lastSentence(replay: Replay): string {
  const lines = replay.log.value;
  const players = replay.table.value?.players ?? [];
  return lines.length > 0 ? sentence({ map: replay.map, players, me: replay.owner }, lines, lines.length - 1) : t("The cards are dealt.");
}

export function Playback({ replay }: { replay: Replay }) {
  const { playing, toggle, stop } = usePlaying(replay);
  const at = replay.position.value;
  const seek = (position: number) => { stop(); replay.seek(Math.max(0, Math.min(replay.length, position))); };
  /* from where it is, which may be further than what was drawn last */
  const step = (by: number) => seek(replay.position.peek() + by);
  const where = t("Move {n} of {all}", { n: at, all: replay.length });
  const said = lastSentence(replay);
  return (
    <div class="playback" role="group" aria-label={t("Replay")}>
      <div class="playback-row">
        <Step icon="first" label={t("To the beginning")} disabled={at === 0} onClick={() => seek(0)} />
        <Step icon="previous" label={t("One move back")} disabled={at === 0} onClick={() => step(-1)} />
        <button type="button" class="button primary icon" aria-label={playing ? t("Pause") : t("Play the game")} onClick={toggle}>
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <Step icon="next" label={t("One move on")} disabled={at >= replay.length} onClick={() => step(1)} />
        <Step icon="last" label={t("To the end")} disabled={at >= replay.length} onClick={() => seek(replay.length)} />
        <input type="range" class="playback-slider" min={0} max={replay.length} value={at} aria-label={t("Position in the game")}
          aria-valuetext={`${where}: ${said}`} onInput={(e) => seek(Number(e.currentTarget.value))} />
      </div>
      <p class="playback-said"><span class="tabular muted">{where}</span> <span>{said}</span></p>
    </div>
  );
}

/** What the last move put on the board; at the end there is nothing left to follow. */
function lastPut(replay: Replay): Lit | null {
  const did = replay.position.value < replay.length ? replay.log.value.filter((line) => line.did).at(-1)?.did : undefined;
  const move = did ? parseMove(did.move) : null;
  if (move?.is === "claim") return { routes: new Set([move.route]) };
  if (move?.is === "station") return { locations: new Set([move.location]) };
  return null;
}

/** The board of a record at its position; `shown` is lit in place of the last move. */
export function ReplayBoard({ replay, shown }: { replay: Replay; shown: Lit | null }) {
  const view = replay.view.value;
  const lit = shown ?? lastPut(replay);
  if (!view) return null;
  const { routes, stations, passengers } = view;
  return <Board map={replay.map.id} language={language.value} state={{ routes, stations, passengers, ...(lit ? { lit } : {}), alone: shown !== null }} />;
}

/** Whether things may move on the screen. */
export function moving(): boolean {
  return !stillness.value && speed.value < 3;
}
