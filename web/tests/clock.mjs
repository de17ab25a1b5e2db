/*
 * A clock for tests whose program waits for people: time passes only when nothing else is left to do, and then at once.
 *
 * SPDX-License-Identifier: MIT
 */

/** What was begun and not finished gets so many turns of the event loop before time passes. */
const TURNS = 3;

/** Replaces the timers and clocks of this process. While what `during` was given is not settled, no time passes. */
export function quickClock() {
  const begin = Date.now();
  const timers = new Map();
  let [now, last, held, running] = [0, 0, 0, false];

  function turn(left) {
    setImmediate(() => (held > 0 ? turn(TURNS) : left > 0 ? turn(left - 1) : pass()));
  }
  function pass() {
    let next = null;
    for (const [id, timer] of timers) if (!next || timer.at < next.timer.at) next = { id, timer };
    running = next !== null;
    if (!next) return;
    timers.delete(next.id);
    now = next.timer.at;
    turn(TURNS);
    next.timer.act();
  }

  globalThis.setTimeout = (act, ms = 0, ...values) => {
    timers.set(++last, { at: now + Math.max(Number(ms) || 0, 1), act: () => act(...values) });
    if (!running) turn(TURNS);
    running = true;
    return last;
  };
  globalThis.clearTimeout = (id) => void timers.delete(id);
  globalThis.Date.now = () => begin + now;
  /* Node 18 lets nobody write to it */
  Object.defineProperty(globalThis.performance, "now", { value: () => now });
  return {
    during(promise) {
      held++;
      const done = () => void held--;
      promise.then(done, done);
      return promise;
    },
  };
}
