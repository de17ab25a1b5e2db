/*
 * Lines as the tools of art/ draw them: simplified, smoothed, and written with few bytes.
 *
 * SPDX-License-Identifier: MIT
 */

/** Twice the area that three points span. */
const span = (a, b, c) => Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));

/** The area of a ring. */
export function area(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) sum += (ring[j][0] - ring[i][0]) * (ring[j][1] + ring[i][1]);
  return sum / 2;
}

/**
 * A line without the points that matter least (Visvalingam): as long as one spans a
 * triangle smaller than `least` with its neighbours, the smallest goes.
 */
export function simplify(line, least) {
  const points = line.slice();
  const spans = points.map((point, i) => (i === 0 || i === points.length - 1 ? Infinity : span(points[i - 1], point, points[i + 1]) / 2));
  for (;;) {
    let smallest = -1;
    for (let i = 1; i < points.length - 1; i++) if (spans[i] < least && (smallest < 0 || spans[i] < spans[smallest])) smallest = i;
    if (smallest < 0) return points;
    points.splice(smallest, 1);
    spans.splice(smallest, 1);
    for (const i of [smallest - 1, smallest])
      if (i > 0 && i < points.length - 1) spans[i] = span(points[i - 1], points[i], points[i + 1]) / 2;
  }
}

/** Numbers side by side, with no space where a sign parts them. */
const join = (numbers) => numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");

/** A path of straight lines, written as steps, rounded to so many digits without losing the way. */
export function polyline(points, closed = false, digits = 1) {
  const unit = 10 ** digits;
  const at = points.map(([x, y]) => [Math.round(x * unit), Math.round(y * unit)]);
  const steps = at.slice(1).map(([x, y], i) => [x - at[i][0], y - at[i][1]]).filter(([x, y]) => x !== 0 || y !== 0);
  if (steps.length === 0) return "";
  return `M${join([at[0][0] / unit, at[0][1] / unit])}l${join(steps.flat().map((n) => n / unit))}${closed ? "z" : ""}`;
}

/** A smooth path through points (Catmull-Rom, as Bézier curves). */
export function curve(points, closed = false) {
  const n = points.length;
  const at = (i) => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))]);
  const round = (x) => Math.round(x);
  let d = `M${join([round(points[0][0]), round(points[0][1])])}`;
  let [x, y] = [round(points[0][0]), round(points[0][1])];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const two = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `c${join([one, two, to].flatMap((point) => [round(point[0]) - x, round(point[1]) - y]))}`;
    [x, y] = [round(to[0]), round(to[1])];
  }
  return closed ? `${d}z` : d;
}

/** A stream of numbers from 0 to 1 that is the same each time. */
export function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Places for small drawings along lines: one each `step`, up to `spread` aside, sizes around
 * `size`. Sorted from above to below, so that nearer ones cover farther ones.
 */
export function glyphs(all, step, size, spread = step / 4) {
  const random = chance(7);
  const places = [];
  for (const line of all) {
    let rest = 0;
    for (let i = 0; i < Math.max(1, line.length - 1); i++) {
      const [from, to] = [line[i], line[i + 1] ?? [line[i][0] + step * 1.5, line[i][1]]];
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
      for (; rest < long; rest += step) {
        const t = rest / long;
        const aside = () => (random() * 2 - 1) * spread;
        places.push([
          Math.round(from[0] + (to[0] - from[0]) * t + aside()),
          Math.round(from[1] + (to[1] - from[1]) * t + aside()),
          Math.round(size * (0.75 + random() * 0.5)),
        ]);
      }
      rest -= long;
    }
  }
  return places.sort((a, b) => a[1] - b[1]);
}

/** Whether a point lies in a ring. */
export function within([x, y], ring) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [ring[i], ring[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** How far a point is from a line. */
export function distance([x, y], line) {
  let least = Infinity;
  for (let i = 0; i + 1 < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i], line[i + 1]];
    const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return least;
}

/** The parts of a straight line where `allowed` holds, looked at every few units. */
export function stretches(from, to, allowed, step = 4) {
  const n = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / step));
  const at = (i) => [from[0] + ((to[0] - from[0]) * i) / n, from[1] + ((to[1] - from[1]) * i) / n];
  const parts = [];
  let start = -1;
  for (let i = 0; i <= n + 1; i++) {
    const here = i <= n && allowed(at(i));
    if (here && start < 0) start = i;
    if (!here && start >= 0) {
      if (i - 1 - start > 1) parts.push([at(start), at(i - 1)]);
      start = -1;
    }
  }
  return parts;
}
