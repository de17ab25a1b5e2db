/*
 * The words of the playing screen: the log as sentences, names of routes and cards, what is offered first.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, mapText } from "./bundle.mjs";

const { sentence } = await load("play/sentences.ts");
const { deckName, distinctBy, routeFacts, routeName } = await load("play/words.ts");
const { byThrift, offeredRoutes } = await load("play/payments.tsx");
const { press } = await load("play/keys.tsx");
const { waiting } = await load("play/choose.tsx");
const { distinct } = await load("play/facts.ts");
const { routeIds } = await load("maps.ts");

const europe = JSON.parse(mapText("europe"));
const germany = JSON.parse(mapText("germany"));
const players = [{ is: "human", name: "Ann" }, { is: "bot", name: "bot:easy" }];

let event = 0;
const line = (did, more = {}) => ({ event: ++event, at: 0, what: "moved", seat: did.seat, did, ...more });
const logged = (lines, { map = europe, me = 0, at = lines.length - 1 } = {}) => sentence({ map, players, me }, lines, at);

test("what one did is said to oneself in full, to others without what they may not know", () => {
  assert.equal(logged([line({ seat: 0, move: "draw pile", drew: "wild" })]), "You draw a card from the pile: locomotive.");
  assert.equal(logged([line({ seat: 1, move: "draw pile" })]), "Pip draws a card from the pile.");
  assert.equal(logged([line({ seat: 0, move: "keep athina/edinburgh" })]), "You keep: Athens – Edinburgh (21).");
  assert.equal(logged([line({ seat: 1, move: "keep" }, { tickets: 2 })]), "Pip keeps 2 tickets.");
  assert.equal(logged([line({ seat: 1, move: "keep" })]), "Pip has chosen the tickets to keep.");
});

test("a claim says with what and what for; all face-up cards replaced are named", () => {
  assert.equal(logged([line({ seat: 1, move: "claim paris/zurich red:2,wild:1" }, { points: 4 })]), "Pip claims Paris – Zurich with red ×2, locomotive ×1 (+4).");
  assert.equal(
    logged([line({ seat: 0, move: "draw red", up: ["wild", "red", "blue", "black", "white", "red"] })]),
    "You take a face-up card: red. All the face-up cards are replaced.",
  );
});

test("a tunnel is described in two sentences, the second knows which tunnel it is about", () => {
  const tried = line({ seat: 1, move: "claim paris/zurich red:3", reveal: ["red", "blue", "blue"] });
  assert.equal(logged([tried]), "Pip tries the tunnel Paris – Zurich with red ×3. Turned up: red, blue, blue.");
  const said = { event: ++event, at: 0, what: "said", seat: 0, name: "Ann", text: "Oh!" };
  assert.equal(logged([tried, said, line({ seat: 1, move: "pay red:1" }, { points: 4 })]), "Pip pays red ×1 more and claims Paris – Zurich (+4).");
  assert.equal(logged([tried, said, line({ seat: 1, move: "decline" })]), "Pip gives up the tunnel Paris – Zurich and takes the cards back.");
  const free = line({ seat: 0, move: "claim paris/zurich red:3", reveal: ["black", "blue", "blue"] }, { points: 4 });
  assert.match(logged([free]), /Nothing more to pay: the route is claimed \(\+4\)\.$/);
});

test("passengers, mixes and stations are called by their names", () => {
  assert.equal(logged([line({ seat: 1, move: "take berlin:red,magdeburg:green" })], { map: germany }), "Pip takes passengers: red from Berlin, green from Magdeburg.");
  assert.equal(logged([line({ seat: 0, move: "take none" })], { map: germany }), "You take no passenger.");
  assert.equal(logged([line({ seat: 1, move: "tickets short:1,long:3" })], { map: germany }), "Pip draws tickets: short ×1, long ×3.");
  assert.equal(logged([line({ seat: 1, move: "station wien wild:1" })]), "Pip builds a station in Vienna with locomotive ×1.");
});

test("of parallel routes that are alike one is offered, of those that differ each; where one is gone, the other", () => {
  const london = JSON.parse(mapText("london"));
  const between = (a, b) => routeIds(london).filter((id) => id.includes(a) && id.includes(b));
  const offered = (ids) => distinct(london, new Map(ids.map((id) => [id, []])));
  const gray = between("british-museum", "covent-garden");
  const coloured = between("piccadilly", "trafalgar");
  assert.deepEqual([gray.length, coloured.length], [2, 2]);
  assert.deepEqual(offered([...gray, ...coloured]), [gray[0], ...coloured]);
  assert.deepEqual(offered([gray[1]]), [gray[1]]);
});

test("what is said is text, whatever it looks like", () => {
  assert.equal(logged([{ event: 1, at: 0, what: "said", seat: 0, name: "<b>Ann</b>", text: "{name} <i>hi</i>" }]), "<b>Ann</b> says: {name} <i>hi</i>");
});

test("a spectator reads the name of everybody", () => {
  assert.equal(logged([line({ seat: 0, move: "pass" })], { me: null }), "Ann passes.");
});

test("a parallel route says its colour only where the other has another", () => {
  assert.equal(routeName(europe, "edinburgh/london/1"), "Edinburgh – London (black)");
  assert.equal(routeName(germany, "augsburg/munchen/1"), "Augsburg – Munich");
});

test("of routes that read the same a list has one", () => {
  const ids = routeIds(germany), names = ids.map((route) => routeName(germany, route));
  const listed = distinctBy(ids, (route) => routeName(germany, route));
  assert.ok(listed.length < ids.length && listed.includes("augsburg/munchen/1") && !listed.includes("augsburg/munchen/2"));
  assert.deepEqual(listed.map((route) => routeName(germany, route)), [...new Set(names)]);
});

test("what a route costs and brings is what the map file says", () => {
  assert.equal(routeFacts(europe, "amsterdam/london"), "2 spaces · any one colour · ferry: at least locomotive ×2 · +2 points");
  assert.equal(routeFacts(europe, "angora/constantinople"), "2 spaces · any one colour · tunnel: may cost more · +2 points");
});

test("the way to pay with the fewest wilds is offered first; a card narrows what is offered", () => {
  const moves = ["claim a/b wild:2", "claim a/b red:1,wild:1", "claim a/b red:2", "claim b/c blue:1", "draw pile"];
  const routes = offeredRoutes(moves, null);
  assert.deepEqual(byThrift(routes.get("a/b")).map(({ move }) => move), ["claim a/b red:2", "claim a/b red:1,wild:1", "claim a/b wild:2"]);
  assert.deepEqual([...offeredRoutes(moves, "blue").keys()], ["b/c"]);
});

test("passengers to choose from are those of the list of moves", () => {
  const found = waiting(["take none", "take a:red", "take a:blue", "take a:red,b:green", "take a:blue,b:green", "take b:green"]);
  assert.deepEqual([...found], [["a", ["red", "blue"]], ["b", ["green"]]]);
});

test("decks without a name can be logged apart", () => {
  const decks = [{ id: "short", name: { en: "short ones" } }, { id: "far" }, { id: "near" }];
  assert.deepEqual(decks.map(({ id }) => deckName({ decks }, id)), ["short ones", "far", "near"]);
  assert.equal(deckName({ decks: [{ id: "regular" }] }, "regular"), "Tickets");
});

test("a key lists routes where its button would: not when a chosen card pays for none", () => {
  const game = { moves: { value: ["claim paris/zurich red:3"] }, me: { value: null }, view: { value: null } };
  for (const [card, lists] of [[null, true], ["red", true], ["blue", false]]) {
    const ui = { card: { value: card }, thought: {}, picked: {}, pointed: {}, why: {} };
    assert.equal(press("c", game, ui), lists);
    assert.equal(ui.thought.value?.about === "routes", lists);
  }
});
