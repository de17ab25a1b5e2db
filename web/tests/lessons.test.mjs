/*
 * The guided games without a browser: each deal still comes to where its mechanic is at hand, and each step that waits for something to be
 * done goes on when it is.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, mapText, wasm } from "./bundle.mjs";

const module = await WebAssembly.compile(wasm());
const { Engine } = await load("net/engine.ts");
const { Host } = await load("net/host.ts");
const { logOf } = await load("game/log.ts");
const { finish, finished, isLesson, keepStep, lesson, lessons, nextStep, stepOf, stepsOf, targetOf } = await load("learn/lessons.ts");

/** A lesson's game, and what its panel sees of it. */
async function begin(id) {
  const events = [];
  const host = new Host(await Engine.start(module), {
    line: (line) => { const said = JSON.parse(line); if (said.event !== undefined) events.push(said); },
    history: (lines) => events.splice(0, events.length, ...lines.map((line) => JSON.parse(line))),
    handover() {}, undoable() {}, keep() {},
  });
  const { map, settings, deal } = lesson(id);
  host.make(mapText(map), settings, ["Ann"], deal);
  const ask = (request) => JSON.parse(host.ask(JSON.stringify({ id: 1, ...request })));
  const look = () => ask({ do: "look" }).table;
  return {
    map: JSON.parse(mapText(map)), look, ask,
    move: (move) => assert.equal(ask({ do: "move", state: look().state, move }).ok, true, move),
    bots: () => { while (host.go()); },
    shown: () => ({ log: { value: logOf(events) }, me: { value: 0 }, view: { value: look().view }, scores: { value: ask({ do: "advise" }).scores } }),
  };
}

const startsWith = (game, text) => game.look().moves.find((move) => move.startsWith(text));
/** Does something until a turn is over, whatever is asked. */
function go(game, move) {
  game.move(move);
  for (const answer of ["take", "pay", "decline"]) { const next = game.look().moves && startsWith(game, answer); if (next) game.move(next); }
}

test("the first game goes on with what its ten steps ask for", async () => {
  const game = await begin("first");
  const steps = stepsOf("first", game.map);
  assert.equal(steps.length, 10);
  const at = (from) => nextStep(steps, from, game.shown());
  assert.equal(at(0), 0);
  assert.equal(at(1), 1, "tickets are to be chosen first");
  game.move(startsWith(game, "keep"));
  game.bots();
  assert.equal(at(1), 2);
  assert.equal(at(3), 3, "nothing was drawn yet");
  game.move("draw pile");
  assert.equal(at(3), 3, "one card is not all");
  game.move("draw pile");
  assert.equal(at(3), 4);
  game.bots();
  assert.equal(at(6), 6);
  assert.ok(startsWith(game, "claim"), "the cards pay for a route by now");
  game.move(startsWith(game, "claim"));
  assert.equal(at(6), 7);
});

for (const id of lessons.filter((one) => one !== "first"))
  test(`in the lesson of ${id} it is one's turn, its target is at hand, and doing it is enough`, async () => {
    const game = await begin(id);
    const steps = stepsOf(id, game.map);
    const target = targetOf(id);
    assert.deepEqual([game.look().view.turn, game.look().view.phase], [0, "turn"]);
    assert.ok(steps.length >= 3 && steps.length <= 4);
    assert.equal(nextStep(steps, 1, game.shown()), 1, "what was played before is none of it");
    const move = startsWith(game, id === "stations" ? `station ${target}` : `claim ${target}`);
    assert.ok(move, "web/lessons.mjs finds another deal");
    if (id === "stations") assert.ok(game.ask({ do: "sites" }).sites.some((site) => site.location === target), "it completes a ticket");
    go(game, move);
    assert.equal(nextStep(steps, 1, game.shown()), 2);
  });

test("how far one has come is kept, and which lessons one has been through", () => {
  keepStep("tunnels", 2);
  assert.equal(stepOf("tunnels"), 2);
  keepStep("tunnels", 0);
  assert.equal(stepOf("tunnels"), 0);
  for (const id of ["tunnels", "first", "tunnels"]) finish(id);
  assert.deepEqual(finished(), ["first", "tunnels"]);
  assert.ok(isLesson("first") && !isLesson("chess") && !isLesson(undefined));
});
