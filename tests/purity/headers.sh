#!/bin/bash
# Each public header stands alone: it compiles by itself, twice in a row, without a
# warning, with every compiler there is.
set -euo pipefail
cd "$(dirname "$0")/../.."

failed=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || { echo "no $compiler here, skipped"; continue; }
    for header in engine/include/linea/*.h bots/bot.h bots/player.h table/include/linea/*.h ratings/include/linea/*.h cup/include/linea/*.h batch/include/linea/*.h common/*.h; do
        name=${header#engine/include/}
        name=${name#bots/}
        name=${name#table/include/}
        name=${name#ratings/include/}
        name=${name#cup/include/}
        name=${name#batch/include/}
        printf '#include "%s"\n#include "%s"\ntypedef int not_empty;\n' "$name" "$name" |
            "$compiler" -std=c11 -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes \
                -pedantic -Werror -fsyntax-only -I engine/include -I bots -I table/include -I ratings/include -I cup/include -I batch/include -I . -x c - ||
            { echo "$header does not compile alone with $compiler" >&2; failed=1; }
    done
done
exit $failed
