/*
 * SPDX-License-Identifier: MIT
 */
export default function Replay() {
  return <main>Replay</main>;
}
