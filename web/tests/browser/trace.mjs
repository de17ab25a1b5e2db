/*
 * Reads what Chromium traced of a page: the tasks of its main thread, which of them draw frames, and what they were made of.
 *
 * SPDX-License-Identifier: MIT
 */

/** A sixtieth of a second in microseconds. */
const FRAME_US = 16_667;
const sum = (all) => all.reduce((a, b) => a + b, 0);
const byTime = (a, b) => a.ts - b.ts;

/** What is always traced, and what shows the parts of a frame too: that costs time itself. */
const MEASURED = ["toplevel", "blink.user_timing", "disabled-by-default-v8.gc"];
const EXPLAINED = [...MEASURED, "devtools.timeline", "v8", "cppgc", "disabled-by-default-v8.compile"];

/** The parts of a frame by the names of events; what is none of them, within a task, is the browser's own business. */
const KINDS = [
  ["garbage", /^(MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/],
  ["compile", /^(v8\.compile|V8\.Compile|v8\.parse|V8\.Optimize|V8\.Finalize|V8\.Deoptimize|V8\.InstallOptimized|V8\.Baseline|V8\.MaglevP|V8\.TurboFanP)/i],
  ["style", /^(UpdateLayoutTree|ParseAuthorStyleSheet)$/],
  ["layout", /^Layout$/],
  ["prepaint", /^PrePaint$/],
  ["paint", /^Paint$/],
  ["layerize", /^Layerize$/],
  ["commit", /^Commit$/],
  ["hit test", /^HitTest$/],
  ["script", /^(FunctionCall|FireAnimationFrame|EventDispatch|TimerFire|RunMicrotasks|EvaluateScript)$/],
];
const kindOf = ({ name }) => KINDS.find(([, names]) => names.test(name))?.[0];

/** Traces a page until the function that is returned is called, which gives a Trace. With `why` its tasks know what they are made of. */
export async function startTrace(session, { why = false, slower = 1 } = {}) {
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { traceConfig: { includedCategories: why ? EXPLAINED : MEASURED } });
  return async () => {
    const done = new Promise((finish) => session.once("Tracing.tracingComplete", finish));
    await session.send("Tracing.end");
    const { dataLossOccurred } = await done;
    if (dataLossOccurred) throw new Error("the trace is not whole");
    return new Trace(events, slower);
  };
}

/** The events of the page's main thread. There is a spare renderer beside the page's own: that one does nothing. */
function mainThread(events) {
  const mains = events.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain");
  const threads = mains.map(({ pid, tid }) => events.filter((e) => e.pid === pid && e.tid === tid));
  const work = (all) => sum(all.map((e) => (e.ph === "X" && /RunTask/.test(e.name) ? (e.tdur ?? 0) : 0)));
  return (threads.sort((a, b) => work(b) - work(a))[0] ?? []).sort(byTime);
}

class Trace {
  constructor(events, slower) {
    const own = mainThread(events);
    this.marks = own.filter((e) => e.cat.includes("blink.user_timing")).map(({ name, ts }) => ({ name, ts }));
    this.inner = own.filter((e) => e.ph === "X" && kindOf(e));
    this.ms = (us = 0) => (slower * us) / 1000;
    this.tasks = own
      .filter((e) => e.ph === "X" && /RunTask/.test(e.name))
      .map((e) => ({ ts: e.ts, end: e.ts + e.dur, ms: this.ms(e.tdur), draws: e.args?.src_func === "ScheduledActionSendBeginMainFrame" }));
  }

  /** The tasks between two marks, each time: { ts, end, ms, draws }. */
  between(from, to) {
    const at = (name) => this.marks.filter((mark) => mark.name === name).map(({ ts }) => ts);
    const ends = at(to);
    return at(from).map((begin, i) => this.tasks.filter(({ ts }) => ts > begin && ts < (ends[i] ?? begin)));
  }

  /** How long the browser collected garbage in a frame. */
  garbage(frame) {
    return this.why(frame).parts.find(([kind]) => kind === "garbage")?.[1] ?? 0;
  }

  /** What a frame is made of in milliseconds, the most first, and what was marked in it: as words. */
  why({ tasks }) {
    const within = ({ ts }) => tasks.some((task) => ts >= task.ts && ts < task.end);
    const parts = new Map();
    const add = (kind, us) => parts.set(kind, (parts.get(kind) ?? 0) + us);
    const open = [];
    for (const event of this.inner.filter(within)) {
      while (open.length > 0 && open.at(-1).ts + open.at(-1).dur <= event.ts) open.pop();
      if (open.length > 0) add(kindOf(open.at(-1)), -(event.tdur ?? 0));
      add(kindOf(event), event.tdur ?? 0);
      open.push(event);
    }
    const known = [...parts].map(([kind, us]) => [kind, this.ms(us)]);
    const all = [...known, ["other", sum(tasks.map(({ ms }) => ms)) - sum(known.map(([, ms]) => ms))]];
    const marks = new Set(this.marks.filter(within).map(({ name }) => name));
    return { parts: all.filter(([, ms]) => ms >= 0.3).sort((a, b) => b[1] - a[1]), marks: [...marks] };
  }
}

/** The frames that some tasks draw, { ms, tasks }: drawing it, and the scripts since the one before, as far back as a sixtieth of a second. */
export function frames(tasks) {
  return tasks.flatMap((task, i) => {
    if (!task.draws) return [];
    const before = tasks.slice(tasks.slice(0, i).findLastIndex(({ draws }) => draws) + 1, i);
    const own = [...before.filter(({ ts }) => ts > task.ts - FRAME_US), task];
    return [{ ms: sum(own.map(({ ms }) => ms)), tasks: own }];
  });
}
