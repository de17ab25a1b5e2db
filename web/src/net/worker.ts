/*
 * The worker that games on this device live in: only it holds their secrets. They are kept in IndexedDB, which
 * a page could read as well, but does not.
 *
 * SPDX-License-Identifier: MIT
 */
import { nets, plainWasm, wasm } from "linea:files";
import { Engine, hasSimd } from "./engine";
import { evaluate, evaluateOn, type Evaluated } from "./evaluate";
import { Host, type Kept } from "./host";
import type { Command, FromWorker, Results, ToWorker } from "./messages";
import { look } from "./position";
import type { Settings } from "./protocol";
import { Reviewing } from "./review";
import { count } from "./sheet";
import { checkFair, study } from "./study";

const STORE_NAME = "games";
/** the one that this worker plays */
let key = "local"; /* "" for one that is kept nowhere */
/** How long a tab that is being closed may take to let go of its game. */
const PATIENCE_MS = 500;

/** Whether this tab plays its game of this device, another does, or that was not asked for yet. */
let held: "no" | "yes" | "lost" = "no";

/**
 * A lock that lasts as long as this worker, so that two tabs do not keep different states of one game. Browsers have
 * none where a page is not secure (http on another computer) or may keep nothing: there, tabs do not know of each other.
 */
function hold(game: string, take: boolean): Promise<boolean> {
  key = game;
  if (held === "yes" || game === "" || !navigator.locks) return Promise.resolve(true);
  return new Promise((done) => {
    const options = take ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE_MS) };
    const lasting = () => {
      held = "yes";
      done(true);
      return new Promise<never>(() => undefined);
    };
    navigator.locks.request(`linea.${key}`, options, lasting).catch((error: Error) => {
      if (held !== "yes") return done(error.name === "SecurityError");
      held = "lost";
      say({ is: "moved" });
    });
  });
}

function openStore(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("linea", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE_NAME);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

async function withStore<T>(act: (store: IDBDatabase) => Promise<T>): Promise<T> {
  const store = await openStore();
  try {
    return await act(store);
  } finally {
    store.close();
  }
}

async function save(kept: Kept): Promise<void> {
  if (key === "") return;
  await withStore((store) => new Promise<void>((done, fail) => {
    if (held === "lost") return done();
    const transaction = store.transaction(STORE_NAME, "readwrite");
    transaction.objectStore(STORE_NAME).put(kept, key);
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
  }));
}

async function drop(game: string): Promise<void> {
  await withStore((store) => new Promise<void>((done, fail) => {
    const transaction = store.transaction(STORE_NAME, "readwrite");
    transaction.objectStore(STORE_NAME).delete(game);
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
  }));
}

async function load(): Promise<Kept | null> {
  const found = await withStore((store) => new Promise<unknown>((done, fail) => {
    const asked = store.transaction(STORE_NAME).objectStore(STORE_NAME).get(key);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  }));
  return found ? (found as Kept) : null;
}

/** Whether this is the game that is meant: one that could not be kept has left the one before it here. */
function isOf(kept: Kept, { settings, people }: Pick<Kept, "settings" | "people">): boolean {
  return JSON.stringify([kept.settings, kept.people]) === JSON.stringify([settings, people]);
}

/** One after the other, so that an older state never overwrites a newer one. */
let saving: Promise<void> = Promise.resolve();

function say(message: FromWorker): void {
  postMessage(message);
}

const module = WebAssembly.compileStreaming(fetch(hasSimd() ? wasm : plainWasm));

/** How long the first move of a program waits for what it plays with; after that it comes in the midst of a game. */
const NET_MS = 5000;
let net: Promise<void> = Promise.resolve();

/** Fetches what has been learned for the board, if a level of the game plays with it: without, levels play as well as they can. */
function fetchNet(host: Host, { map, seats }: Settings): void {
  const file = seats.some((seat) => seat !== "human") ? nets[map] : undefined;
  const fetched = !file ? Promise.resolve() : fetch(file).then(async (answer) => {
    if (answer.ok) host.learn(map, new Uint8Array(await answer.arrayBuffer()));
  }).catch(() => undefined);
  net = Promise.race([fetched, new Promise<void>((done) => setTimeout(done, NET_MS))]);
}

const game = module.then(async (compiled) => new Host(await Engine.start(compiled), {
  line: (line) => say({ is: "line", line }),
  history: (lines) => say({ is: "history", lines }),
  handover: (seat) => say({ is: "handover", seat }),
  undoable: (yes) => say({ is: "undoable", yes }),
  keep: (kept) => {
    saving = saving.then(() => save(kept)).catch(() => say({ is: "unkept" }));
  },
}));

/** An engine of its own, so that a record can be studied while a game goes on. */
async function apart(): Promise<Engine> {
  return Engine.start(await module);
}

let reviewing: Reviewing | null = null;
let reviewNet: Promise<void> = Promise.resolve();
/** A review in an engine of its own. The first answer does not wait for the net. */
async function beginReview(map: string, record: string, seat: number): Promise<Reviewing> {
  const begun = new Reviewing(await apart(), map, record, seat);
  const fetched = netOf(map).then((net) => void (net && begun.learn(net))).catch(() => undefined);
  reviewNet = Promise.race([fetched, new Promise<void>((done) => setTimeout(done, NET_MS))]);
  return begun;
}

/** What has been learned for a board; null where there is nothing, or nothing to be had. */
async function netOf(map: string): Promise<Uint8Array | null> {
  const file = nets[(JSON.parse(map) as { id: string }).id];
  const answer = file ? await fetch(file).catch(() => null) : null;
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

/** Games of the field of a day; none of its bots moves before it has what it plays with. */
let fielding: { of: string; engine: Promise<Engine> } | null = null;
async function field(map: string, date: string): Promise<Engine> {
  const engine = await apart();
  engine.openMap(map);
  const net = await netOf(map);
  if (net) engine.openNet(net);
  engine.daily(date);
  return engine;
}

/** What moves are worth, and perhaps what a bot would do, with what it plays with. */
async function ask(engine: Engine, { map, position, open, ms, bot }: Command & { do: "evaluate" }): Promise<Evaluated | null> {
  const found = evaluate(engine, map, position, open, ms);
  if (!found || bot === undefined) return found;
  const file = nets[(JSON.parse(map) as { id: string }).id];
  const answer = file ? await fetch(file).catch(() => null) : null;
  if (answer?.ok) engine.openNet(new Uint8Array(await answer.arrayBuffer()));
  return { ...found, bot: engine.evaluateBot(bot) };
}

let looking: Promise<Engine> | null = null;
let counting: Promise<Engine> | null = null;
let evaluating: Promise<Engine> | null = null;

async function carryOut(command: Command): Promise<Results[keyof Results]> {
  if (command.do === "close") {
    await saving;
    close();
    return true;
  }
  const host = await game;
  switch (command.do) {
    case "hold":
      return hold(command.game, command.take);
    case "drop":
      await drop(command.game);
      return true;
    case "make":
      host.make(command.map, command.settings, command.people, command.beginning);
      fetchNet(host, command.settings);
      return true;
    case "resume": {
      const kept = await load();
      if (!kept || !isOf(kept, command)) return false;
      host.resume(command.map, kept);
      fetchNet(host, kept.settings);
      return true;
    }
    case "ask":
      return host.ask(command.request);
    case "go":
      await net;
      return host.go();
    case "ready":
      host.ready();
      return true;
    case "undo":
      return host.undo();
    case "record":
      return host.record();
    case "study":
      return study(await apart(), command.map, command.record);
    case "review":
      reviewing = await beginReview(command.map, command.record, command.seat);
      return reviewing.on(false);
    case "review-on":
      if (!reviewing) throw new Error("no review");
      await reviewNet;
      return reviewing.on();
    case "evaluate":
      evaluating ??= apart();
      return ask(await evaluating, command);
    case "evaluate-on":
      if (!evaluating) throw new Error("no position");
      return evaluateOn(await evaluating, command.ms);
    case "fair":
      return checkFair(await apart(), command.map, command.record);
    case "count":
      counting ??= apart();
      return count(await counting, command.map, command.sheet);
    case "position":
      looking ??= apart();
      return look(await looking, command.map, command.position, command.moves, command.seat);
    case "daily": {
      const engine = await apart();
      engine.openMap(command.map);
      return engine.daily(command.date);
    }
    case "daily-play": {
      const of = `${command.date} ${command.map}`;
      if (fielding?.of !== of) fielding = { of, engine: field(command.map, command.date) };
      return (await fielding.engine).playDaily(command.game);
    }
  }
}

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const { id, ...command } = event.data;
  carryOut(command as Command)
    .then((result) => say({ is: "result", id, result }))
    .catch((error: unknown) => say({ is: "failure", id, message: error instanceof Error ? error.message : String(error) }));
});
