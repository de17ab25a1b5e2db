/*
 * The evaluation of a position in the worker: candidates, what they are worth, and why, as sentences on every board.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, MAPS, mapText, root, wasm } from "./bundle.mjs";

const module = await WebAssembly.compile(wasm());
const { Engine, evaluate, evaluateOn, moveText, reasonText, study } = await load("../tests/evaluate.entry.ts");

function firstGame(map) {
  return readFileSync(join(root, "tests", "golden", `${map}.jsonl`), "utf8").split(/(?=\{"linea":)/)[0];
}

for (const map of MAPS)
  test(`moves on ${map} are worth something, and become sharper`, async () => {
    const engine = await Engine.start(module);
    const studied = study(engine, mapText(map), firstGame(map));
    let said = 0;
    for (const open of [false, true])
      for (const at of [0.1, 0.4, 0.8]) {
        const view = studied.views[Math.floor(studied.views.length * at)];
        const first = evaluate(engine, mapText(map), JSON.stringify(view), open, 60);
        assert.equal(first.seat, view.turn);
        assert.ok(first.moves.length > 0);
        const then = evaluateOn(engine, 60);
        assert.ok(then.rounds >= first.rounds);
        for (const candidate of then.moves) {
          const sum = candidate.share.reduce((a, b) => a + b, 0);
          assert.ok(candidate.playouts === 0 || Math.abs(sum - 1) < 1e-4, `${sum}`);
          assert.doesNotMatch(moveText(JSON.parse(mapText(map)), candidate.move), /[{}]/);
          const why = reasonText(JSON.parse(mapText(map)), candidate);
          assert.doesNotMatch(why, /[{}]|undefined/);
          said += why === "" ? 0 : 1;
        }
        assert.equal(then.moves[0].less, undefined);
        assert.ok(then.moves.slice(1).every(({ less }) => less !== undefined));
      }
    assert.ok(said > 0);
  });

test("a position that is over has no moves, and one whose pieces do not add up is refused with a sentence", async () => {
  const engine = await Engine.start(module);
  const { views } = study(engine, mapText("london"), firstGame("london"));
  assert.equal(evaluate(engine, mapText("london"), JSON.stringify(views.at(-1)), false, 10), null);
  const wrong = { ...views[3], display: views[3].display.slice(1) };
  assert.throws(() => evaluate(engine, mapText("london"), JSON.stringify(wrong), false, 10), /"display" needs five cards/);
  assert.throws(() => evaluate(engine, mapText("london"), "{", false, 10));
});

for (const map of MAPS)
  test(`the seat to move on ${map} needs no more than its own view, and may ask any bot for people`, async () => {
    const engine = await Engine.start(module);
    const { views } = study(engine, mapText(map), firstGame(map));
    for (const at of [0, 0.5, 0.9]) {
      const whole = views[Math.floor((views.length - 2) * at)];
      engine.positionOpen(JSON.stringify(whole));
      const { view, moves } = JSON.parse(engine.positionShow(whole.turn));
      assert.equal(typeof view.hands[(whole.turn + 1) % whole.seats], "number");
      const found = evaluate(engine, mapText(map), JSON.stringify(view), false, 30);
      assert.equal(found.seat, whole.turn);
      for (const level of ["easy", "normal", "hard", "expert"]) assert.ok(moves.includes(engine.evaluateBot(level)), level);
      assert.throws(() => engine.evaluateBot("greedy"), /no such bot/);
      /* all that is hidden cannot be open */
      assert.throws(() => evaluate(engine, mapText(map), JSON.stringify(view), true, 30));
    }
  });
