/*
 * Whether the shuffles of a record are those that host and players made together.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import { t } from "../text";
import type { Fairness } from "./game";

/** What a client keeps when it sits down: its part of the shuffles, and what the host had bound itself to. */
export interface Given {
  commitment: string;
  seat: number;
  nonce: string;
  /** the seat that was named to begin */
  first: number | null;
}

interface Header {
  fair?: { commitment: string; nonces: (string | null)[]; first?: number };
}

function isMine(fair: NonNullable<Header["fair"]>, given: Given): boolean {
  return fair.commitment === given.commitment && fair.nonces[given.seat] === given.nonce && (fair.first ?? null) === given.first;
}

/** Compares with what was given, then asks a checker, which answers what is wrong or null. */
export async function recordFair(
  record: string,
  check: (map: string, record: string) => Promise<string | null>,
  map: MapFile,
  given: Given | null = null,
): Promise<Fairness> {
  const { fair } = JSON.parse(record.slice(0, record.indexOf("\n"))) as Header;
  if (!fair) return { is: "unknown", message: t("This record does not say how its shuffles came about.") };
  if (given && !isMine(fair, given)) return { is: "wrong", message: t("The record does not have what your browser gave to the shuffles.") };
  const wrong = await check(JSON.stringify(map), record);
  return wrong === null ? { is: "fair" } : { is: "wrong", message: wrong };
}
