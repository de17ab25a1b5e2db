/*
 * Pictures of the boards and drawings of the rules, as the screens use them.
 *
 * SPDX-License-Identifier: MIT
 */

/** A small picture of a board. */
export function Thumbnail({ map }: { map: string }) {
  return <svg class="thumbnail" viewBox="0 0 320 200" data-map={map} aria-hidden="true"><rect width="320" height="200" fill="var(--sunken)" /></svg>;
}

/** A drawing for how-to-play. */
export function Drawing({ name }: { name: string; map: string }) {
  return <svg class="drawing" viewBox="0 0 200 120" data-name={name} aria-hidden="true"><rect width="200" height="120" rx="8" fill="var(--sunken)" /></svg>;
}
