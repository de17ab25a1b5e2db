/*
 * Whether the shuffles of a record are those that host and players made together.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import { fromHex, hex, sha256 } from "../net/sha256";
import { t } from "../text";
import type { Fairness } from "./game";

/** What a client keeps when it sits down: its part of the shuffles, and what the host had bound itself to. */
export interface Given {
  commitment: string;
  seat: number;
  nonce: string;
  /** the seat that was named to begin */
  first: number | null;
  /** the seals of all seats, as they were published */
  seals?: (string | null)[];
  /** the server has not said yet that the seat is taken */
  asked?: boolean;
}

interface Header {
  fair?: { commitment: string; nonces: (string | null)[]; seals?: (string | null)[]; first?: number };
}

/** What is given when a seat is taken: it binds to the nonce without showing it. docs/fairness.md has the bytes. */
export function sealOf({ commitment, seat, nonce }: Pick<Given, "commitment" | "seat" | "nonce">): string {
  return hex(sha256(new Uint8Array([...new TextEncoder().encode("linea fair seal 1"), 0, ...fromHex(commitment), seat, ...fromHex(nonce)])));
}

function isMine(fair: NonNullable<Header["fair"]>, given: Given): boolean {
  const seals = !given.seals || given.seals.every((seal, seat) => seal === (fair.seals?.[seat] ?? null));
  return seals && fair.commitment === given.commitment && fair.nonces[given.seat] === given.nonce && (fair.first ?? null) === given.first;
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
