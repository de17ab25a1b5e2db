/*
 * The line above the board: whose turn it is and what is to be done, taking back, sound, help,
 * leaving; and, where bots play among themselves, how quickly.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game, Shown } from "../game/game";
import { drawable, mixes, stationsByLocation } from "../game/moves";
import { Icon } from "../parts/icons";
import { playerName } from "../players";
import { sound } from "../settings";
import { n, nameOf, t } from "../text";
import { distinct } from "./facts";
import { HintButton, mayHint } from "./hint";
import { offeredRoutes } from "./payments";
import { Clock, PlayerStrip } from "./players";
import { think, type Ui } from "./ui";

/** Whether it is one's own last turn: once turns are counted, everybody has one more. */
function isLastTurn(game: Shown): boolean {
  const view = game.view.value;
  return Boolean(view?.last_turns) && view?.turn === game.me.value;
}

/** What is to be done now, in one sentence. */
export function status(game: Shown & Pick<Game, "special">): string {
  const view = game.view.value;
  if (!view) return "";
  const mine = game.moves.value.length > 0;
  if (game.table.value?.paused) return t("The game is paused.");
  if (!mine) {
    if (view.turn === null) return t("The game is over.");
    if (game.special?.puzzle !== undefined) return t("Answered");
    if (view.turn === game.me.value) return t("Your turn");
    const name = playerName(game.table.value?.players ?? [], view.turn);
    return game.presence.value?.seats[view.turn]?.here === false && game.table.value?.players[view.turn]?.is === "human"
      ? t("{name} is to move, but not here", { name })
      : t("{name} is to move", { name });
  }
  switch (view.phase) {
    case "opening-mix":
      return t("Choose your first tickets");
    case "opening-keep":
    case "keep":
      return t("Choose the tickets you keep");
    case "second-card":
      return t("Your turn: draw one more card");
    case "tunnel":
      return t("Your tunnel");
    case "passengers":
      return t("Your turn: take passengers along");
    case "turn":
      if (game.moves.value.includes("pass")) return t("Your turn: nothing is possible but to pass");
      return isLastTurn(game) ? t("Your last turn") : t("Your turn");
    default:
      return t("Your turn");
  }
}

/** The kinds of things one may do now, as buttons: always in sight, also on a phone. */
export function Actions({ game, ui }: { game: Game; ui: Ui }) {
  const moves = game.moves.value;
  const routes = distinct(game.map, offeredRoutes(moves, ui.card.value)).length;
  const stations = stationsByLocation(moves).size;
  const { about } = ui.thought.value;
  if (moves.includes("pass"))
    return (
      <div class="tb-actions">
        <button type="button" class="button primary" aria-keyshortcuts="p" onClick={() => void game.move("pass")}>
          {t("Pass")}
        </button>
      </div>
    );
  return (
    <div class="tb-actions" role="group" aria-label={t("What you can do")}>
      <button
        type="button"
        class="button tb-draw"
        aria-pressed={about === "draw"}
        disabled={drawable(moves).size === 0}
        onClick={() => think(ui, { about: "draw" })}
      >
        <Icon name="cards" />
        <span>{t("Draw")}</span>
      </button>
      <button
        type="button"
        class="button"
        aria-keyshortcuts="c"
        aria-pressed={about === "routes" || about === "route"}
        disabled={routes === 0}
        onClick={() => think(ui, { about: "routes" })}
      >
        <Icon name="longest" />
        <span>{t("Claim")}</span>
        <span class="count">{routes}</span>
      </button>
      <button
        type="button"
        class="button"
        aria-keyshortcuts="t"
        aria-pressed={about === "tickets"}
        disabled={mixes(moves).length === 0}
        onClick={() => think(ui, { about: "tickets" })}
      >
        <Icon name="ticket" />
        <span>{t("Tickets")}</span>
      </button>
      {game.map.mechanics["stations"] && (
        <button
          type="button"
          class="button"
          aria-keyshortcuts="s"
          aria-pressed={about === "stations" || about === "station"}
          disabled={stations === 0}
          onClick={() => think(ui, { about: "stations" })}
        >
          <Icon name="station" />
          <span>{t("Station")}</span>
        </button>
      )}
    </div>
  );
}

/** The last round, for everybody to know. */
export function LastRound({ game }: { game: Game }) {
  const left = game.view.value?.last_turns;
  if (left === null || left === undefined || left === 0) return null;
  return (
    <p class="tb-last" role="status">
      <Icon name="flag" /> {isLastTurn(game) ? t("Your last turn!") : n("Last round! {n} turn left", "Last round! {n} turns left", left)}
    </p>
  );
}

export function Bar({ game, shown, ui }: { game: Game; shown: Shown; ui: Ui }) {
  const turn = game.view.value?.turn ?? null;
  const mine = game.moves.value.length > 0;
  const puzzle = game.special?.puzzle !== undefined;
  const home = puzzle ? { href: "/puzzles", label: t("All puzzles") } : { href: "/", label: t("To the boards") };
  return (
    <header class="tb-bar">
      <div>
        <a class="tb-home" href={home.href} aria-label={`${nameOf(game.map.name)}: ${home.label}`} title={home.label}>
          <Icon name="home" />
          <span>{nameOf(game.map.name)}</span>
        </a>
        <p class={`tb-status ${turn === null ? "" : `seat-${turn}`}`}>
          <span class={mine ? "tb-mine" : undefined} role="status">{status(game)}</span> <Clock game={game} />
        </p>
        <PlayerStrip game={shown} />
        <div class="tb-tools">
          {mayHint(game) && <HintButton game={game} ui={ui} />}
          {(game.kind === "solo" || game.kind === "device") && !puzzle && (
            <button type="button" class="button quiet icon tb-undo" aria-label={t("Take back")} title={t("Take back")} aria-keyshortcuts="u" disabled={!game.canUndo.value} onClick={() => void game.undo()}>
              <Icon name="undo" />
            </button>
          )}
          <button type="button" class="button quiet icon tb-sound" aria-label={t("Sound")} title={t("Sound")} aria-pressed={sound.value} onClick={() => (sound.value = !sound.value)}>
            <Icon name={sound.value ? "sound-on" : "sound-off"} />
          </button>
          <button type="button" class="button quiet icon" aria-label={t("Menu")} title={t("Menu")} aria-haspopup="dialog" onClick={() => (ui.dialog.value = "menu")}>
            <Icon name="menu" />
          </button>
        </div>
      </div>
    </header>
  );
}
