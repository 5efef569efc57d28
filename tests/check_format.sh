#!/usr/bin/env bash
# Every C and C++ file of ours is as clang-format wants it. (Puzzles and examples are subjects: they look as users' code does.)
set -euo pipefail
cd "$1"
git ls-files -co --exclude-standard -- 'src/*.h' 'src/*.c' 'src/*.cpp' 'tests/*.cpp' 'tests/*.h' 'bench/*.cpp' 'bench/*.h' |
  grep -v '^tests/puzzles/' | xargs -r clang-format-19 --dry-run --Werror
