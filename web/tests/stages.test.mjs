/*
 * The table drawn over a few frames: which part follows the game when, and that nothing is lost on the way.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { load } from "./bundle.mjs";

/* A clock of its own, so that nothing depends on how busy the machine is. */
const frames = [];
let timers = [];
let clock = 0;
globalThis.requestAnimationFrame = (draw) => frames.push(draw);
const stubs = {
  setTimeout: (act, ms = 0) => timers.push({ act, at: clock + ms }) && timers.at(-1),
  clearTimeout: (timer) => (timers = timers.filter((other) => other !== timer)),
};

function tick(ms) {
  clock += ms;
  for (const timer of timers.filter(({ at }) => at <= clock)) {
    stubs.clearTimeout(timer);
    timer.act();
  }
}

const { Stages, batch, signal } = await load("../tests/stages.entry.ts");
const real = { setTimeout, clearTimeout };
beforeEach(() => Object.assign(globalThis, stubs));
afterEach(() => Object.assign(globalThis, real));
const PARTS = ["board", "hand", "display", "piles", "bar", "players", "papers"];

/** A game of which only signals are asked, and moves that are made. */
function makeGame() {
  const game = {
    made: [],
    move(move) {
      this.made.push(move);
    },
  };
  for (const key of ["table", "view", "now", "pace", "me", "log", "advice", "scores", "deadline", "canUndo"]) game[key] = signal(null);
  game.settled = signal(true);
  game.moves = signal([]);
  return game;
}

/** The next picture: what waits for it is done, and the script after it. */
function frame() {
  for (const draw of frames.splice(0)) draw();
  tick(1);
}

const shown = (stages) => PARTS.map((part) => stages.parts[part].view.value);

test("one part follows in each frame, and the turn is ready with the last", () => {
  const game = makeGame();
  const stages = new Stages(game, { thought: signal(null) });
  batch(() => {
    game.view.value = 1;
    game.moves.value = ["pass"];
  });
  for (let drawn = 0; drawn <= PARTS.length; drawn++) {
    assert.deepEqual(shown(stages), PARTS.map((_, i) => (i < drawn ? 1 : null)));
    assert.equal(stages.ready.value, drawn === PARTS.length);
    frame();
  }
  assert.equal(frames.length, 0, "it goes on drawing");
  stages.close();
});

test("a part shows the game as it is, not as it was when the frame was asked for; none is left behind", () => {
  const game = makeGame();
  const stages = new Stages(game, { thought: signal(null) });
  for (let now = 1; now <= PARTS.length; now++) {
    game.view.value = now;
    frame();
  }
  assert.deepEqual(shown(stages), PARTS.map((_, i) => i + 1));
  for (let i = 0; i < PARTS.length; i++) frame();
  assert.deepEqual(shown(stages), PARTS.map(() => PARTS.length));
  stages.close();
});

test("a move that is answered soon greys nothing out, one that is not does", () => {
  const game = makeGame();
  game.moves.value = ["draw pile"];
  const stages = new Stages(game, { thought: signal(null) });
  const send = () => batch(() => {
    game.settled.value = false;
    game.moves.value = [];
  });
  send();
  frame();
  assert.deepEqual(stages.parts.board.moves.value, ["draw pile"]);
  assert.equal(stages.ready.value, false);
  batch(() => {
    game.settled.value = true;
    game.moves.value = ["draw red"];
  });
  frame();
  assert.deepEqual(stages.parts.board.moves.value, ["draw red"]);
  for (let i = 0; i < PARTS.length; i++) frame();
  send();
  tick(150);
  frame();
  assert.deepEqual(stages.parts.board.moves.value, []);
  stages.close();
});

test("a move that is refused leaves the turn as it was", () => {
  const game = makeGame();
  const moves = (game.moves.value = ["draw pile"]);
  const stages = new Stages(game, { thought: signal(null) });
  batch(() => {
    game.settled.value = false;
    game.moves.value = [];
  });
  assert.equal(stages.ready.value, false);
  batch(() => {
    game.settled.value = true;
    game.moves.value = moves;
  });
  assert.equal(stages.ready.value, true);
  stages.close();
});

test("moves are made in the game itself", () => {
  const game = makeGame();
  const stages = new Stages(game, { thought: signal(null) });
  stages.parts.piles.move("draw pile");
  assert.deepEqual(game.made, ["draw pile"]);
  stages.close();
});
