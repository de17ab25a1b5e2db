#!/bin/bash
# Includes point one way: the engine knows nobody, bots know the engine's public headers,
# the table knows both; server, terminal and tools know them all and share common/. Nobody includes a private
# header of the engine.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Which folders a folder may include from, beside linea/*.h; a file may be named alone.
declare -A may=(
    [engine]="engine"
    [bots]="bots"
    [table]="table bots"
    [ratings]=""
    [cup]="cup"
    [batch]="batch bots/net_features.h bots/learned.h"
    [common]="common bots/bot.h bots/learned.h bots/net_kernel.h"
    [tools]="tools common bots table server/serve.h terminal/terminal.h"
    [terminal]="terminal common bots"
    [server]="server common bots/bot.h bots/player.h bots/daily.h table/include"
)
pure='assert|stdarg|stdbool|stddef|stdint|string'
failed=0
complain() {
    echo "$*" >&2
    failed=1
}

# Where a quoted include leads: beside the file, or in a folder of the include path.
resolve() {
    local folder
    for folder in "$(dirname "$1")" . engine bots table/include table batch/include batch tools terminal server; do
        if [ -f "$folder/$2" ]; then
            realpath --relative-to=. "$folder/$2"
            return
        fi
    done
}

for folder in "${!may[@]}"; do
    while IFS=: read -r file include; do
        case $include in
        linea/*) continue ;;
        esac
        target=$(resolve "$file" "$include")
        allowed=no
        for from in ${may[$folder]}; do
            [[ $target == "$from" || $target == "$from"/* ]] && allowed=yes
        done
        [ $allowed = yes ] || complain "$file may not include $include (${target:-nowhere})"
    done < <(grep -rnoE '^#include "[^"]+"' --include='*.[ch]' "$folder" |
        sed -E 's/^([^:]+):[0-9]+:#include "(.*)"$/\1:\2/')
done
impure=$(grep -rnE '^#include <' --include='*.[ch]' engine bots table ratings cup batch |
    grep -vE "<($pure)\.h>|^bots/net_kernel_[a-z0-9]+\.c:[0-9]+:#include <(immintrin|arm_neon|wasm_simd128)\.h>" || true)
[ -z "$impure" ] || complain "the engine, the bots, the table, the cup, the ratings and the batch are pure: $impure"
public=$(grep -nE '^#include "' engine/include/linea/*.h | grep -v '"linea/' || true)
[ -z "$public" ] || complain "a public header includes a private one: $public"
exit $failed
