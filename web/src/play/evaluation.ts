/*
 * The evaluation of a position in a worker of its own, shown as it becomes sharper.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import type { MapFile } from "../maps";
import type { Evaluated } from "../net/evaluate";
import { WorkerLink } from "../net/local";
import { errorText } from "../text";

/** How long one piece of work may take, and when the figures are sharp enough. */
const PIECE_MS = 250;
const ENOUGH_MS = 8000;

interface Evaluation {
  evaluated: Evaluated | null;
  /** it is still becoming sharper */
  busy: boolean;
  /** the position cannot be evaluated: a sentence of the engine */
  wrong: string;
}

/** The moves of a position, as text; null stops. `open`: all hands count, not only what the seat to move may know. */
export function useEvaluation(map: MapFile, position: string | null, open = false, enough = ENOUGH_MS): Evaluation {
  const [state, setState] = useState<Evaluation>({ evaluated: null, busy: false, wrong: "" });
  useEffect(() => {
    setState({ evaluated: null, busy: position !== null, wrong: "" });
    if (position === null) return;
    let gone = false;
    const link = new WorkerLink();
    const work = async () => {
      let evaluated = await link.send({ do: "evaluate", map: JSON.stringify(map), position, open, ms: PIECE_MS });
      for (let spent = PIECE_MS; !gone; spent += PIECE_MS) {
        const busy = evaluated !== null && evaluated.moves.length > 1 && spent < enough;
        setState({ evaluated, busy, wrong: "" });
        if (!busy) return;
        evaluated = await link.send({ do: "evaluate-on", ms: PIECE_MS });
      }
    };
    work().catch((error: unknown) => { if (!gone) setState({ evaluated: null, busy: false, wrong: errorText(error) }); }).finally(() => link.close());
    return () => { gone = true; link.close(); };
  }, [map, position, open, enough]);
  return state;
}
