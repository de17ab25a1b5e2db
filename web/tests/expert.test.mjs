/*
 * Programs that play by a net, as the worker asks them: on a slow phone, and in a browser without SIMD.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { load, MAPS, mapText, netOf, wasm } from "./bundle.mjs";

/** How much slower the phone's processor is, and how long an answer may take there. */
const SLOWER = 6;
const LIMIT = 2000;
/** Answers of the expert that are measured on a board. */
const ANSWERS = 6;

const { Engine } = await load("net/engine.ts");
const { Host } = await load("net/host.ts");
const usual = await WebAssembly.compile(wasm());
const quiet = { line: () => undefined, history: () => undefined, handover: () => undefined, undoable: () => undefined, keep: () => undefined };
const deal = { seed: "7".repeat(64), bots: 1, moves: [] };

async function begin(module, map, seats) {
  const host = new Host(await Engine.start(module), quiet);
  host.make(mapText(map), { map, seats }, [], deal);
  if (netOf(map)) host.learn(map, netOf(map));
  return host;
}

/** The clock of a phone: what this process has worked, times as slow. Who else uses the machine does not matter. */
function slowClock() {
  const { user, system } = process.cpuUsage();
  return ((user + system) / 1000) * SLOWER;
}

const most = { "new-york": 4, london: 4, germany: 5, europe: 5 };

for (const map of MAPS)
  test(`on a phone ${SLOWER} times as slow the expert answers on ${map} in less than ${LIMIT / 1000} seconds`, async () => {
    /* the others answer at once; the compiler of the browser has seen the engine's code by then */
    const seats = Array.from({ length: most[map] ?? 4 }, (_, seat) => (seat ? "bot:hard" : "bot:expert"));
    const host = await begin(usual, map, seats);
    const took = [];
    const now = mock.method(performance, "now", slowClock);
    try {
      for (let moves = 0; took.length < ANSWERS && moves < 200; moves++) {
        const start = slowClock();
        assert.ok(host.go());
        const answer = slowClock() - start;
        if (answer > LIMIT / 10) took.push(answer);
      }
    } finally {
      now.mock.restore();
    }
    assert.equal(took.length, ANSWERS, "the expert thought");
    assert.ok(Math.max(...took) < LIMIT, `answers took ${took.map(Math.round).join(", ")} ms`);
  });

test("without SIMD every board's net plays the same game", async () => {
  const plain = await WebAssembly.compile(wasm({ simd: false }));
  for (const map of MAPS) {
    const records = [];
    for (const module of [usual, plain]) {
      const host = await begin(module, map, ["bot:hard", "bot:normal"]);
      while (host.go());
      records.push(host.record());
    }
    assert.ok(records[0].length > 1000);
    assert.equal(records[1], records[0]);
  }
});
