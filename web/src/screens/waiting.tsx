/*
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";

export default function WaitingRoom({ game }: { game: Game }) {
  return <main>WaitingRoom {game.map.id}</main>;
}
