/*
 * What axe-core finds on a page.
 *
 * SPDX-License-Identifier: MIT
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, of whatever level, as readable lines. */
export async function findings(page, rules = {}) {
  /* the page's Content-Security-Policy forbids script elements: the debugger's own way in is not one */
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, { resultTypes: ["violations"], ...options }), rules);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" / ")}`);
}
