/*
 * Sounds where a browser is strict, as Safari is: it wakes only while a click or key is being handled.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

/** the sounds that were composed, each of which begins with a gain of its own */
let composed = 0;
let touching = false;
let clock = 0;
const waiting = [];
const listeners = {};
const contexts = [];

const parameter = () => ({ value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
const node = () => ({ connect: (next) => next, start() {}, stop() {}, gain: parameter(), frequency: parameter(), Q: parameter() });

class Context {
  state = "suspended";
  currentTime = 0;
  sampleRate = 1000;
  destination = node();
  constructor() {
    contexts.push(this);
  }
  /** As in Safari: without a touch the promise waits for one. */
  resume() {
    if (touching) {
      this.state = "running";
      for (const done of waiting.splice(0)) done();
      return Promise.resolve();
    }
    return new Promise((done) => waiting.push(done));
  }
  createGain() {
    return node();
  }
  createOscillator() {
    composed++;
    return node();
  }
  createBiquadFilter() {
    return node();
  }
  createBufferSource() {
    return node();
  }
  createBuffer(_channels, length) {
    return { getChannelData: () => new Float32Array(length) };
  }
}

Object.defineProperty(globalThis, "navigator", { configurable: true, value: { userActivation: { hasBeenActive: true } } });
Object.defineProperty(globalThis, "performance", { configurable: true, value: { now: () => clock } });
globalThis.AudioContext = Context;
globalThis.document = { documentElement: { dataset: {} }, addEventListener: (name, act) => (listeners[name] = act) };
const { play } = await load("sound.ts");

const settle = () => new Promise((done) => setImmediate(done));

async function touch(name) {
  touching = true;
  listeners[name]();
  touching = false;
  await settle();
}

/** How many tones sound when something is played. */
async function tones() {
  const before = composed;
  play("turn");
  await settle();
  return composed - before;
}

test("nothing sounds before a touch, and what was missed is not made up for", async () => {
  assert.equal(await tones(), 0);
  clock += 5000;
  await touch("pointerup");
  assert.equal(composed, 0);
  assert.ok((await tones()) > 0);
});

test("a telephone that was locked sounds again after the next touch", async () => {
  contexts[0].state = "interrupted";
  assert.equal(await tones(), 0);
  clock += 5000;
  await touch("keydown");
  assert.ok((await tones()) > 0);
  assert.equal(contexts.length, 1);
});
