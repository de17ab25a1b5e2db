/*
 * The help pages say every rule that a player of a map meets, in every language: tests/rule_topics.json has the list.
 *
 * SPDX-License-Identifier: MIT
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MAPS, load, root } from "./bundle.mjs";

const page = { documentElement: { lang: "", dataset: {} } };
Object.defineProperty(globalThis, "document", { value: page, configurable: true });
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });

const { rulesOf, chosen, begin, language } = await load("../tests/help.entry.ts");
await begin();

const files = [...MAPS.map((id) => join(root, "maps", `${id}.json`)), ...readdirSync(join(root, "maps/test")).filter((file) => file.endsWith(".json")).map((file) => join(root, "maps/test", file))];

for (const tag of ["en", "it", "ro"])
  test(`every rule of every map is there, and no other: ${tag}`, async () => {
    chosen.value = tag;
    for (let i = 0; language.value !== tag && i < 100; i++) await new Promise((done) => setTimeout(done));
    assert.equal(language.value, tag);
    for (const file of files) {
      const rules = rulesOf(JSON.parse(readFileSync(file, "utf8")));
      const text = rules.flatMap(({ body }) => body.map(({ text, item }) => text ?? item ?? "")).join("\n");
      assert.doesNotMatch(text, /\{|undefined|NaN/, file);
      const { status, stdout, stderr } = spawnSync("python3", [join(root, "tests/rule_topics.py"), file, tag], { input: text, encoding: "utf8" });
      assert.equal(status, 0, `${file}: ${stdout}${stderr}`);
    }
  });
