/*
 * What the screens make of a plan for a game, of the names of players, and of a map file.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, MAPS, mapText } from "./bundle.mjs";

const { fitted, modes, peopleOf, settingsOf, usualPlan } = await load("screens/plan.ts");
const { playerNames } = await load("players.ts");
const { tieOf } = await load("screens/words.ts");
const { sectionsOf } = await load("screens/help/sections.tsx");

for (const mode of modes)
  test(`a usual plan fits every board: ${mode}`, () => {
    for (const id of MAPS) {
      const { players } = JSON.parse(mapText(id));
      const plan = usualPlan(mode, players);
      const { seats } = settingsOf(plan, id);
      assert.ok(seats.length >= players[0] && seats.length <= players[1]);
      assert.equal(peopleOf(plan).length, seats.filter((seat) => seat === "human").length);
      assert.equal(seats.every((seat) => seat.startsWith("bot:")), mode === "watch");
    }
  });

test("a plan for five loses the last seats on a board for four, and who begins with them", () => {
  const plan = { ...usualPlan("online", [5, 5]), first: 4 };
  const fit = fitted(plan, [2, 4]);
  assert.equal(fit.seats.length, 4);
  assert.equal(fit.first, null);
  assert.equal(fitted({ ...plan, first: 3 }, [2, 4]).first, 3);
});

test("only a game on a server has a clock and a place in the lobby", () => {
  assert.equal(settingsOf(usualPlan("device", [2, 4]), "london").listed, undefined);
  assert.equal(settingsOf({ ...usualPlan("online", [2, 4]), clock: 60, listed: true }, "london").clock, 60);
});

test("nobody is called You where others read it", () => {
  assert.deepEqual(peopleOf(usualPlan("solo", [2, 4])), ["You"]);
  assert.deepEqual(peopleOf(usualPlan("device", [2, 4])), ["Player 1", "Player 2"]);
  assert.deepEqual(peopleOf(usualPlan("online", [2, 4])), ["Player 1", "Player 2"]);
});

test("bots have names, and no two the same", () => {
  const bots = ["bot:easy", "bot:normal", "bot:easy"].map((name) => ({ is: "bot", name }));
  assert.deepEqual(playerNames([{ is: "human", name: "Ann" }, ...bots, { is: "open" }]), ["Ann", "Pip", "Nora", "Pip 2", "Player 5"]);
});

test("what decides among equal points is shown where several have the most", () => {
  const map = JSON.parse(mapText("germany"));
  assert.match(tieOf(map, [80, 97, 97]), /who completed more tickets; who has more passengers/);
  assert.equal(tieOf(map, [97, 80, 80]), "");
  assert.equal(tieOf({ ...map, ties: [] }, [97, 97]), "");
});

/** All text of a tree of elements, and of what its components are given. */
function words(node) {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return String(node);
  if (Array.isArray(node)) return node.map(words).join(" ");
  return words(node.props?.children);
}

for (const id of MAPS)
  test(`how to play describes every mechanic of a map, with its numbers: ${id}`, () => {
    const map = JSON.parse(mapText(id));
    const sections = sectionsOf(map);
    const all = sections.map(({ title, body }) => `${title} ${words(body)}`).join("\n");
    assert.doesNotMatch(all, /undefined|NaN|\{\w+\}/);
    for (const { id, body } of sections) assert.ok(words(body).length > 20, `${id} says next to nothing`);
    for (const { points } of Object.values(map.mechanics)) if (Number.isInteger(points)) assert.match(all, new RegExp(`\\b${points}\\b`));
    assert.equal(sections.length, 7 + Object.keys(map.mechanics).length);
    for (const number of [map.vehicles, map.hand, map["end-vehicles"], map.opening.keep, map.draw.tickets]) assert.match(all, new RegExp(`\\b${number}\\b`));
  });

test("how to play has the points of a mechanic from the map file", () => {
  const map = JSON.parse(mapText("europe"));
  const shown = (points) => sectionsOf({ ...map, mechanics: { stations: { costs: [1], points } } }).map(({ body }) => words(body)).join("\n");
  assert.match(shown(1), /gives \+1\./);
  assert.match(shown(20), /gives \+20\./);
});
