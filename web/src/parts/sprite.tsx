/*
 * Everything that <use> and fills refer to. In the page once, before all that uses it.
 *
 * SPDX-License-Identifier: MIT
 */
import { PieceSymbols } from "./pieces";
import { SceneSymbols } from "./scenes";
import { SignSymbols } from "./symbols";

export function Sprite() {
  /* Not display: none, which would take the patterns away in some browsers. */
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <SignSymbols />
        <PieceSymbols />
        <SceneSymbols />
      </defs>
    </svg>
  );
}
