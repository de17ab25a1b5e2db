/*
 * Asks before a game on this device takes the place of one that is not over: only one is kept.
 *
 * SPDX-License-Identifier: MIT
 */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { localGame } from "../game/open";
import { maps } from "../maps";
import { go } from "../router";
import { nameOf, t } from "../text";
import { Dialog } from "./controls";

/** `begin` runs what is given, at once or when the person agrees to lose the game under way; `question` is to be drawn. */
export function useReplace(): { begin(run: () => void): void; question: VNode | null } {
  const [waiting, setWaiting] = useState<{ run: () => void } | null>(null);
  const left = localGame();
  const board = maps.find((map) => map.id === left?.map);
  const begin = (run: () => void) => {
    if (left && left.kind !== "watch") setWaiting({ run });
    else run();
  };
  if (!waiting || !board) return { begin, question: null };
  const close = () => setWaiting(null);
  const question = (
    <Dialog title={t("Start another game?")} onClose={close}>
      <p>{t("Your game on the board {board} is not over. If you start another on this device, it is lost.", { board: nameOf(board.name) })}</p>
      <p class="cluster">
        <button type="button" class="button primary" onClick={() => go("/play")}>{t("Go on with it")}</button>
        <button type="button" class="button danger" onClick={() => { close(); waiting.run(); }}>{t("Start another")}</button>
      </p>
    </Dialog>
  );
  return { begin, question };
}
