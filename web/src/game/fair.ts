/*
 * Whether the shuffles of a record are those that host and players made together.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import { t } from "../text";
import type { Fairness } from "./game";

/** Of a game whose host named the seat that begins, and so decided a part of it (docs/fairness.md). */
export function hostChose(first: number | null | undefined): Fairness | null {
  return typeof first === "number" ? { is: "unknown", message: t("Who begins was chosen, not shuffled.") } : null;
}

/** Asks a checker, which answers what is wrong or null. */
export async function recordFair(record: string, check: (map: string, record: string) => Promise<string | null>, map: MapFile): Promise<Fairness> {
  const header = JSON.parse(record.slice(0, record.indexOf("\n"))) as { fair?: unknown };
  if (header.fair === undefined) return { is: "unknown", message: t("This record does not say how its shuffles came about.") };
  const wrong = await check(JSON.stringify(map), record);
  return wrong === null ? { is: "fair" } : { is: "wrong", message: wrong };
}
