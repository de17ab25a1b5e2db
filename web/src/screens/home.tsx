/*
 * SPDX-License-Identifier: MIT
 */
export default function Home() {
  return <main>Home</main>;
}
