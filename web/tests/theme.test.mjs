/*
 * The colours of the theme, measured: text is readable in both themes (WCAG AA), and the
 * colours of cards and seats stay apart for people who see them differently.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { MAPS } from "../build.mjs";

const css = ["theme", "paints"].map((name) => readFileSync(new URL(`../src/style/${name}.css`, import.meta.url), "utf8")).join("\n");
const board = readFileSync(new URL("../src/board/board.css", import.meta.url), "utf8");
const maps = MAPS.map((map) =>
  JSON.parse(readFileSync(new URL(`../../maps/${map}.json`, import.meta.url), "utf8")),
);

/** The colour of a variable in a theme, as #rrggbb. */
function colour(name, theme) {
  const value = css.match(new RegExp(`\\s--${name}: ([^;]+);`))?.[1];
  assert.ok(value, `--${name} is in the theme`);
  const both = value.match(/light-dark\((#\w{6}), (#\w{6})\)/);
  return both ? both[theme === "light" ? 1 : 2] : value;
}

const linear = (hex) =>
  [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

function contrast(a, b) {
  const [dark, light] = [a, b]
    .map(linear)
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/* How eyes without one kind of cones see linear RGB (Machado, Oliveira, Fernandes 2009). */
const eyes = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** A colour as those eyes see it, in OKLab. */
function seen(hex, matrix) {
  const rgb = linear(hex);
  const [r, g, b] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const text = [
  ["ink", ["paper", "panel", "sunken", "good-soft", "warn-soft", "bad-soft", "accent-soft"]],
  ["ink-soft", ["paper", "panel", "sunken"]],
  ["accent-ink", ["paper", "panel", "accent-soft"]],
  ["on-accent", ["accent", "accent-strong"]],
  ["good", ["paper", "panel", "good-soft"]],
  ["warn", ["paper", "panel", "warn-soft"]],
  ["bad", ["paper", "panel", "bad-soft"]],
];
for (const theme of ["light", "dark"]) {
  test(`${theme}: text has a contrast of 4.5 or more`, () => {
    for (const [front, backs] of text)
      for (const back of backs) {
        const is = contrast(colour(front, theme), colour(back, theme));
        assert.ok(is >= 4.5, `${front} on ${back}: ${is.toFixed(2)}`);
      }
  });
  test(`${theme}: edges of controls and symbols have a contrast of 3 or more`, () => {
    const pairs = [["line-strong", "panel"], ["accent", "panel"], ["accent", "paper"]];
    for (const kind of kinds) pairs.push([`kind-${kind}-ink`, `kind-${kind}`]);
    for (const paint of paints) pairs.push([`${paint}-ink`, paint], [`${paint}-mark`, paint], [`${paint}-line`, "panel"], [`${paint}-line`, "paper"]);
    for (const [front, back] of pairs) {
      const is = contrast(colour(front, theme), colour(back, theme));
      assert.ok(is >= 3, `${front} on ${back}: ${is.toFixed(2)}`);
    }
  });
}

/** Three times what an eye just notices in OKLab; symbols and patterns do the rest. */
const least = 0.065;
const kinds = [...new Set(maps.flatMap((map) => Object.keys(map.cards)))];
/** All of them: a player may choose any. */
const paints = [...css.matchAll(/^ {2}--(paint-[a-z]+):/gm)].map(([, name]) => name);
const lights = ["glows", "lit", "chosen"].map((state) => board.match(new RegExp(`\\.halo\\.${state} \\{ --light: var\\(--([\\w-]+)`))[1]);
for (const [eye, matrix] of Object.entries(eyes))
  for (const theme of ["light", "dark"]) {
    test(`${eye}, ${theme}: the colours of a board's cards and routes differ`, () => {
      for (const map of maps) {
        const colours = [...Object.keys(map.cards).filter((kind) => kind !== "wild"), "gray"];
        apart(colours.map((kind) => `kind-${kind}`), theme, matrix);
      }
    });
    test(`${eye}, ${theme}: the colours of pieces differ`, () => apart(paints, theme, matrix));
    test(`${eye}, ${theme}: the route that is chosen differs from those that can be`, () => apart(lights, theme, matrix));
  }

test("every seat has a colour, and there are more to choose from", () => {
  for (const seat of [0, 1, 2, 3, 4]) assert.match(css, new RegExp(`--seat-${seat}: var\\(--paint-[a-z]+\\);`));
  assert.equal(paints.length, 7);
});

function apart(names, theme, matrix) {
  const as = names.map((name) => seen(colour(name, theme), matrix));
  for (let i = 0; i < names.length; i++)
    for (let j = 0; j < i; j++) {
      const is = distance(as[i], as[j]);
      assert.ok(is >= least, `${names[i]} and ${names[j]}: ${is.toFixed(3)}`);
    }
}

/* A name that is put together, as in `kind-${colour}`, uses all that begin so. */
test("every class of the style sheets is used", () => {
  const text = (folder, ends) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true })
      .filter((file) => ends.test(file))
      .map((file) => readFileSync(new URL(`../${folder}/${file}`, import.meta.url), "utf8"))
      .join("\n");
  const code = text("src", /\.tsx?$/) + text("art", /\.mjs$/);
  const made = [...code.matchAll(/([a-z][a-z0-9-]*-)\$\{/g)].map(([, start]) => start);
  const sheets = text("src", /\.css$/).replace(/\/\*.*?\*\/|url\([^)]*\)|@import[^;]*;/gs, "");
  const classes = new Set([...sheets.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  const unused = [...classes].filter((name) => !made.some((start) => name.startsWith(start)) && !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code));
  assert.deepEqual(unused, []);
});
