// The loop in WebAssembly: wasm_run.mjs MODULE MAP SEATS [MAP SEATS]…
// Prints as native_main.c does: steps of 1000 games, and the most of them a second.
import { readFileSync } from "node:fs";

const RUNS = 40, GAMES = 1000;
const [module, ...maps] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, bench_text, bench_open, bench_play } = instance.exports;
for (let i = 0; i + 1 < maps.length; i += 2) {
    const text = readFileSync(maps[i]);
    new Uint8Array(memory.buffer, bench_text(), text.length).set(text);
    if (!bench_open(text.length)) throw new Error(`${maps[i]} is no map`);
    let best = 0, steps = 0;
    for (let run = 0; run < RUNS; run++) {
        const start = process.cpuUsage();
        steps = bench_play(Number(maps[i + 1]), 1, GAMES);
        const { user, system } = process.cpuUsage(start);
        best = Math.max(best, (steps / (user + system)) * 1e6);
    }
    console.log(steps, best.toFixed(0));
}
