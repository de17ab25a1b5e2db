/*
 * SPDX-License-Identifier: MIT
 */
import type { BoardProps } from "./board";

export function Board({ map }: BoardProps) {
  return <svg aria-label={map} />;
}
