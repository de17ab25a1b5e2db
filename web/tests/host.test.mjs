/*
 * Games on one device, as the worker plays them: the same code without a browser.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, MAPS, mapText, netOf, wasm } from "./bundle.mjs";

const module = await WebAssembly.compile(wasm());
const { Engine } = await load("net/engine.ts");
const { Host } = await load("net/host.ts");
const { study, checkFair } = await load("net/study.ts");

/** A host, and everything that it lets out. */
async function begin(map, seats, people = []) {
  const out = { lines: [], history: [], handover: null, undoable: false, kept: null };
  const engine = await Engine.start(module);
  const host = new Host(engine, {
    line: (line) => out.lines.push(JSON.parse(line)),
    history: (lines) => (out.history = lines),
    handover: (seat) => (out.handover = seat),
    undoable: (yes) => (out.undoable = yes),
    keep: (kept) => (out.kept = structuredClone(kept)),
  });
  if (seats) host.make(mapText(map), { map, seats }, people);
  return { host, out, engine };
}

let id = 0;
const ask = (host, request) => JSON.parse(host.ask(JSON.stringify({ id: ++id, ...request })));
const look = (host) => ask(host, { do: "look" }).table;

/** Plays for who sits in front until the game is over or `stop` says so. */
function play(host, out, choose, stop = () => false) {
  for (let steps = 0; steps < 5000; steps++) {
    if (out.handover !== null) host.ready();
    const table = look(host);
    if (table.stage === "over" || stop(table)) return table;
    if (table.moves) {
      const move = choose(table.moves);
      if (move === null) continue; /* it was made already */
      const answer = ask(host, { do: "move", state: table.state, move });
      assert.equal(answer.ok, true, answer.message);
    } else {
      assert.ok(host.go(), "a program moves");
    }
  }
  assert.fail("the game does not end");
}

const claimFirst = (moves) => moves.find((m) => m.startsWith("claim")) ?? moves.find((m) => m === "draw pile") ?? moves[0];

for (const map of MAPS)
  test(`bots play ${map} to its end, and its record is whole and fair`, async () => {
    const { host, out } = await begin(map, ["bot:easy", "bot:normal"]);
    while (host.go());
    const table = look(host);
    assert.equal(table.stage, "over");
    assert.equal(out.lines.at(-1).end.winners.length > 0, true);
    const record = host.record();
    const engine = await Engine.start(module);
    const studied = study(engine, mapText(map), record);
    assert.equal(studied.moves.length + 1, studied.views.length);
    assert.deepEqual(studied.end, table.end);
    assert.deepEqual(studied.scores.at(-1), table.end.scores);
    assert.equal(studied.fair, true);
    studied.outcomes.forEach(({ tickets, longest }, seat) => {
      const done = tickets.filter((ticket) => ticket.done);
      assert.equal(done.length, table.end.scores[seat].tickets_done);
      assert.ok(done.every((ticket) => ticket.way.length > 0));
      assert.ok(longest.every((route) => table.view.routes[route] === seat));
    });
    assert.equal(checkFair(engine, mapText(map), record), null);
    const other = record.replace(/"secret":"(.)/, (_, digit) => `"secret":"${digit === "0" ? "1" : "0"}`);
    assert.match(checkFair(engine, mapText(map), other), /^\d+: /);
  });

test("a person plays against bots to the end", async () => {
  const { host, out } = await begin("london", ["bot:easy", "human", "bot:easy"], ["Ann"]);
  const table = play(host, out, claimFirst);
  assert.equal(table.you, 1);
  assert.equal(table.players[1].name, "Ann");
});

test("a seat learns why it cannot claim a route, and where a station would help", async () => {
  const { host } = await begin("europe", ["human", "bot:easy"], ["Ann"]);
  const { hands } = look(host).view;
  const green = Math.max(0, 3 - (hands[0].green ?? 0) - (hands[0].wild ?? 0));
  const { why } = ask(host, { do: "why", route: "berlin/wien" });
  assert.deepEqual(why, green > 0 ? { is: "cards", missing: green, colour: "green" } : { is: why.is });
  assert.equal(ask(host, { do: "why", route: "berlin/lisboa" }).message, "route: the board has no such route");
  assert.deepEqual(ask(host, { do: "sites" }).sites, []);
});

test("a name that the table refuses makes no game", async () => {
  await assert.rejects(begin("london", ["human", "bot:easy"], ["x".repeat(64)]), /63 bytes/);
});

test("who sits in front receives nothing that is hidden from that seat", async () => {
  const { host, out } = await begin("europe", ["human", "human", "bot:easy"], ["Ann", "Ben"]);
  play(host, out, claimFirst, (table) => table.event > 60);
  assert.throws(() => host.record(), /not over/);
  for (const line of out.lines) {
    const view = (line.table ?? line).view;
    if (!view) continue;
    const seen = view.hands.filter((hand) => typeof hand !== "number").length;
    assert.ok(seen <= 1, "one hand at most");
    assert.equal(typeof view.pile, "number");
  }
});

test("a spectator of bots sees what all of them hold", async () => {
  const { host, out } = await begin("london", ["bot:easy", "bot:easy"]);
  for (let i = 0; i < 12; i++) assert.ok(host.go());
  for (const { view } of [out.lines[0].table, ...out.lines.slice(1)]) {
    assert.ok(view.hands.every((hand) => typeof hand === "object"));
    assert.ok(view.tickets.every((tickets) => Array.isArray(tickets)));
  }
});

test("on one device nobody's cards are shown until the next player is there", async () => {
  const { host, out } = await begin("new-york", ["human", "human"], ["Ann", "Ben"]);
  const [first, second] = out.handover === 0 ? [0, 1] : [1, 0];
  assert.equal(out.handover, first);
  assert.equal(look(host).you, null);
  assert.equal(ask(host, { do: "move", state: look(host).state, move: "pass" }).error, "forbidden");
  host.ready();
  assert.equal(out.handover, null);
  assert.equal(look(host).you, first);
  const table = look(host);
  ask(host, { do: "move", state: table.state, move: table.moves[0] });
  assert.equal(out.handover, second);
  assert.equal(look(host).you, null);
  assert.equal(typeof out.lines.at(-1).table.view.hands[first], "number");
});

test("a game that was kept goes on", async () => {
  const { host, out } = await begin("germany", ["human", "bot:normal"], ["Ann"]);
  play(host, out, claimFirst, (table) => table.event > 40);
  const before = look(host);
  const again = await begin("germany", null);
  again.host.resume(mapText("germany"), out.kept);
  assert.deepEqual(again.out.lines[0].table, before);
  assert.deepEqual(look(again.host), before);
  assert.equal(again.out.history.length, before.event);
  assert.deepEqual(look(again.host), before);
  play(again.host, again.out, claimFirst);
});

test("a claim can be taken back until somebody else has moved; a card drawn cannot", async () => {
  const { host, out } = await begin("new-york", ["human", "bot:easy"], ["Ann"]);
  let undone = 0, kept = 0;
  play(host, out, (moves) => {
    if (undone >= 3) return claimFirst(moves);
    const before = look(host);
    const claim = moves.find((m) => m.startsWith("claim"));
    const move = claim ?? claimFirst(moves);
    ask(host, { do: "move", state: before.state, move });
    if (look(host).stage !== "over") {
      assert.equal(out.undoable, claim !== undefined, move);
      assert.equal(host.undo(), claim !== undefined);
    }
    if (claim) {
      assert.deepEqual(look(host), before);
      assert.deepEqual(out.lines.at(-1).table, before);
      undone++;
      return claim;
    }
    kept++;
    return null;
  });
  assert.ok(undone >= 3 && kept > 0);
});

test("a tunnel shows what is on the pile, so it cannot be taken back", async () => {
  const tunnels = new Set();
  const map = JSON.parse(mapText("europe"));
  for (const route of map.routes) if (route.tunnel) tunnels.add([...route.between].sort().join("/"));
  const { host, out } = await begin("europe", ["human", "bot:easy"], ["Ann"]);
  const isTunnel = (move) => tunnels.has(move.split(" ")[1]?.split("/").slice(0, 2).join("/"));
  let tried = 0;
  play(host, out, (moves) => {
    const tunnel = moves.find((m) => m.startsWith("claim") && isTunnel(m));
    if (!tunnel || tried) return moves.find((m) => m === "draw pile") ?? claimFirst(moves);
    tried++;
    ask(host, { do: "move", state: look(host).state, move: tunnel });
    assert.equal(host.undo(), false);
    return null;
  }, () => tried > 0);
  assert.equal(tried, 1);
});

test("bytes that are no net of the board are refused in a sentence, and programs play on without", async () => {
  const { host, engine } = await begin("london", ["bot:hard", "bot:expert"]);
  assert.throws(() => engine.openNet(new Uint8Array(5000)), { message: "this is not the file of a net" });
  assert.throws(() => engine.openNet(new TextEncoder().encode("LINEANET")), { message: "the net is cut: it has no whole header" });
  host.learn("london", new Uint8Array(70000));
  for (let moves = 0; moves < 6; moves++) assert.ok(host.go());
});

test("the net of a board can be used on that board alone", async (t) => {
  const nets = MAPS.filter((map) => netOf(map));
  if (!nets.length) return t.skip("no board has a net");
  for (const map of nets) {
    const { host, engine } = await begin(map, ["bot:hard", "bot:hard"]);
    engine.openNet(netOf(map));
    while (host.go());
    assert.equal(look(host).stage, "over");
    const other = MAPS.find((name) => name !== map);
    const { engine: elsewhere } = await begin(other, ["bot:hard", "bot:hard"]);
    assert.throws(() => elsewhere.openNet(netOf(map)), { message: `the net was trained on another map than this "${other}"` });
  }
});

for (const map of MAPS)
  test(`a game on ${map} goes on from a turn of another one, and what its seat did not know is dealt again`, async () => {
    const first = await begin(map, ["bot:easy", "bot:normal"]);
    while (first.host.go());
    const engine = await Engine.start(module);
    const { views } = study(engine, mapText(map), first.host.record());
    const before = views.find(({ turn, phase, routes }) => turn === 1 && phase === "turn" && Object.keys(routes).length > 4);
    const tries = [];
    for (let i = 0; i < 2; i++) {
      const { host, out } = await begin(map);
      const from = { position: JSON.stringify(before), seat: 1 };
      host.make(mapText(map), { map, seats: ["bot:normal", "human"] }, ["Ann"], from);
      const { view, you } = look(host);
      assert.equal(you, 1);
      assert.deepEqual([view.hands[1], view.tickets[1], view.routes, view.display, view.points, view.turn], [before.hands[1], before.tickets[1], before.routes, before.display, before.points, 1]);
      assert.equal(typeof view.hands[0], "number", "a hand that is not one's own");
      assert.doesNotMatch(JSON.stringify(out.lines), /"position"/);
      const other = await begin(map);
      other.host.resume(mapText(map), out.kept);
      assert.deepEqual(look(other.host).view, view, "the same after a reload");
      play(host, out, claimFirst);
      const record = host.record();
      const { position, fair } = JSON.parse(record.split("\n")[0]);
      assert.equal(fair, undefined);
      const studied = study(engine, mapText(map), record);
      assert.deepEqual(studied.views[0].tickets[1], before.tickets[1]);
      assert.deepEqual(studied.end, look(host).end);
      tries.push(position.pile.join());
    }
    assert.notEqual(tries[0], tries[1]);
    assert.notEqual(tries[0], before.pile.join());
  });
