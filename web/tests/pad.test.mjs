/*
 * The score pad without a browser: what its entries come to, corrections, and that a game played by bots counts the same when it is noted
 * route by route, on every board.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, MAPS, mapText, wasm } from "./bundle.mjs";

const module = await WebAssembly.compile(wasm());
const { Engine } = await load("net/engine.ts");
const { Host } = await load("net/host.ts");
const { study } = await load("net/study.ts");
const { count } = await load("net/sheet.ts");
const { edges, forgetPad, keepPad, listPads, newPad, note, noted, people: somePeople, redo, sheetOf, undo } = await load("pad/pad.ts");

const people = (seats) => somePeople(seats).map((person, i) => ({ ...person, name: `P${i}` }));

/** The position at the end of a game of bots, with its result. */
async function finished(map, seats) {
  const silent = () => undefined;
  const host = new Host(await Engine.start(module), { line: silent, history: silent, handover: silent, undoable: silent, keep: silent });
  host.make(mapText(map), { map, seats: Array(seats).fill("bot:normal") }, []);
  while (host.go());
  const studied = study(await Engine.start(module), mapText(map), host.record());
  return { view: studied.views.at(-1), end: studied.end };
}

for (const map of MAPS)
  for (const seats of JSON.parse(mapText(map)).players)
    test(`a game of ${seats} on ${map} that is noted counts as it was played`, async () => {
      const { view, end } = await finished(map, seats);
      let pad = newPad(map, people(seats));
      for (const [route, player] of Object.entries(view.routes)) pad = note(pad, { is: "route", route, player });
      view.tickets.forEach((held, player) => { for (const ticket of held) pad = note(pad, { is: "ticket", ticket, player }); });
      for (const [location, player] of Object.entries(view.stations ?? {})) pad = note(pad, { is: "station", location, player });
      (view.taken ?? []).forEach((counts, player) => { for (const [colour, n] of Object.entries(counts)) pad = note(pad, { is: "taken", player, colour, count: n }); });
      const counted = count(await Engine.start(module), mapText(map), JSON.stringify(sheetOf(pad, JSON.parse(mapText(map)).mechanics)));
      assert.deepEqual(counted.scores, end.scores);
      assert.deepEqual(counted.winners, end.winners);
      assert.deepEqual(counted.vehicles, view.vehicles);
    });

test("what was noted is corrected, taken back, and noted again", () => {
  let pad = newPad("europe", people(2));
  pad = note(pad, { is: "route", route: "paris/zurich", player: 0 });
  pad = note(pad, { is: "route", route: "paris/zurich", player: null });
  pad = note(pad, { is: "route", route: "paris/zurich", player: 1 });
  assert.deepEqual(noted(pad).routes, { "paris/zurich": 1 });
  pad = undo(undo(pad));
  assert.deepEqual(noted(pad).routes, { "paris/zurich": 0 });
  pad = redo(pad);
  assert.deepEqual(noted(pad).routes, {});
  pad = note(pad, { is: "station", location: "wien", player: 1 });
  assert.deepEqual(noted(redo(pad)).routes, {}, "what was taken back is gone when something else is noted");
  assert.deepEqual(undo(undo(undo(undo(pad)))).entries, []);
});

test("a ticket has one holder", () => {
  let pad = newPad("europe", people(3));
  for (const player of [0, 2]) pad = note(pad, { is: "ticket", ticket: "athina/edinburgh", player });
  assert.deepEqual(noted(pad).tickets, [[], [], ["athina/edinburgh"]]);
  pad = note(pad, { is: "ticket", ticket: "athina/edinburgh", player: null });
  assert.deepEqual(noted(pad).tickets, [[], [], []]);
});

test("a name that is typed is one thing to take back, and two players swap their colours", () => {
  let pad = newPad("london", people(2));
  for (const name of ["A", "An", "Ann"]) pad = note(pad, { is: "name", player: 0, name });
  assert.equal(pad.entries.length, 1);
  pad = note(pad, { is: "colour", player: 0, colour: "red" });
  assert.deepEqual(noted(pad).players, [{ name: "Ann", colour: "red" }, { name: "P1", colour: "blue" }]);
  assert.equal(noted(undo(undo(pad))).players[0].name, "P0");
});

test("a player wins by what they have more of", () => {
  const [ahead, behind] = [{ routes: 40, tickets: 30, longest: 10, total: 80 }, { routes: 50, tickets: 5, longest: 0, total: 55 }];
  assert.deepEqual(edges(ahead, behind, ["routes", "tickets", "longest"]), [{ source: "tickets", by: 25 }, { source: "longest", by: 10 }]);
});

test("sheets are kept, the last one first, and what is no sheet is left out", () => {
  const [one, two] = [{ ...newPad("london", people(2)), at: 1 }, { ...newPad("europe", people(2)), at: 2 }];
  keepPad(one);
  keepPad(two);
  assert.deepEqual(listPads().map(({ map }) => map), ["europe", "london"]);
  keepPad({ ...one, at: 3 });
  assert.deepEqual(listPads().map(({ map }) => map), ["london", "europe"]);
  forgetPad(two.id);
  assert.equal(listPads().length, 1);
});
