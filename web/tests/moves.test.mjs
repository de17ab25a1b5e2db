/*
 * Moves, addresses and ids as the page reads them.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, MAPS, mapText, root } from "./bundle.mjs";

const moves = await load("game/moves.ts");
const { placeOf } = await load("router.ts");
const { routeIds, ticketId } = await load("maps.ts");

test("every move of the golden records is understood", () => {
  const kinds = new Set();
  for (const map of MAPS)
    for (const line of readFileSync(join(root, "tests", "golden", `${map}.jsonl`), "utf8").split("\n").filter(Boolean)) {
      const { move } = JSON.parse(line);
      if (move === undefined) continue;
      const read = moves.parseMove(move);
      kinds.add(read.is);
      assert.notEqual(read.is, "other", move);
      if (read.is === "claim") assert.ok(moves.countCards(read.cards) > 0, move);
    }
  for (const kind of ["draw", "claim", "take", "tickets", "keep", "station", "pay"]) assert.ok(kinds.has(kind), kind);
});

test("moves are sorted into what a person chooses from", () => {
  const list = ["draw pile", "draw red", "claim a/b red:2", "claim a/b red:1,wild:1", "claim b/c/2 wild:3", "station wien blue:1", "tickets short:1,long:3"];
  const ways = (payments) => payments.map(({ cards, move }) => ({ cards, move }));
  assert.deepEqual([...moves.paymentsByRoute(list)].map(([route, payments]) => [route, ways(payments)]), [
    ["a/b", [{ cards: { red: 2 }, move: "claim a/b red:2" }, { cards: { red: 1, wild: 1 }, move: "claim a/b red:1,wild:1" }]],
    ["b/c/2", [{ cards: { wild: 3 }, move: "claim b/c/2 wild:3" }]],
  ]);
  assert.deepEqual([...moves.stationsByLocation(list).keys()], ["wien"]);
  assert.deepEqual([...moves.drawable(list)], ["pile", "red"]);
  assert.deepEqual(moves.mixes(list), [{ decks: { short: 1, long: 3 }, move: "tickets short:1,long:3" }]);
  assert.deepEqual(ways(moves.tunnelPayments(["decline", "pay red:1", "pay wild:1"])), [{ cards: { red: 1 }, move: "pay red:1" }, { cards: { wild: 1 }, move: "pay wild:1" }]);
  assert.deepEqual(moves.mixes(["tickets"]), [{ decks: null, move: "tickets" }]);
});

test("tickets and passengers are found by what was chosen, in any order", () => {
  const keeps = ["keep a/b", "keep a/b,c/d"];
  assert.equal(moves.keepMove(keeps, new Set(["c/d", "a/b"])), "keep a/b,c/d");
  assert.equal(moves.keepMove(keeps, new Set(["c/d"])), null);
  const takes = ["take berlin:red,ulm:blue", "take berlin:red", "take none"];
  assert.equal(moves.passengerMove(takes, [{ location: "ulm", colour: "blue" }, { location: "berlin", colour: "red" }]), takes[0]);
  assert.equal(moves.passengerMove(takes, []), "take none");
  assert.equal(moves.passengerMove(takes, [{ location: "ulm", colour: "blue" }]), null);
});

test("routes and tickets are named as the engine names them", () => {
  for (const id of MAPS) {
    const map = JSON.parse(mapText(id));
    const routes = routeIds(map), tickets = map.tickets.map(ticketId);
    assert.equal(new Set(routes).size, map.routes.length);
    assert.equal(new Set(tickets).size, map.tickets.length);
    for (const line of readFileSync(join(root, "tests", "golden", `${id}.jsonl`), "utf8").split("\n").filter(Boolean)) {
      const read = moves.parseMove(JSON.parse(line).move ?? "pass");
      if (read.is === "claim") assert.ok(routes.includes(read.route), read.route);
      if (read.is === "keep") for (const ticket of read.tickets) assert.ok(tickets.includes(ticket), ticket);
    }
  }
});

test("addresses lead to their screens", () => {
  assert.deepEqual(placeOf("/"), { at: "home" });
  assert.deepEqual(placeOf("/new/europe"), { at: "new", map: "europe" });
  assert.deepEqual(placeOf("/g/00ff"), { at: "online", id: "00ff" });
  assert.deepEqual(placeOf("/play/x"), { at: "play" });
  assert.deepEqual(placeOf("/help"), { at: "help", map: null });
  for (const path of ["/api/games", "/play/x/y", "/g/1/2", "/nothing"]) assert.deepEqual(placeOf(path), { at: "nowhere" }, path);
});
