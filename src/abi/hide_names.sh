#!/bin/sh
# hide_names.sh ARCHIVE: names inside target code that are no part of its interface get a prefix, so that a subject may
# have functions called `fail` or `leave` of its own.
set -e
nm -g --defined-only "$1" | awk 'NF == 3 && $3 !~ /^(pincer|__pincer|__wrap_|main$)/ { print $3, "pincer_own_" $3 }' | sort -u > "$1.names"
objcopy --redefine-syms="$1.names" "$1"
