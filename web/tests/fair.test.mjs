/*
 * What a client compares before it believes that the shuffles were fair.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

globalThis.localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
globalThis.document = { documentElement: { dataset: {} } };
const { recordFair } = await load("game/fair.ts");

const record = (fair) => `${JSON.stringify({ linea: 1, fair })}\n`;
const fair = { commitment: "c0", secret: "s0", nonces: [null, "n1"] };
const given = { commitment: "c0", seat: 1, nonce: "n1", first: null };
const fine = async () => null;

test("a record that the checker accepts and that has one's own nonce is fair", async () => {
  assert.deepEqual(await recordFair(record(fair), fine, {}, given), { is: "fair" });
  assert.deepEqual(await recordFair(record(fair), fine, {}), { is: "fair" });
});

test("another commitment, nonce or first seat than one knows is wrong, whatever the checker says", async () => {
  for (const other of [{ commitment: "c1" }, { nonces: [null, "n2"] }, { nonces: ["n1", null] }, { first: 0 }])
    assert.equal((await recordFair(record({ ...fair, ...other }), fine, {}, given)).is, "wrong", JSON.stringify(other));
});

test("what the checker finds is shown; a record that says nothing cannot be checked", async () => {
  assert.deepEqual(await recordFair(record(fair), async () => "3: another card", {}, given), { is: "wrong", message: "3: another card" });
  assert.equal((await recordFair(record(undefined), fine, {}, given)).is, "unknown");
});
