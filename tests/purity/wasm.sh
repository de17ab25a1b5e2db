#!/bin/bash
# The engine, the bots, the table, the cup and the ratings compile for WebAssembly without a C library, and behave there
# as they do here. Without node they are only compiled. wasm.sh PROGRAM, the signatures of the same sources as built here.
set -euo pipefail
native=$(realpath "${1:?usage: wasm.sh PROGRAM}")
cd "$(dirname "$0")/../.."
source scripts/wasm-size
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources=(engine/*.c engine/rules/*.c bots/*.c table/*.c ratings/*.c cup/*.c batch/*.c tests/random_net.c tests/purity/signature.c)
folders=(-I tests -I engine/include -I engine -I bots -I table/include -I table -I ratings/include -I cup/include -I batch/include -I batch -I tests/purity)

# Each as small or as quick as the page has it; without SIMD and with it, since nets have a kernel for each.
compile() {
    local out=$1
    shift
    mkdir "$work/$out"
    for source in "${sources[@]}" web/wasm/libc.c tests/purity/wasm_main.c; do
        clang --target=wasm32 -std=c11 -ffp-contract=off "$(wasm_size "$source")" "$@" -ffreestanding -nostdlib -nostdlibinc -Wall -Wextra \
            -Werror -isystem web/wasm/include "${folders[@]}" \
            -c "$source" -o "$work/$out/$(echo "$source" | tr / -).o"
    done
    wasm-ld --no-entry --export=map_text --export=map_signature -z stack-size=1048576 \
        -o "$work/$out.wasm" "$work/$out"/*.o
    echo "compiled: $out, $(wc -c <"$work/$out.wasm") bytes"
}
compile plain &
compile simd -msimd128
wait $!

if ! command -v node >/dev/null; then
    echo "there is no node here: the module was not run"
    exit 0
fi
mapfile -t maps < <(sed 's|.*|maps/&.json|' maps/built-in.txt)
maps+=(maps/test/*.json)
"$native" "${maps[@]}" >"$work/here" &
node tests/purity/wasm_run.mjs "$work/plain.wasm" "${maps[@]}" >"$work/there"
wait $!
node tests/purity/wasm_run.mjs "$work/simd.wasm" "${maps[@]}" >"$work/there-simd"
if grep -qx 0000000000000000 "$work/here"; then
    echo "a map could not be read" >&2
    exit 1
fi
diff "$work/here" "$work/there"
diff "$work/here" "$work/there-simd"
echo "the same signatures on ${#maps[@]} maps"
