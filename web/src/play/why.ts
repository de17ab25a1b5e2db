/*
 * Why a route cannot be claimed, in words: the engine says what is in the way.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";
import type { RouteId, Why } from "../net/protocol";
import { playerName } from "../players";
import { wildName } from "../screens/words";
import { n, t } from "../text";
import { colourName, routeName, vehiclesName } from "./words";

function inTheWay(game: Game, why: Why): string {
  const missing = why.missing ?? 0;
  const name = why.seat === undefined ? "" : playerName(game.table.value?.players ?? [], why.seat);
  switch (why.is) {
    case "own":
      return t("it is yours already");
    case "taken":
      return t("{name} has it", { name });
    case "parallel":
      return t("you have one parallel to it");
    case "single":
      return t("so few play that one of the parallel routes is all, and {name} has it", { name });
    case "vehicles":
      return t("{vehicles}: {n} too few", { vehicles: vehiclesName(game.map), n: missing });
    case "wilds":
      return n("{n} card short for the ferry: {card}", "{n} cards short for the ferry: {card}", missing, { card: wildName(game.map) });
    case "cards":
      return n("{n} card short: {card}", "{n} cards short: {card}", missing, { card: colourName(why.colour ?? "") });
    case "turn":
      return t("you could pay, but it is not your turn");
    case "phase":
      return t("first answer what is asked");
    case "free":
      return t("the card that you have chosen does not pay for it");
  }
}

/** A sentence that says why a route cannot be claimed now. */
export function whyNot(game: Game, route: RouteId, why: Why): string {
  return t("{route}: {why}.", { route: routeName(game.map, route), why: inTheWay(game, why) });
}
