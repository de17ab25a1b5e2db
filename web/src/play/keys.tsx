/*
 * The keyboard: one key for everything one does often, and the list of them.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game/game";
import { drawable, mixes, stationsByLocation } from "../game/moves";
import { letterKeys } from "../settings";
import { offeredRoutes } from "./payments";
import { forget, think, type Tab, type Ui } from "./ui";
import { pause, step } from "./watching";

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

function show(ui: Ui, tab: Tab, selector: string): void {
  ui.tab.value = tab;
  requestAnimationFrame(() => focus(selector));
}

function lightNext(ui: Ui, tickets: readonly string[]): void {
  const at = ui.ticket.value === null ? -1 : tickets.indexOf(ui.ticket.value);
  ui.ticket.value = tickets[at + 1] ?? null;
}

/** What a key does now; false if it does nothing here. */
export function press(key: string, game: Game, ui: Ui): boolean {
  const moves = game.moves.value;
  const slot = Number(key) - 1;
  if (slot >= 0 && slot < 9) {
    const kind = game.view.value?.display[slot];
    if (!kind || !drawable(moves).has(kind)) return false;
    void game.move(`draw ${kind}`);
    return true;
  }
  const me = game.me.value;
  const tickets = me === null ? undefined : game.view.value?.tickets[me];
  switch (key) {
    case "d":
      if (!drawable(moves).has("pile")) return false;
      void game.move("draw pile");
      return true;
    case "c":
      if (offeredRoutes(moves, ui.card.value).size === 0) return false;
      think(ui, { about: "routes" });
      return true;
    case "t":
      if (mixes(moves).length === 0) return false;
      think(ui, { about: "tickets" });
      return true;
    case "s":
      if (stationsByLocation(moves).size === 0) return false;
      think(ui, { about: "stations" });
      return true;
    case "p":
      if (!moves.includes("pass")) return false;
      void game.move("pass");
      return true;
    case "u":
      if (!game.canUndo.value) return false;
      void game.undo();
      return true;
    case "w":
      if (Array.isArray(tickets)) lightNext(ui, tickets);
      return true;
    case "h":
      focus(".tb-slot:not(:disabled)");
      return true;
    case "g":
      focus(".tb-board [tabindex='0'], .tb-board svg");
      return true;
    case "l":
      show(ui, "log", ".tb-log [role=log]");
      return true;
    case "m":
      if (game.kind !== "online") return false;
      show(ui, "log", "#say");
      return true;
    case " ":
      if (game.kind !== "watch") return false;
      pause(game);
      return true;
    case "n":
      if (game.kind !== "watch") return false;
      step(game);
      return true;
    case "?":
      ui.dialog.value = "keys";
      return true;
    case "Escape":
      forget(ui);
      ui.ticket.value = null;
      ui.card.value = null;
      return true;
    default:
      return false;
  }
}

/**
 * A button that is disabled while a move is shown loses the keyboard; it gets it back with the next
 * turn, so that nobody has to look for it again.
 */
export function useKeptFocus(mine: boolean): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      last.current = event.target instanceof HTMLElement ? (event.target.dataset["anchor"] ?? null) : null;
    };
    addEventListener("focusin", note);
    return () => removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (!mine || !last.current || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-anchor="${last.current}"]`)?.focus({ preventScroll: true });
  }, [mine]);
}

/** Listens as long as the table is on the screen; not while somebody writes or a dialog is open. */
export function useKeys(game: Game, ui: Ui): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || ui.dialog.value !== null) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog")) return;
      /* one that is held down would draw again, or confirm what it has opened */
      if (event.repeat && (event.key === "Enter" || event.key.length === 1)) return event.preventDefault();
      if (!letterKeys.value && /^[^ ]$/u.test(event.key)) return;
      if (event.key === " " && target?.closest("button, a, input, [role=button]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (press(key, game, ui)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [game, ui]);
}
