/*
 * Names: none is taken for another, and what others have played is said.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
const { isOwn, likeness, paints, paintsOf, pastLog, playerNames, speaker, stoodInText } = await load("../tests/players.entry.ts");

const people = (...names) => playerNames(names.map((name) => ({ is: "human", name })));

test("names that look alike are told apart by a number", () => {
  assert.deepEqual(people("Ann", "Ann"), ["Ann", "Ann 2"]);
  assert.deepEqual(people("Ann", "ann", "A n n"), ["Ann", "ann 2", "A n n 3"]);
  /* a letter of another alphabet, an accent, a capital i for an l, a digit */
  assert.deepEqual(people("Ann", "\u0410nn"), ["Ann", "\u0410nn 2"]);
  assert.deepEqual(people("Jose", "José"), ["Jose", "José 2"]);
  assert.deepEqual(people("Bill", "BiIl", "Bi11"), ["Bill", "BiIl 2", "Bi11 3"]);
});

test("a number that makes a name look like a third is not taken", () => {
  assert.deepEqual(people("Ann", "Ann", "Ann 2"), ["Ann", "Ann 2", "Ann 2 2"]);
});

test("other names stay as they are", () => {
  assert.deepEqual(people("Ann", "Anna", "Ben", ""), ["Ann", "Anna", "Ben", "Player 4"]);
  assert.deepEqual(people("Ангел", "Олег"), ["Ангел", "Олег"]);
  assert.notEqual(likeness("Mia"), likeness("Max"));
});

test("a person called like a bot, and two bots of a level, are told apart", () => {
  assert.deepEqual(playerNames([{ is: "human", name: "Pip" }, { is: "bot", name: "bot:easy" }, { is: "bot", name: "bot:easy" }]), ["Pip", "Pip 2", "Pip 3"]);
});

test("spectators are called so, each with a mark of their own", () => {
  assert.equal(speaker({ seat: 1, name: "Ann" }), "Ann");
  assert.equal(speaker({ seat: null, name: "Ann", tag: "3f2a" }), "Ann #3f2a, looking on");
});

test("the result says who has played a seat, and whose it is", () => {
  assert.equal(stoodInText({ is: "human", stood_in: { moves: 12, since: 41 } }), "played by a bot since move 41");
  assert.equal(stoodInText({ is: "human", stood_in: { moves: 1 } }), "1 move by a bot");
  assert.equal(stoodInText({ is: "human" }), null);
  assert.equal(isOwn({ is: "human" }), true);
  assert.equal(isOwn({ is: "human", stood_in: { moves: 1 } }), true);
  assert.equal(isOwn({ is: "human", stood_in: { moves: 12, since: 41 } }), false);
  assert.equal(isOwn({ is: "human", takeover: "bot" }), false);
});

test("the log of what happened before one came has points, tickets and the last round", () => {
  const moved = (event, seat, move, rest) => ({ event, at: 1, what: "moved", did: { seat, move }, points: 0, tickets: 2, offered: 0, last: false, ...rest });
  const log = pastLog([
    { event: 1, at: 1, what: "sat", seat: 0, name: "Ann" },
    moved(2, 0, "keep"),
    moved(3, 0, "tickets", { offered: 3 }),
    moved(4, 0, "keep", { tickets: 4 }),
    moved(5, 0, "claim a/b red:2", { points: 2, tickets: 4 }),
    moved(6, 1, "draw pile", { last: true }),
  ]);
  assert.deepEqual(log.map(({ event, what, points, tickets }) => [event, what, points, tickets]), [
    [1, "sat", undefined, undefined],
    [2, "moved", undefined, 2],
    [3, "moved", undefined, 3],
    [4, "moved", undefined, 2],
    [5, "moved", 2, undefined],
    [6, "moved", undefined, undefined],
    [6, "last-round", undefined, undefined],
  ]);
});

test("pieces have the colours that were chosen, and the others what is left, never two the same", () => {
  const of = (...colours) => paintsOf(colours.map((colour) => (colour ? { colour } : {})));
  assert.deepEqual(of(null, null, null), ["blue", "red", "green"]);
  assert.deepEqual(of("white", null, null), ["white", "red", "green"]);
  assert.deepEqual(of("red", null, null), ["red", "blue", "green"], "who has the red seat gives way, and nobody else");
  assert.deepEqual(of("gold", "red"), ["blue", "red"]);
  assert.deepEqual(of("red", "red"), ["red", "blue"], "a record may say anything");
  for (const paint of paints) for (let seat = 0; seat < 5; seat++) {
    const given = paintsOf(Array.from({ length: 5 }, (_, at) => (at === seat ? { colour: paint } : {})));
    assert.equal(given[seat], paint);
    assert.equal(new Set(given).size, 5);
  }
});
