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
const { Host } = await load("net/host.ts");
const { dateOf, findPlayed, keepPlayed, listPlayed, resultOf, squares, standing, streak } = await load("daily/daily.ts");

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

/** A game of a day as the worker hosts it, by the first legal moves; `leave` makes it again from what was kept, each time before one's own move. */
async function hosted(map, date, leave = false) {
  const start = async (kept) => {
    const out = { kept: null };
    const silent = () => undefined;
    const host = new Host(await open(map), { line: silent, history: silent, handover: silent, undoable: silent, keep: (now) => (out.kept = structuredClone(now)) });
    if (kept) host.resume(mapText(map), kept);
    else host.make(mapText(map), (await open(map)).daily(date).table, ["Ann"], { date });
    host.learn(map, netOf(map));
    return { host, out };
  };
  let { host, out } = await start();
  for (let steps = 0; steps < 5000; steps++) {
    const { table } = JSON.parse(host.ask(JSON.stringify({ id: 1, do: "look" })));
    if (table.stage === "over") return { table, kept: out.kept };
    if (!table.moves) assert.ok(host.go());
    else {
      if (leave && steps % 7 === 0) ({ host, out } = await start(out.kept));
      host.ask(JSON.stringify({ id: 1, do: "move", state: table.state, move: table.moves[0] }));
    }
  }
  assert.fail("the game does not end");
}

test("a deal of a day that the worker hosts is that of the engine, and one that was left is still of its day", async () => {
  const { table, kept } = await hosted("new-york", "2026-11-18");
  const engine = await open("new-york");
  engine.daily("2026-11-18");
  engine.openDaily(0);
  assert.deepEqual(table.end, playFirst(engine).table.end);
  assert.equal(kept.date, "2026-11-18");
  assert.equal((await hosted("new-york", "2026-11-18", true)).kept.date, "2026-11-18");
  const one = resultOf("2026-11-18", "new-york", table.end);
  assert.deepEqual({ points: one.points, lead: one.lead, won: one.won }, engine.dailyResult());
});

const played = (date, lead, map = "europe") => ({ date, map, points: 100 + lead, lead, won: lead > 0 });
const field = [-10, -5, 0, 0, 5, 20].map((lead) => ({ bot: "normal", lead }));

test("a result stands among those of the bots, equals apart", () => {
  assert.deepEqual(standing({ ...played("2026-11-18", 0), field }), { below: 2, equal: 2, of: 6 });
  assert.equal(squares({ ...played("2026-11-18", 0), field }), "🟩".repeat(5) + "⬜".repeat(5));
  assert.equal(squares({ ...played("2026-11-18", 99), field }), "🟩".repeat(10));
  assert.deepEqual(standing(played("2026-11-18", 0)), { below: 0, equal: 0, of: 0 });
});

test("the first result of a deal counts", () => {
  keepPlayed(played("2026-11-18", 3));
  keepPlayed(played("2026-11-18", 50));
  assert.equal(findPlayed("2026-11-18", "europe").lead, 3);
  keepPlayed({ ...played("2026-11-18", 3), field });
  keepPlayed(played("2026-11-18", 3));
  assert.equal(findPlayed("2026-11-18", "europe").field.length, 6);
  keepPlayed(played("2026-11-18", 1, "london"));
  assert.equal(listPlayed().length, 2);
});

test("days in a row end with today, or with yesterday while today is to come", () => {
  const days = ["2026-03-01", "2026-02-28", "2026-02-27", "2026-02-25"].map((date) => played(date, 0));
  assert.equal(streak(days, "2026-03-01"), 3);
  assert.equal(streak(days, "2026-03-02"), 3);
  assert.equal(streak(days, "2026-03-03"), 0);
  assert.equal(streak([], "2026-03-03"), 0);
});

test("the day is that of Greenwich", () => {
  assert.equal(dateOf(Date.parse("2026-11-18T23:59:59Z")), "2026-11-18");
  assert.equal(dateOf(Date.parse("2026-11-19T00:30:00+01:00")), "2026-11-18");
});
