/*
 * Reviews as the worker of the page makes them, and the seconds of a processor that they take.
 *
 *   node web/tests/review.mjs [RECORD]     reviews the first game of a record whole; usually one of Europe with three players
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load, mapText, netOf, root, wasm } from "./bundle.mjs";

const { Engine, Reviewing } = await load("../tests/review.entry.ts");

/** Seconds that this process has had of a processor: who else uses the machine does not count. */
export function worked() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A game of three players on Europe; none of them plays as a planner does, as people do not. */
export const usual = join(root, "web", "tests", "fixtures", "europe-three.jsonl");

/** A review of the first game of a file, begun: its first answer, and the seconds that this took from nothing. */
export async function begin(file, seat = 0) {
  const record = readFileSync(file, "utf8").split(/(?=\{"linea":)/)[0];
  const { map } = JSON.parse(record.split("\n")[0]);
  const bytes = wasm();
  const start = worked();
  const reviewing = new Reviewing(await Engine.start(await WebAssembly.compile(bytes)), mapText(map), record, seat);
  const first = reviewing.on(false);
  const seconds = worked() - start;
  if (netOf(map)) reviewing.learn(netOf(map));
  return { reviewing, first, seconds, start };
}

if (process.argv[1] === import.meta.filename) {
  const { reviewing, first, seconds, start } = await begin(process.argv[2] ?? usual);
  console.log(`first answer after ${seconds.toFixed(2)} s of a processor, ${first.course.length - 1} moves`);
  let shown = first;
  for (let next = 0.1; shown.progress < 1; ) {
    shown = reviewing.on();
    if (shown.progress < next) continue;
    console.log(`${Math.round(shown.progress * 100)} % after ${(worked() - start).toFixed(1)} s`);
    next = shown.progress + 0.1;
  }
  const count = (verdict) => shown.decisions.filter((one) => one.verdict === verdict).length;
  console.log(`${shown.decisions.length} decisions: ${count("best")} best, ${count("fine")} fine, ${count("mistake")} mistakes, ${count(null)} not shown`);
}
