/*
 * Asking for a hint: what a bot that tries moves out would do in one's place, and why. It is counted, and the end of the game says so.
 * What is said comes when it is asked for (hint-note.tsx).
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import { rare, useAction, useLoaded } from "../load";
import { Icon } from "../parts/icons";
import { levels } from "../players";
import { adviser } from "../settings";
import { t } from "../text";
import type { Ui } from "./ui";

/** Whether hints may be asked for: where the table allows it. */
export function mayHint(game: Game): boolean {
  return game.table.value?.hints === true && game.me.value !== null && game.hint !== undefined && game.special?.puzzle === undefined;
}

/** Asks the bot that one has chosen; also another, for the same decision. */
export async function askHint(game: Game, ui: Ui): Promise<void> {
  const moves = game.moves.peek();
  const hint = await game.hint?.(levels.find((level) => level === adviser.peek()) ?? "expert");
  /* while it was worked out the move may have been made */
  if (!hint || game.moves.peek() !== moves) return;
  ui.hint.value = hint;
  ui.better.value = hint.bot ?? hint.moves[0]?.move ?? null;
}

export function HintButton({ game, ui }: { game: Game; ui: Ui }) {
  const { busy, act } = useAction();
  const mine = game.settled.value && game.moves.value.length > 1;
  return (
    <button type="button" class="button quiet icon tb-hint-button" aria-label={t("Hint")} title={t("Hint")} aria-busy={busy} disabled={!mine || busy} onClick={() => act(() => askHint(game, ui))}>
      <Icon name="bulb" />
    </button>
  );
}

const loadNote = () => rare(() => import("./hint-note"));

function Note({ game, ui }: { game: Game; ui: Ui }) {
  const { found } = useLoaded("hint", loadNote);
  return found && <found.HintNote game={game} ui={ui} />;
}

/** A place of its own, so that screen readers say what comes there. */
export function Hint({ game, ui }: { game: Game; ui: Ui }) {
  return <div role="status" class="tb-hint-place">{ui.hint.value && <Note game={game} ui={ui} />}</div>;
}
