/*
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";

export default function HandOver({ game }: { game: Game }) {
  return <main>HandOver {game.map.id}</main>;
}
