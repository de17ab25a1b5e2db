// Prints the signature of each map file that is named: wasm_run.mjs MODULE MAP...
import { readFileSync } from "node:fs";

const [module, ...maps] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, map_text, map_signature } = instance.exports;
for (const map of maps) {
    const text = readFileSync(map);
    new Uint8Array(memory.buffer, map_text(), text.length).set(text);
    const number = BigInt.asUintN(64, map_signature(text.length));
    console.log(number.toString(16).padStart(16, "0"));
}
