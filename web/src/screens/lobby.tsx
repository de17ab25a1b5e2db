/*
 * SPDX-License-Identifier: MIT
 */
export default function Lobby() {
  return <main>Lobby</main>;
}
