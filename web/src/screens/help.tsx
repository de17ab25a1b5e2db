/*
 * SPDX-License-Identifier: MIT
 */
export default function Help({ map }: { map: string | null }) {
  return <main>Help {map}</main>;
}
