/*
 * What a server says, recorded from the real one: tests/fixtures/online.json has a line of each kind, for tests that have no server.
 * This records them again and compares: the same kinds, with the same keys.
 *
 *   WRITE=1 node web/tests/browser/fixtures.test.mjs       writes the file
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { server, visitor } from "./harness.mjs";

const file = new URL("../fixtures/online.json", import.meta.url);
const { origin } = await server();

/** In the page: two guests play the beginning of a game. Returns what the first of them receives, by kind. */
async function record() {
  const call = async (path, body, token) => {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body), headers: token ? { authorization: `Bearer ${token}` } : {} });
    return answer.json();
  };
  const kinds = {};
  const kindOf = (said) => said.what ?? said.error ?? ("id" in said ? `ok ${Object.keys(said).sort().join(" ")}` : "presence" in said ? "presence" : "table");
  const join = async (name, game, note) => {
    const { token } = await call("/api/guest", { name });
    const id = game ?? (await call("/api/games", { map: "london", seats: ["human", "human"], first: 0, clock: 60 }, token)).game;
    const socket = new WebSocket(`ws://${location.host}/api/games/${id}/ws`, "linea");
    const lines = [];
    socket.onmessage = ({ data }) => {
      const said = JSON.parse(data);
      lines.push(said);
      if (note) kinds[kindOf(said)] ??= said;
    };
    await new Promise((done) => (socket.onopen = done));
    socket.send(JSON.stringify({ token, seen: 0 }));
    const until = async (fits) => {
      for (;;) {
        const found = lines.find(fits);
        if (found) return found;
        await new Promise((done) => setTimeout(done, 10));
      }
    };
    let last = 0;
    const ask = (request) => {
      socket.send(JSON.stringify({ id: ++last, ...request }));
      const own = last;
      return until((said) => said.id === own);
    };
    await until((said) => "table" in said);
    return { id, ask, until };
  };
  const nonce = "0".repeat(64);
  const ann = await join("Ann", null, true);
  const bob = await join("Bob", ann.id, false);
  await ann.ask({ do: "sit", name: "Ann", nonce, seat: 0 });
  await ann.ask({ do: "leave" });
  await ann.ask({ do: "sit", name: "Ann", nonce, seat: 0 });
  await ann.ask({ do: "sit", name: "Ann", nonce });
  await ann.ask({ do: "say", text: "Hello!" });
  await bob.ask({ do: "sit", name: "Bob", nonce, seat: 1 });
  const { event: state, moves } = await ann.until(({ what }) => what === "began");
  await ann.ask({ do: "move", state, move: moves[0] });
  await ann.ask({ do: "move", state, move: moves[0] });
  await ann.ask({ do: "look" });
  await ann.ask({ do: "advise" });
  await ann.ask({ do: "history" });
  await ann.ask({ do: "presence" });
  await join("Eve", ann.id, false);
  await ann.until((said) => "presence" in said && !("id" in said));
  await bob.ask({ do: "resign" });
  await ann.until(({ what }) => what === "resigned");
  return kinds;
}

/** What does not depend on chance: the kinds, and the keys of each. */
const shape = (kinds) => Object.fromEntries(Object.entries(kinds).sort().map(([kind, said]) => [kind, [...Object.keys(said), ...Object.keys(said.table ?? {}), ...Object.keys(said.view ?? said.table?.view ?? {})].sort()]));

test("the recorded lines are those of the server", async () => {
  const { page } = await visitor();
  await page.goto(`${origin}/help`);
  const kinds = await page.evaluate(record);
  if (process.env["WRITE"]) writeFileSync(file, `${JSON.stringify(kinds, null, 1)}\n`);
  assert.deepEqual(shape(JSON.parse(readFileSync(file, "utf8"))), shape(kinds));
});
