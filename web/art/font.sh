#!/bin/bash
# Makes src/style/font/*.woff2 out of the package @fontsource-variable/inter: the letters
# of western and central European languages only, and the weights that the page uses
# (36 kB instead of 133 kB). Needs Debian's python3-fonttools and python3-brotli; its
# results are kept, so that building the page needs neither. They name their licence (SIL
# Open Font License) in their own fields; font/LICENSE is its text.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."

from=node_modules/@fontsource-variable/inter/files
to=src/style/font
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# subset NAME CHARACTERS FEATURES
subset() {
    /usr/bin/python3 -m fontTools.varLib.instancer -q -o "$work/$1.ttf" \
        "$from/inter-$1-wght-normal.woff2" wght=400:700
    /usr/bin/python3 -m fontTools.subset "$work/$1.ttf" --flavor=woff2 --name-IDs=0,1,2,3,4,5,6,13,14 \
        --unicodes="$2" --layout-features="$3" --output-file="$to/inter-$1.woff2"
}

subset latin "U+20-7E,U+A0-FF,U+131,U+152-153,U+2009-2015,U+2018-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2191,U+2193,U+2212" \
    "kern,tnum,calt,ccmp,locl,mark,mkmk"
subset latin-ext "U+100-17F,U+218-21B,U+1E9E" "kern,locl,ccmp"
ls -l "$to"
