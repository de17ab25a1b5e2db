/*
 * A table of the real engine in the test's own process. The page joins it as a game on a server, and a test brings it to where
 * something is asked, for others as well as for who looks: nothing depends on chance.
 *
 * SPDX-License-Identifier: MIT
 */
import { load, mapText, wasm } from "../bundle.mjs";

const { Engine, STORE } = await load("net/engine.ts");
const module = await WebAssembly.compile(wasm());
const GAME = "00000000000000aa";

/** A table of people, all seats taken. `you` is the seat of who looks; the same number deals the same cards. */
export async function stage(map, { seats = 2, you = 0, names = ["Ann", "Ben", "Cleo", "Dan", "Eve"], deal = 1, first = 0, clock = 0 } = {}) {
  const engine = await Engine.start(module);
  let log = [];
  let send = () => undefined;
  let asked = 0;
  engine.emit = (audience, line) => {
    if (audience === STORE) log.push(line);
    else if (audience === you) send(line);
  };
  engine.openMap(mapText(map));
  engine.openTable(JSON.stringify({ map, seats: Array(seats).fill("human"), first, clock }), new Uint8Array(32).fill(deal), Date.now());
  const ask = (seat, request) => JSON.parse(engine.ask(seat + 1, JSON.stringify({ id: ++asked, ...request }), Date.now()));
  for (let seat = 0; seat < seats; seat++) ask(seat, { do: "sit", seat, name: names[seat], nonce: `${seat}`.padStart(64, "0") });
  const table = (seat = you) => JSON.parse(engine.show(seat));
  /** Makes a move of whose turn it is; true if it was one. */
  const move = (text) => {
    const { state, view } = table();
    return ask(view.turn, { do: "move", state, move: text }).ok === true;
  };
  /** The record of a game that is over; making it closes the table. */
  const record = () => {
    const text = engine.record(log);
    engine.openStored(log);
    return text;
  };
  const moves = () => table(table().view.turn).moves ?? [];
  return {
    ask, table, move, moves, record,
    /** Plays with what `choose` takes of the moves, by whose turn it is, until `stop` says so. */
    play(choose, stop = () => false) {
      for (let i = 0; i < 3000; i++) {
        const now = table();
        if (now.stage === "over" || stop(now)) return now;
        if (!move(choose(moves(), now))) throw new Error("a move was refused");
      }
      throw new Error("it does not stop");
    },
    /** The first of some moves after which `fits` holds, tried and taken back; undefined if there is none. */
    find(texts, fits) {
      const [before, sender] = [[...log], send];
      send = () => undefined;
      const found = texts.find((text) => {
        const fine = move(text) && fits(table());
        log = [...before];
        engine.openStored(log);
        return fine;
      });
      send = sender;
      return found;
    },
    /** Opens the table in a page, as its seat. */
    async show(page, origin) {
      await page.route(`**/api/games/${GAME}`, (route) => route.fulfill({ json: { game: GAME, table: table() } }));
      await page.route(`**/api/games/${GAME}/record`, (route) => route.fulfill({ body: record() }));
      await page.routeWebSocket(/\/api\/games\/\w+\/ws/, (socket) => {
        send = (line) => socket.send(line);
        let greeted = false;
        socket.onMessage((message) => {
          if (greeted) return socket.send(engine.ask(you + 1, String(message), Date.now()));
          greeted = true;
          socket.send(`{"table":${engine.show(you)}}`);
        });
      });
      await page.goto(`${origin}/g/${GAME}`);
      await page.locator("main.tb .board-sheet").waitFor();
    },
  };
}

/** The beginning: as few tickets as may be kept, and cards drawn so many times. */
export function open(table, draws = 0) {
  const first = (moves) => moves.find((move) => move === "draw pile") ?? moves[0];
  let drawn = 0;
  table.play(first, ({ view }) => ["turn", "second-card"].includes(view.phase) && ((drawn += 1), drawn > draws) && view.phase === "turn");
}
