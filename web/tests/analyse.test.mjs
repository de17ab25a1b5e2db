/*
 * The analysis board without a browser: positions read and refused, the tree of moves, and records that replay.
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
const { look } = await load("net/position.ts");
const { positionOf } = await load("analyse/setup.ts");
const { readLines } = await load("analyse/read.ts");
const { back, begin, comment, cut, forgetAnalysis, go, keepAnalysis, leaves, lineEnd, listAnalyses, movesTo, on, play, promote, recordOf } = await load("analyse/tree.ts");

const engine = await Engine.start(module);
const see = (map, position, moves = [], seat = null) => look(engine, mapText(map), JSON.stringify(position), moves, seat);

/** Every position of a game of bots. */
async function game(map, seats = 2) {
  const silent = () => undefined;
  const host = new Host(await Engine.start(module), { line: silent, history: silent, handover: silent, undoable: silent, keep: silent });
  host.make(mapText(map), { map, seats: Array(seats).fill("bot:normal") }, []);
  while (host.go());
  return study(await Engine.start(module), mapText(map), host.record());
}

/** Plays on by a choice of the moves until the game is over, or for so many. */
function playOn(analysis, choose, most = 2000) {
  for (let i = 0; i < most; i++) {
    const now = see(analysis.map, analysis.position, movesTo(analysis, analysis.here));
    if (now.moves.length === 0) return analysis;
    const move = choose(now.moves, i);
    const next = see(analysis.map, analysis.position, [...movesTo(analysis, analysis.here), move]);
    const over = next.view.phase === "over" ? { scores: next.scores, winners: next.winners } : undefined;
    analysis = play(analysis, next.did.at(-1), over);
  }
  return analysis;
}

for (const map of MAPS)
  test(`lines from the midst of a game on ${map} are records that replay to the same end`, async () => {
    const { views } = await game(map);
    const from = views[Math.floor(views.length / 2)];
    assert.deepEqual(see(map, from).position, from, "a position that is read is the one that was written");
    let analysis = comment(begin(map, ["Ann", "Ben"], from), "why not?");
    analysis = playOn(analysis, (moves, i) => moves[(i * 7) % moves.length]);
    const first = analysis.here;
    analysis = comment(analysis, "so it ends");
    analysis = playOn(go(analysis, analysis.nodes[first].parent), (moves) => moves.at(-1), 1);
    const text = recordOf(analysis);
    const games = text.split(/(?=\{"linea":)/);
    assert.equal(games.length, leaves(analysis).length);
    const studied = study(await Engine.start(module), mapText(map), games[0]);
    assert.deepEqual(studied.views.at(-1), see(map, from, movesTo(analysis, first)).position);
    assert.deepEqual(studied.end, analysis.nodes[first].end);
    assert.ok(games[0].includes('"comments":{"0":"why not?"') && games[0].includes('"so it ends"}'));
    assert.deepEqual(studied.names, ["Ann", "Ben"]);
    const again = await readLines(games, async (id, position, moves) => look(engine, mapText(id), position, moves, null));
    assert.deepEqual(leaves(again).map((leaf) => movesTo(again, leaf)), leaves(analysis).map((leaf) => movesTo(analysis, leaf)));
    assert.equal(recordOf(again), text, "what was saved is read as it was");
  });

test("what are no lines of one position is refused", async () => {
  const ask = async (id, position, moves) => look(engine, mapText(id), position, moves, null);
  const { views } = await game("new-york");
  const record = (position, line) => [JSON.stringify({ linea: 1, map: "new-york", seats: ["a", "b"], first: 0, seed: "0".repeat(64), position }), ...line.map((did) => JSON.stringify(did))].join("\n");
  const at = views.findIndex(({ phase }) => phase === "turn");
  const refused = async (games, flaw) => assert.rejects(readLines(games, ask), { flaw });
  await refused(["{"], "json");
  await refused([record(undefined, [])], "whole-game");
  await refused([record(views[at], []), record(views[at + 1], [])], "other-position");
  await refused([record(views[at], [{ seat: views[at].turn, move: "draw pile", drew: "nothing" }])], "other-chance");
});

test("a seat sees of a position what it may know", async () => {
  const { views } = await game("europe", 3);
  const { view, position } = see("europe", views[30], [], 1);
  assert.equal(typeof view.hands[0], "number");
  assert.deepEqual(view.hands[1], position.hands[1]);
  assert.equal(typeof view.pile, "number");
});

test("a position is refused when its pieces do not add up, with a sentence that says why", async () => {
  const { views } = await game("new-york");
  const from = views[10];
  assert.throws(() => look(engine, mapText("new-york"), "{", [], null), /JSON/);
  assert.throws(() => see("new-york", { ...from, vehicles: [1, 1] }), (error) => error.message.length > 10);
  assert.throws(() => see("new-york", { ...from, pile: [...from.pile, "red"] }), (error) => error.message.length > 10);
  assert.throws(() => see("new-york", from, ["claim nowhere/now red:1"]), (error) => error.message.length > 5);
  assert.deepEqual(see("new-york", from).position, from, "and the next one is read as ever");
});

for (const map of MAPS)
  test(`a sheet and hands are a position on ${map} that can be played on from`, () => {
    const file = JSON.parse(mapText(map));
    const [a, b] = [...file.routes[0].between].sort();
    const route = file.routes.filter(({ between }) => between.includes(a) && between.includes(b)).length > 1 ? `${a}/${b}/1` : `${a}/${b}`;
    const { position } = count(engine, mapText(map), JSON.stringify({ map, seats: 2, routes: { [route]: 1 }, tickets: [[], []] }));
    const kinds = Object.keys(file.cards).filter((kind) => kind !== "wild");
    const hands = [{ [kinds[0]]: 2, wild: 1 }, { [kinds[1]]: 3 }];
    const made = positionOf(position, hands, [kinds[2], kinds[2], kinds[3], kinds[3], kinds[4]], 1);
    const { view, moves } = see(map, made);
    assert.deepEqual(view.hands, hands);
    assert.equal(view.turn, 1);
    assert.ok(moves.length > 5);
    assert.throws(() => see(map, positionOf(position, [{ wild: 99 }, {}], Array(5).fill(kinds[0]), 0)), (error) => error.message.length > 10);
  });

const move = (text, seat = 0) => ({ seat, move: text });
test("moves make a tree: lines, the main one, comments, and what is taken away", () => {
  let tree = begin("europe", ["Ann", "Ben"], { first: 0 });
  tree = play(play(tree, move("a")), move("b"));
  tree = play(back(tree), move("c"));
  assert.deepEqual(movesTo(tree, tree.here), ["a", "c"]);
  assert.deepEqual(leaves(tree).map((leaf) => movesTo(tree, leaf)), [["a", "b"], ["a", "c"]]);
  assert.deepEqual(movesTo(tree, on(back(tree)).here), ["a", "b"]);
  const again = play(back(tree), move("b"));
  assert.equal(again.nodes.length, tree.nodes.length, "a line that is there is gone along");
  tree = promote(tree);
  assert.deepEqual(movesTo(tree, lineEnd(tree, 0)), ["a", "c"]);
  tree = comment(tree, "better");
  tree = cut(go(tree, 2));
  assert.deepEqual(leaves(tree).map((leaf) => movesTo(tree, leaf)), [["a", "c"]]);
  assert.equal(tree.nodes.at(-1).comment, "better");
  assert.deepEqual(cut(go(tree, 0)), go(tree, 0), "the beginning stays");
  tree = cut(go(tree, 1));
  assert.equal(tree.nodes.length, 1);
});

test("analyses are kept, the last one first", () => {
  const [one, two] = [{ ...begin("london", ["A"], {}), at: 1 }, { ...begin("europe", ["A"], {}), at: 2 }];
  for (const each of [one, two]) keepAnalysis(each);
  assert.deepEqual(listAnalyses().map(({ map }) => map), ["europe", "london"]);
  forgetAnalysis(two.id);
  assert.deepEqual(listAnalyses().map(({ map }) => map), ["london"]);
});
