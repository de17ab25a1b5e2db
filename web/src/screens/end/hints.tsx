/*
 * Who took hints in a game, as its record says.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { Replay } from "../../game/game";
import { n, t } from "../../text";

/** By seat; nothing where there were none. */
function hintsOf(record: string): number[] {
  try {
    const header = JSON.parse(record.slice(0, record.indexOf("\n") + 1 || undefined)) as { hints?: unknown };
    return Array.isArray(header.hints) ? header.hints.map((count: unknown) => (typeof count === "number" && count > 0 ? Math.round(count) : 0)) : [];
  } catch {
    return [];
  }
}

export function Hints({ replay, names }: { replay: Replay; names: readonly string[] }) {
  const [hints, setHints] = useState<number[]>([]);
  useEffect(() => { void replay.record().then((record) => setHints(hintsOf(record))); }, [replay]);
  const taken = names.flatMap((name, seat) => {
    const count = hints[seat] ?? 0;
    return count > 0 ? [t("{name}: {what}", { name, what: n("{n} hint", "{n} hints", count) })] : [];
  });
  return taken.length > 0 ? <p class="hint">{taken.join(" · ")}</p> : null;
}
