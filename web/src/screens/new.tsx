/*
 * SPDX-License-Identifier: MIT
 */
export default function New({ map }: { map: string }) {
  return <main>New {map}</main>;
}
