/*
 * The connection to a server: it comes back by itself, asks again what was not answered, and reports nothing twice.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./bundle.mjs";
import { quickClock } from "./clock.mjs";

const memory = new Map();
globalThis.localStorage = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => memory.set(key, value),
  removeItem: (key) => memory.delete(key),
};
globalThis.location = { href: "http://linea.example/g/1" };
/* what happens to the window and the document, by name */
const happens = new EventTarget();
globalThis.addEventListener = happens.addEventListener.bind(happens);
globalThis.removeEventListener = happens.removeEventListener.bind(happens);
globalThis.document = { hidden: false, documentElement: { dataset: {} }, addEventListener, removeEventListener };
let guests = 0;
globalThis.fetch = async () => new Response(JSON.stringify({ token: `token${++guests}` }));

/* tests/browser/fixtures.test.mjs records them */
const lines = JSON.parse(readFileSync(new URL("fixtures/online.json", import.meta.url), "utf8"));
/** What events have at some moments only. */
const SOMETIMES = ["moves", "deadline", "end", "next"];

/** The recorded line of the same kind; refusals are all alike. */
function recorded(said) {
  const kind = said.what ?? (said.error ? "stale" : !("id" in said) ? (said.presence ? "presence" : "table") : said.table ? "ok event id ok table"
    : said.presence ? "ok id ok presence" : said.history ? "ok history id ok" : "ok event id ok");
  assert.ok(lines[kind], `no such line was recorded: ${kind}`);
  return lines[kind];
}

const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(url, protocol) {
    Object.assign(this, { url: String(url), protocol });
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  /** A line of the server: one that was recorded, with what is given here in place of what it had. */
  receive(said) {
    const { table, ...more } = said;
    const line = { ...recorded(said), ...more };
    if (table) line.table = { ...recorded(said).table, ...table };
    if ("id" in said) assert.ok(this.sent.some(({ id }) => id === said.id), "an answer has the id of its request");
    for (const key of Object.keys(more)) assert.ok(key in recorded(said) || SOMETIMES.includes(key), `no server says "${key}" there`);
    this.onmessage?.({ data: JSON.stringify(line) });
  }
  lose(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
};

const { OnlineConnection } = await load("net/online.ts");
const { OnlineGame } = await load("game/online.ts");
quickClock();

async function socket(n) {
  for (let i = 0; i < 3000 && sockets.length < n; i++) await new Promise((done) => setTimeout(done, 1));
  assert.equal(sockets.length, n, "it connects");
  return sockets[n - 1];
}

function connect() {
  sockets.length = 0;
  const received = { tables: [], events: [], online: [], gone: 0 };
  const connection = new OnlineConnection("00ff", "Ann", {
    table: (table) => received.tables.push(table.event),
    event: (event) => received.events.push(event.event),
    online: (yes) => received.online.push(yes),
    gone: () => received.gone++,
  });
  return { connection, received };
}

test("it says who it is, and receives the table and what happens", async () => {
  const { connection, received } = connect();
  const first = await socket(1);
  assert.equal(first.url, "ws://linea.example/api/games/00ff/ws");
  assert.equal(first.protocol, "linea");
  first.open();
  assert.deepEqual(first.sent, [{ token: "token1", seen: 0 }]);
  first.receive({ table: { event: 4 } });
  first.receive({ event: 5, what: "said" });
  assert.deepEqual(received, { tables: [4], events: [5], online: [true], gone: 0 });
  connection.close();
});

test("it comes back with the last event seen, and asks again what was not answered", async () => {
  const { connection, received } = connect();
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 4 } });
  const answered = connection.ask({ do: "say", text: "hi" });
  assert.deepEqual(first.sent.at(-1), { id: 1, do: "say", text: "hi" });
  first.receive({ event: 5, what: "said" });
  first.lose();
  const second = await socket(2);
  second.open();
  assert.deepEqual(second.sent, [{ token: "token1", seen: 5 }, { id: 0, do: "look" }]);
  second.receive({ event: 5, what: "said" });
  second.receive({ event: 6, what: "said" });
  assert.deepEqual(second.sent.at(-1), { id: 1, do: "say", text: "hi" });
  second.receive({ id: 1, ok: true, event: 6 });
  assert.equal((await answered).event, 6);
  assert.deepEqual(received, { tables: [4], events: [5, 6], online: [true, false, true], gone: 0 });
  connection.close();
});

test("who has missed nothing is online again when the table answers", async () => {
  const { connection, received } = connect();
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 4 } });
  first.lose();
  const second = await socket(2);
  second.open();
  assert.deepEqual(received.online, [true, false]);
  second.receive({ id: 0, ok: true, event: 4 });
  assert.deepEqual(received.online, [true, false, true]);
  connection.close();
});

test("what is asked while nobody listens is asked later", async () => {
  const { connection } = connect();
  const first = await socket(1);
  const answered = connection.ask({ do: "look" });
  first.open();
  assert.equal(first.sent.length, 1);
  first.receive({ table: { event: 1 } });
  assert.deepEqual(first.sent.at(-1), { id: 1, do: "look" });
  first.receive({ id: 1, ok: true, event: 1 });
  assert.equal((await answered).ok, true);
  connection.close();
});

test("a token that the server does not know is replaced", async () => {
  const { connection } = connect();
  const first = await socket(1);
  first.open();
  const before = guests;
  first.lose(4001);
  const second = await socket(2);
  second.open();
  assert.equal(guests, before + 1);
  assert.deepEqual(second.sent[0], { token: `token${guests}`, seen: 0 });
  connection.close();
});

test("it does not come back to a game that is not there, nor after it was closed", async () => {
  const { received } = connect();
  (await socket(1)).open();
  sockets[0].lose(4004);
  assert.equal(received.gone, 1);
  const { connection } = connect();
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 1 } });
  const answered = connection.ask({ do: "look" });
  connection.close();
  first.lose();
  assert.equal((await answered).error, "closed");
  await new Promise((done) => setTimeout(done, 700));
  assert.equal(sockets.length, 1);
});

test("a browser that may keep nothing stays the same guest", async () => {
  const { setItem, getItem } = localStorage;
  memory.clear();
  localStorage.setItem = localStorage.getItem = () => {
    throw new Error("forbidden");
  };
  const { connection } = connect();
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 4 } });
  first.lose();
  const second = await socket(2);
  second.open();
  assert.equal(second.sent[0].token, first.sent[0].token);
  connection.close();
  Object.assign(localStorage, { setItem, getItem });
});

/** Timers that are turned by hand: pass(ms) calls those whose time has come. Real ones are back after end(). */
function byHand() {
  const real = { setTimeout, clearTimeout };
  const waiting = new Map();
  let now = 0, last = 0;
  globalThis.setTimeout = (act, ms = 0) => (waiting.set(++last, { act, at: now + ms }), last);
  globalThis.clearTimeout = (timer) => waiting.delete(timer);
  const pass = (ms) => {
    now += ms;
    for (const [timer, { act, at }] of waiting) if (at <= now && waiting.delete(timer)) act();
  };
  return { pass, end: () => Object.assign(globalThis, real) };
}

/** A connection that has received its table. */
async function established() {
  const { connection, received } = connect();
  const first = await socket(1);
  const { pass, end } = byHand();
  first.open();
  first.receive({ table: { event: 4 } });
  return { connection, received, first, pass, end };
}

test("a server that does not answer is left, and asked again over another connection", async () => {
  const { connection, received, first, pass, end } = await established();
  void connection.ask({ do: "say", text: "hi" });
  pass(9_000);
  assert.deepEqual(received.online, [true]);
  pass(2_000);
  assert.deepEqual(received.online, [true, false]);
  assert.equal(first.readyState, 3);
  first.lose(); /* a browser reports it late */
  first.receive({ event: 5, what: "said" });
  pass(1_000);
  end();
  const second = await socket(2);
  second.open();
  second.receive({ id: 0, ok: true, event: 4 });
  assert.deepEqual(second.sent.at(-1), { id: 1, do: "say", text: "hi" });
  assert.deepEqual(received, { tables: [4], events: [], online: [true, false, true], gone: 0 });
  connection.close();
});

test("a connection that does not come about is given up, and another is tried", async () => {
  const { pass, end } = byHand();
  const { connection, received } = connect();
  /* its token comes in a moment, which no timer measures */
  await new Promise((done) => setImmediate(done));
  pass(11_000);
  pass(1_000);
  end();
  assert.equal(sockets[0].readyState, 3);
  const second = await socket(2);
  second.open();
  second.receive({ table: { event: 4 } });
  assert.deepEqual(received.online, [false, true]);
  connection.close();
});

test("after a long silence, a change of the network or a look at another tab it asks whether the table is there", async () => {
  const { connection, received, first, pass, end } = await established();
  const asked = () => first.sent.filter(({ id }) => id === 0).length;
  pass(61_000);
  assert.equal(asked(), 1);
  first.receive({ id: 0, ok: true, event: 4 });
  happens.dispatchEvent(new Event("online"));
  assert.equal(asked(), 2);
  first.receive({ id: 0, ok: true, event: 4 });
  document.hidden = true;
  pass(600_000);
  assert.equal(asked(), 2, "nobody looks");
  document.hidden = false;
  happens.dispatchEvent(new Event("visibilitychange"));
  assert.equal(asked(), 3);
  assert.deepEqual(received.online, [true]);
  pass(11_000);
  assert.deepEqual(received.online, [true, false]);
  connection.close();
  end();
});

test("a network that comes back while it connects does not make it connect twice", async () => {
  memory.clear();
  const { connection } = connect();
  happens.dispatchEvent(new Event("online"));
  await socket(1);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(sockets.length, 1);
  connection.close();
});

test("what is asked of a game that is not there is answered", async () => {
  const { connection } = connect();
  const first = await socket(1);
  first.open();
  const before = connection.ask({ do: "look" });
  first.lose(4004);
  assert.equal((await before).error, "closed");
  assert.equal((await connection.ask({ do: "look" })).error, "closed");
});

test("the time left is right after moves that were made long ago and missed", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  const table = { event: 4, state: 4, you: 0, players: [], stage: "running", view: { turn: 1, points: [], last_turns: null } };
  first.open();
  first.receive({ table });
  first.lose();
  const second = await socket(2);
  second.open();
  const deadline = Date.now() + 60_000;
  second.receive({ event: 5, at: Date.now() - 300_000, what: "moved", did: { seat: 1, move: "pass" }, view: { turn: 0, points: [], last_turns: null }, moves: ["pass"], deadline });
  second.receive({ id: 0, ok: true, event: 5 });
  game.skip();
  assert.equal(game.table.value.event, 5);
  assert.ok(Math.abs(game.deadline.value - deadline) < 1000, `${game.deadline.value - deadline} ms too late`);
  /* a clock that goes wrong is seen by what happens now */
  second.receive({ event: 6, at: Date.now() - 40_000, what: "said", seat: 1, name: "Ben", text: "hi" });
  assert.ok(Math.abs(game.deadline.value - deadline - 40_000) < 1000);
  game.close();
});

test("a move that was carried out while its answer was lost is not called late", async () => {
  for (const made of ["pass", "draw pile"]) {
    sockets.length = 0;
    const game = new OnlineGame({ id: "london" }, "00ff");
    const view = { turn: 0, points: [], last_turns: null };
    const first = await socket(1);
    first.open();
    first.receive({ table: { event: 4, state: 4, you: 0, players: [], stage: "running", view, moves: ["pass"] } });
    const moved = game.move("pass");
    first.lose();
    const second = await socket(2);
    second.open();
    second.receive({ event: 5, at: Date.now(), what: "moved", did: { seat: 0, move: made }, view: { ...view, turn: 1 } });
    const { id } = second.sent.findLast((asked) => asked.do === "move");
    second.receive({ id, error: "stale", message: "the game has gone on since" });
    assert.equal(await moved, made === "pass");
    assert.equal(game.error.value === null, made === "pass", "another tab of the same player has moved");
    game.close();
  }
});

test("a move that the server could not store is reported, and can be made again", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 4, state: 4, you: 0, stage: "running", view: lines.began.view, moves: ["pass"] } });
  const moved = game.move("pass");
  assert.equal(await game.move("pass"), false, "one at a time");
  const { id } = first.sent.findLast((asked) => asked.do === "move");
  first.receive({ id, error: "not-stored", message: "nothing has changed" });
  assert.equal(await moved, false);
  assert.match(game.error.value, /could not store/);
  assert.deepEqual(game.moves.value, ["pass"], "the table does not stay grey");
  assert.equal(game.settled.value, true);
  game.close();
});

test("who comes to a table that is over is shown its rematch, but not taken there", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 9, state: 7, you: 0, players: [], stage: "over", next: "0123" } });
  assert.equal(game.table.value.next, "0123");
  assert.equal(game.next.value, null);
  game.close();
});

test("who sits down or leaves in another tab does so in this one", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  first.open();
  const table = { event: 1, state: 0, you: null, first: null, players: [{ is: "open" }], stage: "gathering" };
  first.receive({ table });
  first.receive({ event: 2, at: 0, what: "sat", you: 0, seat: 0, name: "Ann" });
  assert.equal(game.me.value, 0);
  first.receive({ event: 3, at: 0, what: "left", you: null, seat: 0 });
  assert.equal(game.me.value, null);
  game.close();
});

test("what a table refuses is said in words that are translated", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  first.open();
  first.receive({ table: { event: 1, state: 0, you: null, first: null, players: [{ is: "open" }], stage: "gathering" } });
  const shown = [];
  for (const error of ["seated", "taken", "full", "syntax", "no-seat", "resigned", "over", "done", "not-stored"]) {
    const sat = game.sit("Ann");
    first.receive({ id: first.sent.at(-1).id, error, message: "in the server's words" });
    await sat;
    shown.push(game.error.value);
  }
  game.close();
  assert.doesNotMatch(shown.join(), /server's words/);
  assert.equal(shown[0], "You have a seat already.");
});

test("who leaves a seat has given nothing to the shuffles", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  first.open();
  const table = (you) => ({ event: 1, state: 0, you, first: null, players: [{ is: "open" }], stage: "gathering", fair: { commitment: "c0" } });
  first.receive({ table: table(null) });
  const answer = async (asked, answers) => {
    for (let i = 0; i < 1000 && first.sent.at(-1).do !== asked; i++) await new Promise((done) => setTimeout(done, 1));
    first.receive({ id: first.sent.at(-1).id, ok: true, ...answers });
  };
  const sitting = game.sit("Ann", 0);
  await answer("sit");
  assert.equal(await sitting, true);
  assert.equal(JSON.parse(memory.get("linea.given.00ff")).seat, 0);
  const leaving = game.leave();
  await answer("leave");
  assert.equal(await leaving, true);
  assert.equal(memory.has("linea.given.00ff"), false);
  game.close();
});

test("a nonce is sealed with its seat, is the same when the seat is asked for again, and is revealed when all have sealed", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00fe");
  const first = await socket(1);
  first.open();
  const commitment = "c0".repeat(32);
  first.receive({ table: { event: 1, state: 0, you: null, first: null, players: [{ is: "open" }, { is: "open" }], stage: "gathering", fair: { commitment } } });
  const sits = () => first.sent.filter((one) => one.do === "sit");
  const refused = game.sit("Ann", 0);
  first.receive({ id: first.sent.at(-1).id, error: "not-stored", message: "" });
  assert.equal(await refused, false);
  const sitting = game.sit("Ann", 0);
  first.receive({ id: first.sent.at(-1).id, ok: true });
  assert.equal(await sitting, true);
  assert.match(sits()[0].seal, /^[0-9a-f]{64}$/);
  assert.equal(sits()[1].seal, sits()[0].seal);
  assert.ok(sits().every((one) => one.nonce === undefined), "the nonce stays here");
  const happens = (event, more) => first.onmessage({ data: JSON.stringify({ event, at: Date.now(), you: 0, ...more }) });
  happens(2, { what: "sat", seat: 0, name: "Ann" });
  happens(3, { what: "sat", seat: 1, name: "Ben" });
  const seals = [sits()[0].seal, "5e".repeat(32)];
  happens(4, { what: "sealed", reveal_by: 1, fair: { commitment, seals } });
  const revealed = first.sent.filter((one) => one.do === "reveal");
  assert.equal(revealed.length, 1);
  const given = JSON.parse(memory.get("linea.given.00fe"));
  assert.equal(revealed[0].nonce, given.nonce);
  assert.deepEqual(given.seals, seals);
  game.close();
});

test("a nonce is not revealed to a server that has changed what was sealed", async () => {
  for (const wrong of [(seals) => seals.reverse(), (seals) => ["00".repeat(32), seals[1]], (seals) => [null, seals[1]]]) {
    sockets.length = 0;
    memory.delete("linea.given.00fd");
    const game = new OnlineGame({ id: "london" }, "00fd");
    const first = await socket(1);
    first.open();
    const commitment = "c0".repeat(32);
    first.receive({ table: { event: 1, state: 0, you: null, first: null, players: [{ is: "open" }, { is: "open" }], stage: "gathering", fair: { commitment } } });
    const sitting = game.sit("Ann", 0);
    first.receive({ id: first.sent.at(-1).id, ok: true });
    await sitting;
    const { seal } = first.sent.find((one) => one.do === "sit");
    const happens = (event, more) => first.onmessage({ data: JSON.stringify({ event, at: Date.now(), you: 0, ...more }) });
    happens(2, { what: "sat", seat: 0, name: "Ann" });
    happens(3, { what: "sealed", reveal_by: 1, fair: { commitment, seals: wrong([seal, "5e".repeat(32)]) } });
    assert.equal(first.sent.filter((one) => one.do === "reveal").length, 0);
    assert.match(game.error.value, /has changed what your browser had sealed/);
    game.close();
  }
});

const settled = () => new Promise((done) => setTimeout(done, 20));

test("who comes late asks for the log so far, once, and for who else is there, after each connection", async () => {
  sockets.length = 0;
  const game = new OnlineGame({ id: "london" }, "00ff");
  const first = await socket(1);
  first.open();
  const view = { turn: 0, points: [3], last_turns: null };
  first.receive({ table: { event: 6, state: 6, you: null, players: [], stage: "running", view } });
  const asked = (on, what) => on.sent.findLast((one) => one.do === what);
  first.receive({ id: asked(first, "presence").id, ok: true, presence: { seats: [{ here: true }], spectators: 2 } });
  await settled();
  assert.equal(game.presence.value.spectators, 2);
  const moved = { event: 5, at: 1, what: "moved", did: { seat: 0, move: "claim a/b red:2" }, points: 2, tickets: 1, offered: 0, last: false };
  first.receive({ id: asked(first, "history").id, ok: true, history: [{ event: 2, at: 1, what: "sat", seat: 0, name: "Ann" }, moved], next: 6 });
  await settled();
  assert.equal(asked(first, "history").from, 6);
  /* it goes on meanwhile */
  first.receive({ event: 7, at: 1, what: "said", you: null, seat: 0, name: "Ann", text: "Hello" });
  first.receive({ id: asked(first, "history").id, ok: true, history: [{ event: 6, at: 1, what: "late", seat: 0, by: "bot:easy", times: 1 }, { event: 7, at: 1, what: "said", seat: 0, name: "Ann", text: "Hello" }] });
  await settled();
  assert.deepEqual(game.log.value.map(({ event, what }) => [event, what]), [[2, "sat"], [5, "moved"], [6, "late"], [7, "said"]]);
  assert.equal(game.log.value[1].points, 2);
  first.receive({ presence: { seats: [{ here: false, left: 1 }], spectators: 1 } });
  assert.equal(game.presence.value.seats[0].left, 1);
  first.lose();
  const second = await socket(2);
  second.open();
  second.receive({ id: 0, ok: true });
  assert.ok(asked(second, "presence"));
  assert.equal(asked(second, "history"), undefined);
  game.close();
});
