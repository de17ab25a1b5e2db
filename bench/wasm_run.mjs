// The loops in WebAssembly: wasm_run.mjs MODULE MAP SEATS [MAP SEATS]…, or wasm_run.mjs MODULE --net MAP NET [MAP NET]…
// Prints as native_main.c does: steps of 1000 games, or decisions of nets in eight, and the most of them a second.
import { readFileSync } from "node:fs";

const RUNS = 40, GAMES = 1000, FEW = 8;
const [module, ...words] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, bench_text, bench_open, bench_play, bench_open_net, bench_net } = instance.exports;

function open(path, opens) {
    const bytes = readFileSync(path);
    new Uint8Array(memory.buffer, bench_text(), bytes.length).set(bytes);
    if (!opens(bytes.length)) throw new Error(`${path} cannot be read`);
}

function measure(play) {
    let best = 0, steps = 0;
    for (let run = 0; run < RUNS; run++) {
        const start = process.cpuUsage();
        steps = play();
        const { user, system } = process.cpuUsage(start);
        best = Math.max(best, (steps / (user + system)) * 1e6);
    }
    console.log(steps, best.toFixed(0));
}

const nets = words[0] === "--net";
for (let i = nets ? 1 : 0; i + 1 < words.length; i += 2) {
    open(words[i], bench_open);
    if (nets) open(words[i + 1], bench_open_net);
    measure(() => (nets ? bench_net(2, 1, FEW) : bench_play(Number(words[i + 1]), 1, GAMES)));
}
