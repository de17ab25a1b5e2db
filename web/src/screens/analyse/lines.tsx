/*
 * The lines of an analysis: every move is a button, what was tried instead stands indented below it.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef } from "preact/hooks";
import type { Analysis } from "../../analyse/tree";
import type { MapFile } from "../../maps";
import { SeatDot } from "../../parts/symbols";
import { t } from "../../text";
import { moveWords } from "./words";

interface Props {
  map: MapFile;
  names: readonly string[];
  analysis: Analysis;
  onGo(node: number): void;
}

function Move({ at, map, names, analysis, onGo }: Props & { at: number }) {
  const node = analysis.nodes[at];
  const button = useRef<HTMLButtonElement>(null);
  const here = analysis.here === at;
  useEffect(() => { if (here) button.current?.scrollIntoView({ block: "nearest" }); }, [here]);
  if (!node) return null;
  return (
    <button type="button" ref={button} class="end-ticket" aria-current={here ? "step" : undefined} onClick={() => onGo(at)}>
      {node.did ? <SeatDot seat={node.did.seat} /> : <span />}
      <span class="end-ticket-name">{node.did ? moveWords(map, names, node.did) : t("The position")}{node.comment && <span class="muted"> {node.comment}</span>}</span>
    </button>
  );
}

/** A line as far as it has no branch, and what goes on from there. */
function Line({ from, ...props }: Props & { from: number }) {
  const { nodes } = props.analysis;
  const along: number[] = [];
  let at: number | undefined = from;
  for (; at !== undefined; at = nodes[at]?.children.length === 1 ? nodes[at]?.children[0] : undefined) along.push(at);
  const branches = nodes[along.at(-1) ?? from]?.children ?? [];
  const [main, ...others] = branches;
  return (
    <>
      {along.map((node) => <li key={node}><Move {...props} at={node} /></li>)}
      {others.length > 0 && (
        <li><ul aria-label={t("Tried instead")} class="analyse-others">{others.map((node) => <Line key={node} {...props} from={node} />)}</ul></li>
      )}
      {main !== undefined && <Line {...props} from={main} />}
    </>
  );
}

export function Lines(props: Props) {
  return <ul class="analyse-lines"><Line {...props} from={0} /></ul>;
}
