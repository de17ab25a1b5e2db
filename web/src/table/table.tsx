/*
 * SPDX-License-Identifier: MIT
 */
import type { Game } from "../game/game";

export function TableScreen({ game }: { game: Game }) {
  return (
    <main>
      <p>
        {game.map.id} {game.view.value?.phase} {game.view.value?.turn} {game.log.value.length}
      </p>
      <ul>
        {game.moves.value.map((m) => (
          <li key={m}>
            <button onClick={() => void game.move(m)}>{m}</button>
          </li>
        ))}
      </ul>
    </main>
  );
}
