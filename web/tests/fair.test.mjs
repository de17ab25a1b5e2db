/*
 * What a client compares before it believes that the shuffles were fair.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { load } from "./bundle.mjs";

globalThis.localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
globalThis.document = { documentElement: { dataset: {} } };
const { recordFair, sealOf } = await load("game/fair.ts");
const { sha256, hex } = await load("net/sha256.ts");

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

test("the hash is SHA-256, of any length", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("a seal is made of commitment, seat and nonce, as docs/fairness.md has it", () => {
  const commitment = "c0".repeat(32);
  const nonce = "0f".repeat(32);
  const bytes = Buffer.concat([Buffer.from("linea fair seal 1\0"), Buffer.from(commitment, "hex"), Buffer.from([3]), Buffer.from(nonce, "hex")]);
  assert.equal(sealOf({ commitment, seat: 3, nonce }), createHash("sha256").update(bytes).digest("hex"));
});

test("other seals than were shown when all seats were taken are wrong, also those of others", async () => {
  const sealed = { ...given, seals: ["s0", "s1", null] };
  const shown = { ...fair, seals: ["s0", "s1", null] };
  assert.deepEqual(await recordFair(record(shown), fine, {}, sealed), { is: "fair" });
  for (const seals of [undefined, ["s9", "s1", null], [null, "s1", null], ["s0", "s1", "s2"]])
    assert.equal((await recordFair(record({ ...fair, seals }), fine, {}, sealed)).is, "wrong", JSON.stringify(seals));
});
