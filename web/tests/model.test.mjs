/*
 * The model behind the screens, with a worker that runs in the same thread: what is shown when, what can be done
 * then, and that nothing stays on the screen that the next player may not see.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, mapText, wasm } from "./bundle.mjs";
import { quickClock } from "./clock.mjs";

const module = await WebAssembly.compile(wasm());

globalThis.document = { hidden: false, documentElement: { dataset: {} } };
const memory = new Map();
globalThis.localStorage = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => memory.set(key, value),
  removeItem: (key) => memory.delete(key),
};
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });

const { LocalGame, ReplayGame, kindOf, settings, study, Engine, Host } = await load("../tests/model.entry.ts");
const clock = quickClock();
let kept = null;
/* the engine fails, whatever it is asked for */
let broken = false;

/** The worker of net/worker.ts without its thread: the same commands, answered later. */
globalThis.Worker = class {
  constructor() {
    const say = (data) => setTimeout(() => this.onmessage?.({ data: structuredClone(data) }), 0);
    this.host = clock.during(Engine.start(module)).then((engine) => new Host(engine, {
      line: (line) => say({ is: "line", line }),
      history: (lines) => say({ is: "history", lines }),
      handover: (seat) => say({ is: "handover", seat }),
      undoable: (yes) => say({ is: "undoable", yes }),
      keep: (now) => (kept = structuredClone(now)),
    }));
    this.say = say;
  }
  async postMessage({ id, ...command }) {
    const host = await this.host;
    const results = {
      make: () => (host.make(command.map, command.settings, command.people), true),
      hold: () => true,
      resume: () => (host.resume(command.map, kept), true),
      ask: () => host.ask(command.request),
      go: () => host.go(),
      ready: () => (host.ready(), true),
      undo: () => host.undo(),
      record: () => host.record(),
      close: () => (host.close(), true),
    };
    try {
      if (broken) throw new Error("unreachable");
      this.say({ is: "result", id, result: results[command.do]() });
    } catch ({ message }) {
      this.say({ is: "failure", id, message });
    }
  }
};

const map = (id) => JSON.parse(mapText(id));
function local(id, seats, people = []) {
  const asked = { map: id, seats };
  return new LocalGame(map(id), "game", kindOf(asked), asked, people);
}
const tick = () => new Promise((done) => setTimeout(done, 1));
async function until(condition, what = "something happens") {
  for (let i = 0; i < 4000; i++) {
    if (condition()) return;
    await tick();
  }
  assert.fail(`never: ${what}`);
}
const claimFirst = (moves) => moves.find((m) => m.startsWith("claim")) ?? moves.find((m) => m === "draw pile") ?? moves[0];

test("bots play while the screen watches, event after event, to the end", async () => {
  settings.speed.value = 3;
  const game = local("new-york", ["bot:easy", "bot:easy"]);
  await game.begin();
  await until(() => game.table.value?.stage === "over", "the end");
  assert.equal(game.view.value.phase, "over");
  assert.equal(game.now.value, null);
  assert.ok(game.log.value.some((line) => line.what === "last-round"));
  assert.ok(game.log.value.some((line) => line.points > 0));
  await until(() => game.scores.value.length === 2 && game.scores.value[0].total === game.table.value.end.scores[0].total);
  const record = await game.record();
  const replay = new ReplayGame(map("new-york"), record, study(await Engine.start(module), mapText("new-york"), record));
  assert.deepEqual(replay.log.value, []);
  replay.seek(replay.length);
  assert.deepEqual(replay.view.value, game.view.value);
  assert.deepEqual(replay.table.value.end, game.table.value.end);
  assert.equal(replay.log.value.filter((line) => line.what === "moved").length, replay.length);
  replay.seek(-5);
  assert.equal(replay.position.value, 0);
  game.close();
});

test("a bot that cannot move is reported", async () => {
  settings.speed.value = 3;
  const game = local("london", ["bot:easy", "bot:easy"]);
  await game.begin();
  broken = true;
  await until(() => game.error.value !== null, "an error is shown");
  broken = false;
  game.close();
});

test("a rematch that cannot begin leaves what was played on the screen, and can be asked for again", async () => {
  settings.speed.value = 3;
  const game = local("new-york", ["bot:easy", "bot:easy"]);
  await game.begin();
  await until(() => game.table.value?.stage === "over", "the end");
  const { end } = game.table.value;
  broken = true;
  assert.equal(await game.again(), false);
  broken = false;
  assert.notEqual(game.error.value, null);
  assert.deepEqual(game.table.value.end, end);
  game.dismiss();
  assert.equal(await game.again(), true);
  await until(() => game.table.value.stage === "running", "the next game");
  assert.ok(game.log.value.every((line) => line.event <= game.table.value.event), "the log is that of the new game");
  await until(() => game.table.value.stage === "over", "its end");
  assert.equal(game.error.value, null);
  game.close();
});

test("a device that cannot be handed over, or a move that cannot be taken back, is reported", async () => {
  settings.speed.value = 3;
  const game = local("london", ["human", "human"], ["Ann", "Ben"]);
  await game.begin();
  await until(() => game.handover.value !== null, "somebody is asked for");
  broken = true;
  game.ready();
  await until(() => game.error.value !== null, "an error is shown");
  game.dismiss();
  game.canUndo.value = true;
  await game.undo();
  assert.notEqual(game.error.value, null);
  broken = false;
  game.ready();
  await until(() => game.me.value !== null && game.handover.value === null, "somebody has it");
  game.close();
});

test("in a record, too, who is called like a bot keeps that name", async () => {
  settings.speed.value = 3;
  const game = local("new-york", ["human", "bot:easy"], ["bot:easy"]);
  await game.begin();
  await until(() => game.moves.value.length > 0, "the first choice");
  await game.resign();
  await until(() => game.table.value.stage === "over", "the end");
  const record = await game.record();
  const replay = new ReplayGame(map("new-york"), record, study(await Engine.start(module), mapText("new-york"), record));
  assert.deepEqual(replay.table.value.players.map(({ is }) => is), ["human", "bot"]);
  game.close();
});

test("bots wait while the game is paused", async () => {
  settings.speed.value = 3;
  const game = local("london", ["bot:easy", "bot:easy"]);
  game.paused.value = true;
  await game.begin();
  await until(() => game.view.value !== null);
  for (let i = 0; i < 50; i++) await tick();
  const { event } = game.table.value;
  assert.equal(event, 2);
  game.paused.value = false;
  await until(() => game.table.value.event > event + 5);
  game.close();
});

test("a move is shown before its view, and nobody moves meanwhile", async () => {
  settings.speed.value = 2;
  const game = local("london", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  await until(() => game.moves.value.length > 0, "moves");
  const before = game.view.value;
  const moved = game.move(game.moves.value[0]);
  assert.equal(await game.move(game.moves.value[1]), false, "one move at a time");
  await until(() => game.now.value !== null, "it is shown");
  assert.equal(game.view.value, before);
  assert.ok(game.pace.value > 0);
  assert.deepEqual(game.moves.value, []);
  assert.equal(await moved, true);
  game.skip();
  assert.notEqual(game.view.value, before);
  game.close();
});

test("what is said does not take the choice out of one's hands", async () => {
  settings.speed.value = 1;
  const game = local("london", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  await until(() => game.moves.value.length > 0);
  const lists = [];
  const stop = game.moves.subscribe((moves) => lists.push(moves));
  await game.say("Hello!");
  await until(() => game.log.value.at(-1)?.text === "Hello!");
  stop();
  assert.ok(lists.every((moves) => moves === lists[0]));
  game.close();
});

test("who has given up has no moves, and a bot plays on", async () => {
  settings.speed.value = 3;
  const game = local("london", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  await until(() => game.moves.value.length > 0);
  assert.equal(await game.resign(), true);
  await until(() => game.moves.value.length === 0);
  await until(() => game.table.value.stage === "over", "the end");
  assert.equal(game.table.value.players[0].takeover, "bot");
  game.close();
});

test("a move that is not offered is not sent", async () => {
  settings.speed.value = 3;
  const game = local("london", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  await until(() => game.moves.value.length > 0);
  assert.equal(await game.move("pass"), false);
  assert.equal(game.error.value, null);
  game.close();
});

test("a claim is taken back, and the log forgets it", async () => {
  settings.speed.value = 3;
  const game = local("new-york", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  for (let turn = 0; turn < 300; turn++) {
    await until(() => game.moves.value.length > 0, "my turn");
    const claim = game.moves.value.find((m) => m.startsWith("claim"));
    const { view, log } = game;
    const seen = [view.value, log.value];
    await game.move(claim ?? claimFirst(game.moves.value));
    if (!claim) continue;
    await until(() => game.canUndo.value, "undo is offered");
    await until(() => game.log.value.length > seen[1].length);
    await game.undo();
    await until(() => game.moves.value.includes(claim), "the claim is offered again");
    assert.deepEqual(game.view.value, seen[0]);
    assert.deepEqual(game.log.value, seen[1]);
    assert.equal(game.canUndo.value, false);
    game.close();
    return;
  }
  assert.fail("nothing to claim");
});

test("a move that is taken back while it is shown leaves as much time as ever to take back the next", async () => {
  settings.speed.value = 2;
  const game = local("new-york", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  let claim;
  for (;;) {
    await until(() => game.moves.value.length > 0, "my turn");
    claim = game.moves.value.find((m) => m.startsWith("claim"));
    if (claim) break;
    await game.move(claimFirst(game.moves.value));
  }
  await game.move(claim);
  await until(() => game.canUndo.value && game.now.value !== null, "it is shown and can be taken back");
  await game.undo();
  await until(() => game.moves.value.includes(claim), "the claim is offered again");
  await new Promise((done) => setTimeout(done, 600));
  await game.move(claim);
  const made = performance.now();
  await until(() => game.canUndo.value, "undo is offered again");
  await until(() => !game.canUndo.value, "the bot goes on");
  assert.ok(performance.now() - made >= 1000, `after ${performance.now() - made} ms`);
  game.close();
});

test("advice comes with the tickets on offer, and follows what is kept", async () => {
  settings.speed.value = 3;
  const game = local("europe", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  await until(() => game.moves.value.length > 0);
  await until(() => game.advice.value.length === 4, "advice on four tickets");
  assert.ok(game.advice.value.every((ticket) => ticket.is === "open" && ticket.way.length > 0 && ticket.spaces > 0));
  await game.move(game.moves.value[0]);
  await until(() => game.advice.value.length === 2, "advice on those kept");
  game.close();
});

test("on one device the next player is asked for, and sees nothing before", async () => {
  settings.speed.value = 3;
  const game = local("london", ["human", "human"], ["Ann", "Ben"]);
  await game.begin();
  await until(() => game.handover.value !== null, "somebody is asked for");
  const first = game.handover.value;
  assert.equal(game.me.value, null);
  assert.deepEqual(game.moves.value, []);
  game.ready();
  await until(() => game.moves.value.length > 0, "moves");
  assert.equal(game.me.value, first);
  await game.move(game.moves.value[0]);
  await until(() => game.handover.value === 1 - first, "the other is asked for");
  assert.equal(game.me.value, null);
  assert.deepEqual(game.advice.value, []);
  assert.ok(game.view.value.hands.every((hand) => typeof hand === "number"));
  game.close();
});

test("on one device the log and the scores show nobody what another has", async () => {
  settings.speed.value = 3;
  const game = local("london", ["human", "human"], ["Ann", "Ben"]);
  await game.begin();
  const secret = ({ did }) => did && (did.drew !== undefined || /^keep ./.test(did.move));
  const secrets = () => game.log.value.filter(secret).map(({ seat }) => seat);
  const mine = [0, 0];
  for (let covers = 0; covers < 6; ) {
    await until(() => game.handover.value !== null || game.moves.value.length > 0, "a cover or a turn");
    if (game.handover.value !== null) {
      covers++;
      assert.deepEqual(secrets(), [], "nobody sits in front");
      assert.ok(game.scores.value.every((score) => score.tickets === undefined), "nor are tickets counted");
      game.ready();
      await until(() => game.handover.value === null);
      continue;
    }
    const me = game.me.value;
    assert.deepEqual(secrets(), Array(mine[me]).fill(me), "one's own alone, and all of them");
    await game.move(game.moves.value.find((move) => move === "draw pile") ?? game.moves.value[0]);
    mine[me]++;
  }
  game.close();
});

test("on one device one sees what came of one's turn before the next player is asked for", async () => {
  settings.speed.value = 3;
  const game = local("london", ["human", "human"], ["Ann", "Ben"]);
  await game.begin();
  await until(() => game.handover.value !== null);
  const first = game.handover.value;
  game.ready();
  await until(() => game.moves.value.length > 0);
  const [move] = game.moves.value;
  await game.move(move);
  await until(() => game.log.value.length > 0, "it was carried out");
  for (let i = 0; i < 50; i++) await tick();
  assert.equal(game.handover.value, null);
  assert.equal(`keep ${game.view.value.tickets[first].join()}`, move);
  assert.deepEqual(game.moves.value, []);
  await until(() => game.handover.value === 1 - first, "the other is asked for");
  game.close();
});

test("a game goes on after the page was loaded again, with its log", async () => {
  settings.speed.value = 3;
  const game = local("germany", ["human", "bot:easy"], ["Ann"]);
  await game.begin();
  for (let turn = 0; turn < 12; turn++) {
    await until(() => game.moves.value.length > 0, "my turn");
    await game.move(claimFirst(game.moves.value));
  }
  await until(() => game.moves.value.length > 0, "my turn");
  const seen = { view: game.view.value, moves: game.moves.value, log: game.log.value };
  game.close();
  const again = local("germany", ["human", "bot:easy"], ["Ann"]);
  assert.equal(await again.resume(), true);
  await until(() => again.moves.value.length > 0, "my turn again");
  assert.deepEqual(again.view.value, seen.view);
  assert.deepEqual(again.moves.value, seen.moves);
  assert.deepEqual(again.log.value.filter((line) => line.what === "moved"), seen.log.filter((line) => line.what === "moved"));
  await again.again();
  await until(() => again.moves.value.length > 0, "a new game");
  assert.equal(again.log.value.filter((line) => line.what === "moved" && line.seat === 0).length, 0);
  again.close();
});
