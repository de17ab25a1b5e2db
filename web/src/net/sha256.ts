/*
 * SHA-256 (FIPS 180-4). The browser has one of its own, but not for a page that came without TLS, as from a server at home.
 *
 * SPDX-License-Identifier: MIT
 */

/** The first 32 bits of the fraction of a root of each of the first primes. */
function roots(count: number, power: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) found.push(Math.floor((n ** power % 1) * 2 ** 32));
  }
  return found;
}

const K = roots(64, 1 / 3);
const START = roots(8, 1 / 2);
const BLOCK = 64;

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
const at = (list: ArrayLike<number>, i: number): number => list[i] ?? 0;

function block(state: number[], words: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const x = at(words, i - 15);
    const y = at(words, i - 2);
    words[i] = at(words, i - 16) + at(words, i - 7) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(words, i);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (at(state, i) + value) | 0));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const state = [...START];
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  const words = new Uint32Array(64);
  for (let from = 0; from < size; from += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(from + 4 * i);
    block(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setUint32(4 * i, value >>> 0));
  return new Uint8Array(out.buffer);
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Random bytes, as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

export function fromHex(text: string): Uint8Array {
  return new Uint8Array((text.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));
}
