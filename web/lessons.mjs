/*
 * Finds the deals of the guided games: `node web/lessons.mjs` writes src/learn/deals.json. To be run again when the rules of a deal change
 * (tests/lessons.test.mjs says so): for each lesson the first seed whose game comes to where its mechanic is at hand.
 *
 * SPDX-License-Identifier: MIT
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load, mapText, wasm } from "./tests/bundle.mjs";

const module = await WebAssembly.compile(wasm());
const { Engine } = await load("net/engine.ts");
const { Host } = await load("net/host.ts");

/** So long may be what was played before; and so many seeds are tried. */
const MOST_MOVES = 90, MOST_SEEDS = 3000;
const silent = () => undefined;
const seedOf = (number) => number.toString(16).padStart(64, "0");
const routeOf = (move) => move.split(" ")[1];
const pair = (route) => route.split("/").slice(0, 2).join("/");

async function table(map, seed) {
  const host = new Host(await Engine.start(module), { line: silent, history: silent, handover: silent, undoable: silent, keep: silent });
  const moves = [];
  /* two people, so that each move is known; in the lesson the other one is a bot whose moves are prompted */
  host.make(mapText(map), { map, seats: ["human", "human"], first: 0 }, ["A", "B"], { seed: seedOf(seed), moves: [], bots: 1 });
  let id = 0;
  const ask = (request) => JSON.parse(host.ask(JSON.stringify({ id: ++id, ...request })));
  return {
    map: JSON.parse(mapText(map)), moves, ask,
    /** whose turn it is sits in front */
    look() {
      host.ready();
      return ask({ do: "look" }).table;
    },
    move(text) {
      if (!ask({ do: "move", state: this.look().state, move: text }).ok) throw new Error(text);
      moves.push(text);
    },
  };
}

/** A ferry, tunnel … between two places. */
const fact = (map, route) => map.routes.find(({ between }) => [...between].sort().join("/") === pair(route)) ?? {};
const claims = (moves) => moves.filter((move) => move.startsWith("claim"));
const thrifty = (moves) => [...moves].sort((a, b) => a.split("wild").length - b.split("wild").length)[0];

/** What somebody does who only wants their tickets: claims on the way, else draws. */
function plain(game, { moves }) {
  const { tickets } = game.ask({ do: "advise" });
  const way = new Set((tickets ?? []).filter((ticket) => ticket.is === "open").flatMap((ticket) => ticket.way));
  return thrifty(claims(moves).filter((move) => way.has(routeOf(move)))) ?? moves.find((move) => move === "draw pile") ?? moves.find((move) => move.startsWith("take")) ?? moves[0];
}

/** Routes inside a district first. */
function inDistrict(game, now) {
  const district = (place) => game.map.locations.find(({ id }) => id === place)?.district;
  const inside = claims(now.moves).filter((move) => { const [a, b] = routeOf(move).split("/"); return district(a) === district(b) && Number(district(a)) <= 3; });
  return thrifty(inside) ?? now.moves.find((move) => move === "draw pile") ?? now.moves[0];
}

/** The route whose claim joins all of a district, by what one has. */
function completes(game, { view, moves }) {
  for (const move of claims(moves)) {
    const own = [...Object.keys(view.routes).filter((route) => view.routes[route] === 0), routeOf(move)].map((route) => route.split("/"));
    for (const id of new Set(game.map.locations.map(({ district }) => district))) {
      const places = game.map.locations.filter(({ district }) => district === id).map((place) => place.id);
      if (!id || places.length < 2) continue;
      const found = new Set([places[0]]);
      for (let grown = true; grown; ) {
        grown = false;
        for (const [a, b] of own) if (found.has(a) !== found.has(b)) { found.add(a).add(b); grown = true; }
      }
      if (places.every((place) => found.has(place))) return routeOf(move);
    }
  }
  return null;
}

/* For each lesson: its board, how both play until then, and what is then at hand for seat 0, or null. */
const lessons = {
  first: { map: "new-york", play: plain, at: (game, now) => (game.moves.length === 6 && claims(now.moves).length >= 6 ? claims(now.moves).map(routeOf)[0] : null), from: 0 },
  districts: { map: "london", play: inDistrict, at: completes },
  passengers: {
    map: "germany", play: plain,
    at: (game, { moves, view }) => claims(moves).map(routeOf).find((route) => fact(game.map, route).length >= 3 && route.split("/").slice(0, 2).every((end) => Object.values(view.passengers[end] ?? {}).some((n) => n > 0))) ?? null,
  },
  ferries: { map: "europe", play: plain, at: (game, { moves }) => claims(moves).map(routeOf).find((route) => fact(game.map, route).ferry) ?? null },
  tunnels: { map: "europe", play: plain, at: (game, { moves }) => {
    const found = claims(moves).filter((move) => fact(game.map, routeOf(move)).tunnel && fact(game.map, routeOf(move)).length === 3);
    return found.length >= 2 ? routeOf(found[0]) : null;
  } },
  stations: { map: "europe", play: plain, at: (game) => game.ask({ do: "sites" }).sites?.find(({ completes }) => completes.length > 0)?.location ?? null },
};

async function find({ map, play, at, from }) {
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    const game = await table(map, seed);
    for (let i = 0; i < MOST_MOVES; i++) {
      const now = game.look();
      if (now.stage === "over") break;
      const mine = now.view.turn === 0 && now.view.phase === "turn";
      const target = mine ? at(game, now) : null;
      if (target) return { map, seed: seedOf(seed), moves: game.moves.slice(0, from ?? game.moves.length), target };
      game.move(play(game, now));
    }
  }
  throw new Error(`no deal for ${map}`);
}

const found = {};
for (const [id, lesson] of Object.entries(lessons)) {
  found[id] = await find(lesson);
  console.log(id, found[id].seed.replace(/^0+/, ""), found[id].moves.length, found[id].target);
}
writeFileSync(join(dirname(fileURLToPath(import.meta.url)), "src/learn/deals.json"), JSON.stringify(found, null, 1) + "\n");
