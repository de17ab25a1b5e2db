/*
 * What a game sounds like: each move that is shown, one's own turn, a ticket that is complete,
 * the last round, the end.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../game/game";
import { parseMove } from "../game/moves";
import type { Did } from "../net/protocol";
import { play } from "../sound";
import { facts } from "./facts";

/** Moves that are shown faster than this would only make a noise. */
const LEAST_MS = 120;

function playMove(game: Game, did: Did): void {
  const move = parseMove(did.move);
  switch (move.is) {
    case "draw":
      return play("card");
    case "tickets":
      return play("shuffle");
    case "claim":
      return did.reveal ? play("tunnel") : play("claim", facts(game.map).routes.get(move.route)?.length);
    case "pay":
      return play("claim", facts(game.map).routes.get(game.view.value?.pending?.route ?? "")?.length);
    case "station":
      return play("station");
    case "take":
      return move.passengers.length > 0 ? play("passenger") : undefined;
  }
}

export function useSounds(game: Game): void {
  const event = game.now.value;
  useEffect(() => {
    if (event?.what !== "moved") return;
    if (event.end) play("end");
    else if (game.pace.value >= LEAST_MS) playMove(game, event.did);
  }, [event]);

  const mine = game.moves.value.length > 0;
  /* called when another's turn has ended, not for each step of one's own */
  const mover = game.log.value.filter((line) => line.did).at(-1)?.seat;
  useEffect(() => {
    if (mine && mover !== game.me.value) play("turn");
  }, [mine]);

  const said = game.log.value.filter((line) => line.what === "said");
  const known = useRef(said.length);
  useEffect(() => {
    if (said.length > known.current && said.at(-1)?.seat !== game.me.value) play("message");
    known.current = said.length;
  }, [said.length]);

  const wrong = game.error.value;
  useEffect(() => {
    if (wrong !== null) play("refused");
  }, [wrong]);

  const last = (game.view.value?.last_turns ?? null) !== null;
  const before = useRef(last);
  useEffect(() => {
    if (last && !before.current) play("last");
    before.current = last;
  }, [last]);

  const advice = game.advice.value;
  const had = useRef(advice);
  useEffect(() => {
    const open = new Set(had.current.filter(({ is }) => is === "open").map(({ ticket }) => ticket));
    if (advice.some(({ is, ticket }) => is === "done" && open.has(ticket))) play("ticket");
    had.current = advice;
  }, [advice]);
}
