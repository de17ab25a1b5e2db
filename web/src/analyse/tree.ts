/*
 * An analysis: a position, and the moves that were tried from it as a tree, each with what came of it and a comment. What is legal, and
 * what comes of a move, is the engine's to say (net/position.ts); the same moves come to the same again, so positions are not kept.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Did, End, Move, View } from "../net/protocol";
import { keep, kept } from "../settings";

export interface Node {
  /** null for the position that all began from */
  parent: number | null;
  did: Did | null;
  /** the first one goes on with the line */
  children: number[];
  comment: string;
  /** the game is over by it */
  end?: End;
}

export interface Analysis {
  id: string;
  map: string;
  names: string[];
  /** everything of the game at the beginning */
  position: View;
  nodes: Node[];
  /** the one that is looked at */
  here: number;
  at: number;
}

const MOST = 12;
/** One has at most so many moves, all lines together. */
export const MOST_NODES = 3000;

export function begin(map: string, names: readonly string[], position: View): Analysis {
  const root: Node = { parent: null, did: null, children: [], comment: "" };
  return { id: crypto.getRandomValues(new Uint32Array(2)).join("-"), map, names: [...names], position, nodes: [root], here: 0, at: Date.now() };
}

/** The nodes from the beginning to one, without the beginning. */
function pathTo({ nodes }: Analysis, node: number): number[] {
  const path: number[] = [];
  for (let at: number | null = node; at !== null && nodes[at]?.parent !== null; at = nodes[at]?.parent ?? null) path.unshift(at);
  return path;
}

export function movesTo(analysis: Analysis, node: number): Move[] {
  return pathTo(analysis, node).map((at) => analysis.nodes[at]?.did?.move ?? "");
}

function changed(analysis: Analysis, at: number, to: Partial<Node>): Node[] {
  return analysis.nodes.map((node, i) => (i === at ? { ...node, ...to } : node));
}

/** Goes on from where one is by a move: along a line that is there, or by a new one. */
export function play(analysis: Analysis, did: Did, end?: End): Analysis {
  const { here, nodes } = analysis;
  const before = nodes[here]?.children.find((child) => nodes[child]?.did?.move === did.move);
  if (before !== undefined) return go(analysis, before);
  if (nodes.length > MOST_NODES) return analysis;
  const next = nodes.length;
  const grown = [...changed(analysis, here, { children: [...(nodes[here]?.children ?? []), next] }), { parent: here, did, children: [], comment: "", ...(end && { end }) }];
  return { ...analysis, nodes: grown, here: next, at: Date.now() };
}

export function go(analysis: Analysis, here: number): Analysis {
  return analysis.nodes[here] ? { ...analysis, here } : analysis;
}

export function back(analysis: Analysis): Analysis {
  return go(analysis, analysis.nodes[analysis.here]?.parent ?? 0);
}

export function on(analysis: Analysis): Analysis {
  return go(analysis, analysis.nodes[analysis.here]?.children[0] ?? analysis.here);
}

/** The end of the line that goes on from a node. */
export function lineEnd({ nodes }: Analysis, node: number): number {
  let at = node;
  for (let next = nodes[at]?.children[0]; next !== undefined; next = nodes[at]?.children[0]) at = next;
  return at;
}

export function comment(analysis: Analysis, text: string): Analysis {
  return { ...analysis, nodes: changed(analysis, analysis.here, { comment: text }), at: Date.now() };
}

/** Takes away the move that is looked at, with all that follows it. */
export function cut(analysis: Analysis): Analysis {
  const parent = analysis.nodes[analysis.here]?.parent;
  if (parent === null || parent === undefined) return analysis;
  const gone = new Set([analysis.here]);
  /* children come after their parents */
  analysis.nodes.forEach((node, at) => { if (node.parent !== null && gone.has(node.parent)) gone.add(at); });
  const number = new Map<number, number>();
  analysis.nodes.forEach((_, at) => { if (!gone.has(at)) number.set(at, number.size); });
  const nodes = analysis.nodes.flatMap((node, at) =>
    gone.has(at) ? [] : [{ ...node, parent: node.parent === null ? null : (number.get(node.parent) ?? 0), children: node.children.flatMap((child) => number.get(child) ?? []) }],
  );
  return { ...analysis, nodes, here: number.get(parent) ?? 0, at: Date.now() };
}

/** Makes the line to what is looked at the main one. */
export function promote(analysis: Analysis): Analysis {
  let nodes = analysis.nodes;
  for (const at of pathTo(analysis, analysis.here)) {
    const parent = nodes[at]?.parent ?? 0;
    nodes = nodes.map((node, i) => (i === parent ? { ...node, children: [at, ...node.children.filter((child) => child !== at)] } : node));
  }
  return { ...analysis, nodes, at: Date.now() };
}

/** The ends of all lines, that of the main one first. */
export function leaves(analysis: Analysis, node = 0): number[] {
  const children = analysis.nodes[node]?.children ?? [];
  return children.length === 0 ? [node] : children.flatMap((child) => leaves(analysis, child));
}

const LONGEST_NAME = 63;
/** The shuffles to come of a position are those of this seed (web/wasm/wasm.c). */
const SEED = "0".repeat(64);

/** A name as a record has it: of so many bytes at most. */
function cutName(name: string): string {
  let text = name;
  while (new TextEncoder().encode(text).length > LONGEST_NAME) text = [...text].slice(0, -1).join("");
  return text;
}

/** What is written of a line, by the number of moves played by then: readers of records pass over what they do not know in a header. */
function commentsOn(analysis: Analysis, path: readonly number[]): Record<string, string> {
  return Object.fromEntries([0, ...path].flatMap((at, played) => { const text = analysis.nodes[at]?.comment.trim(); return text ? [[String(played), text]] : []; }));
}

/** Each line as the record of a game that began from the position, the main one first. */
export function recordOf(analysis: Analysis): string {
  const { map, names, position, nodes } = analysis;
  return leaves(analysis)
    .map((leaf) => {
      const path = pathTo(analysis, leaf);
      const end = nodes[leaf]?.end;
      const header = { linea: 1, map, seats: names.map(cutName), first: position.first, seed: SEED, comments: commentsOn(analysis, path), position };
      return [header, ...path.map((at) => nodes[at]?.did), ...(end ? [{ end }] : [])].map((line) => JSON.stringify(line)).join("\n");
    })
    .join("\n") + "\n";
}

function isAnalysis(value: unknown): value is Analysis {
  const one = value as Analysis | null;
  return typeof one === "object" && typeof one?.id === "string" && typeof one.map === "string" && Array.isArray(one.nodes) && one.nodes.length > 0 && Array.isArray(one.names) && typeof one.position === "object";
}

/** Those that are kept in this browser, the last one first. */
export function listAnalyses(): Analysis[] {
  try {
    const all: unknown = JSON.parse(kept("analyses") ?? "[]");
    return Array.isArray(all) ? all.filter(isAnalysis).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

export function keepAnalysis(one: Analysis): void {
  keep("analyses", JSON.stringify([one, ...listAnalyses().filter(({ id }) => id !== one.id)].slice(0, MOST)));
}

export function forgetAnalysis(id: string): void {
  keep("analyses", JSON.stringify(listAnalyses().filter((one) => one.id !== id)));
}
