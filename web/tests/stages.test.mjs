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
beforeEach(() => {
  frames.length = 0;
  Object.assign(globalThis, stubs);
});
afterEach(() => Object.assign(globalThis, real));
const PARTS = ["question", "places", "bar", "now", "lights", "hand", "display", "rest", "piles", "actions", "claims", "routes", "players", "others", "tickets", "log"];

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

/** The next picture: what waits for it is done. */
function frame() {
  for (const draw of frames.splice(0)) draw();
  tick(1);
}

const shown = (stages) => PARTS.map((part) => stages.parts[part].view.value);

/** The stages of a game of which every part is shown: what nobody has asked for follows nothing. */
function makeStages(game, ui = {}) {
  const stages = new Stages(game, { thought: signal(null), ticket: signal(null), glance: signal(null), pointed: signal(null), opening: signal(null), opened: signal(null), wanted: signal(null), given: signal(null), ...ui });
  for (const part of PARTS) for (const key of ["view", "moves"]) void stages.parts[part][key].value;
  return stages;
}

test("one part follows in each frame, and the turn is ready in the one after the last", () => {
  const game = makeGame();
  const stages = makeStages(game);
  batch(() => {
    game.view.value = 1;
    game.moves.value = ["pass"];
  });
  frame(); /* the picture of the click itself */
  for (let drawn = 0; drawn <= PARTS.length; drawn++) {
    assert.deepEqual(shown(stages), PARTS.map((_, i) => (i < drawn ? 1 : null)));
    assert.equal(stages.ready.value, false);
    frame();
  }
  assert.equal(stages.ready.value, true);
  assert.equal(frames.length, 0, "it goes on drawing");
  stages.close();
});

test("a part shows the game as it is, not as it was when the frame was asked for; none is left behind", () => {
  const game = makeGame();
  const stages = makeStages(game);
  let news = 0;
  for (let part = 0; part < PARTS.length; part++) {
    for (let i = 0; i < 3; i++) {
      game.view.value = ++news; /* something new comes with every picture, and every third one draws */
      frame();
    }
  }
  assert.deepEqual(shown(stages), PARTS.map((_, i) => 3 * (i + 1)));
  for (let i = 0; i < PARTS.length; i++) frame();
  assert.deepEqual(shown(stages), PARTS.map(() => news));
  stages.close();
});

test("a move that is answered soon greys nothing out, one that is not does", () => {
  const game = makeGame();
  game.moves.value = ["draw pile"];
  const stages = makeStages(game);
  const send = () => batch(() => {
    game.settled.value = false;
    game.moves.value = [];
  });
  send();
  for (let i = 0; i < 4; i++) frame();
  assert.deepEqual(stages.parts.lights.moves.value, ["draw pile"]);
  assert.deepEqual(stages.parts.question.moves.value, [], "what is asked does not wait");
  assert.equal(stages.ready.value, false);
  batch(() => {
    game.settled.value = true;
    game.moves.value = ["draw red"];
  });
  for (let i = 0; i < PARTS.length + 2; i++) frame();
  assert.deepEqual(stages.parts.lights.moves.value, ["draw red"]);
  assert.equal(stages.ready.value, true);
  send();
  tick(150);
  for (let i = 0; i <= PARTS.length; i++) frame();
  assert.deepEqual(stages.parts.lights.moves.value, []);
  stages.close();
});

test("a move that is refused leaves the turn as it was", () => {
  const game = makeGame();
  const moves = (game.moves.value = ["draw pile"]);
  const stages = makeStages(game);
  batch(() => {
    game.settled.value = false;
    game.moves.value = [];
  });
  assert.equal(stages.ready.value, false);
  batch(() => {
    game.settled.value = true;
    game.moves.value = moves;
  });
  frame(); /* left to hearing of it */
  frame();
  assert.equal(stages.ready.value, true);
  stages.close();
});

test("a part follows only what it shows", () => {
  const game = makeGame();
  const stages = new Stages(game, { thought: signal(null), ticket: signal(null), glance: signal(null), pointed: signal(null), opening: signal(null), opened: signal(null), wanted: signal(null), given: signal(null) });
  void stages.parts.players.scores.value;
  game.view.value = 1;
  assert.equal(frames.length, 0, "nobody shows it");
  game.scores.value = [1];
  frame();
  frame();
  assert.deepEqual(stages.parts.players.scores.value, [1]);
  frame();
  assert.equal(frames.length, 0);
  assert.equal(stages.parts.bar.view.value, 1, "what is asked for later is not old");
  stages.close();
});

test("a question comes in steps, then has the keyboard, each in a picture of its own before anything else", () => {
  const game = makeGame();
  const ui = { thought: signal("nothing"), opening: signal(null), opened: signal(null), wanted: signal(null), given: signal(null) };
  const stages = makeStages(game, ui);
  ui.thought.value = "route";
  frame();
  frame();
  assert.equal(stages.thoughts.question.value, "route");
  assert.equal(stages.thoughts.lights.value, "nothing");
  for (const step of [1, 2]) {
    ui.opening.value = step;
    ui.wanted.value = `after ${step}`;
    assert.notEqual(ui.opened.value, step);
    frame();
    assert.equal(ui.opened.value, step);
    assert.notEqual(ui.given.value, `after ${step}`);
  }
  frame();
  assert.equal(ui.given.value, "after 2");
  assert.equal(stages.thoughts.lights.value, "nothing");
  for (let i = 0; i < PARTS.length; i++) frame();
  assert.equal(stages.thoughts.lights.value, "route");
  stages.close();
});

test("moves are made in the game itself", () => {
  const game = makeGame();
  const stages = makeStages(game);
  stages.parts.piles.move("draw pile");
  assert.deepEqual(game.made, ["draw pile"]);
  stages.close();
});
