#!/usr/bin/env python3
"""Prints what the tests that failed in the last run of ctest said: show_failures.py BUILD_FOLDER."""
import pathlib
import re
import sys

MOST_LINES = 60  # of one test: its end tells most

folder = pathlib.Path(sys.argv[1], "Testing", "Temporary")
failed = {line.split(":", 1)[1] for line in (folder / "LastTestsFailed.log").read_text().splitlines()}
log = (folder / "LastTest.log").read_text(errors="replace")
for part in re.split(r"^(?=\d+/\d+ Testing: )", log, flags=re.M):
    name = re.match(r"\d+/\d+ Testing: (.*)", part)
    if name and name[1] in failed:
        print("=" * 20, name[1])
        print("\n".join(part.splitlines()[-MOST_LINES:]))
