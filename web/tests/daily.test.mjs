/*
 * The deal of a day as the worker has it: the one that the program `linea` has, on every board.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, MAPS, mapText, netOf, wasm } from "./bundle.mjs";

const module = await WebAssembly.compile(wasm());
const { Engine } = await load("net/engine.ts");

async function open(map) {
  const engine = await Engine.start(module);
  engine.openMap(mapText(map));
  engine.openNet(netOf(map));
  return engine;
}

/** Plays seat 0 by the first legal move; what the others have done. */
function playFirst(engine) {
  const moves = [];
  const ask = (request) => JSON.parse(engine.ask(1, JSON.stringify({ id: 1, ...request }), 0));
  assert.equal(ask({ do: "sit", seat: 0, name: "Ann" }).ok, true);
  for (let steps = 0; steps < 5000; steps++) {
    const { table } = ask({ do: "look" });
    if (table.stage === "over") return { moves, result: engine.dailyResult(), table };
    if (table.moves) assert.equal(ask({ do: "move", state: table.state, move: table.moves[0] }).ok, true);
    else assert.ok(engine.think(Math.floor(Math.random() * 1e9), 0));
    moves.push(ask({ do: "look" }).table.view.points.join());
  }
  assert.fail("the game does not end");
}

for (const map of MAPS)
  test(`the bots of a day on ${map} play alike against everybody who does the same`, async () => {
    const games = [];
    for (let i = 0; i < 2; i++) {
      const engine = await open(map);
      const day = engine.daily("2026-11-18");
      assert.equal(day.date, "2026-11-18");
      assert.equal(day.table.map, map);
      assert.equal(day.table.seats[0], "human");
      engine.openDaily(0);
      games.push(playFirst(engine));
    }
    assert.deepEqual(games[0], games[1]);
    const { result, table } = games[0];
    assert.equal(result.points, table.end.scores[0].total);
    assert.equal(result.won, table.end.winners.includes(0));
  });

test("a field has its games, and no other date's", async () => {
  const engine = await open("new-york");
  const fields = ["2026-11-18", "2026-11-19", "2026-11-18"].map((date) => {
    const { field } = engine.daily(date);
    return Array.from({ length: field }, (_, i) => engine.playDaily(i));
  });
  assert.equal(fields[0].length, 24);
  assert.deepEqual(fields[0], fields[2]);
  assert.notDeepEqual(fields[0], fields[1]);
  assert.deepEqual([...new Set(fields[0].map((game) => game.bot))], ["hard", "normal", "easy", "expert"]);
});

test("a date that is none is refused with a sentence", async () => {
  const engine = await open("new-york");
  assert.throws(() => engine.daily("yesterday"), /a date is written as 2026-11-18/);
});
