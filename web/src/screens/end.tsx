/*
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";

export default function End({ game }: { game: Game }) {
  return <main>End {game.map.id}</main>;
}
