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

function hear(game: Game, did: Did): void {
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
    else if (game.pace.value >= LEAST_MS) hear(game, event.did);
  }, [event]);

  const mine = game.moves.value.length > 0;
  useEffect(() => {
    if (mine) play("turn");
  }, [mine]);

  const last = (game.view.value?.last_turns ?? null) !== null;
  const before = useRef(last);
  useEffect(() => {
    if (last && !before.current) play("last");
    before.current = last;
  }, [last]);

  const done = game.advice.value.filter(({ is }) => is === "done").length;
  const had = useRef(done);
  useEffect(() => {
    if (done > had.current) play("ticket");
    had.current = done;
  }, [done]);
}
