/*
 * Names in one line or in two.
 *
 * SPDX-License-Identifier: MIT
 */

/** From one line to the next, in parts of the size. */
export const LEADING = 1.08;

/** A name in one line, or in two that are broken at a space. */
export function brokenAt(name: string, at: number | undefined): string[] {
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)];
}
