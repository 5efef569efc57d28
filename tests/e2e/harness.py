"""What the end-to-end tests share: a folder per test, running pincer in it, and looking at what it leaves.

Each script here is one ctest test and is started as `SCRIPT PINCER BUILD_FOLDER [UNITTEST_ARGUMENT...]`. With
PINCER_E2E_KEEP in the environment the folders stay, to look at.
"""
import ctypes
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

PINCER = pathlib.Path(sys.argv[1]).resolve()
BUILD = pathlib.Path(sys.argv[2]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = [ROOT / "examples" / f"{name}.c" for name in ("triangle", "valves", "version", "ring_buffer")]
PUZZLES = ROOT / "tests" / "puzzles"
SCHEMA = json.loads((ROOT / "src/emit/report/report.schema.json").read_text())

# Whatever a process of ours leaves behind becomes our child and is seen.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children():
    """Process id -> command line of our living children; dead ones that nobody waited for are reaped."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if int(parent) == os.getpid() and state == "Z":
                    os.waitpid(int(entry.name), os.WNOHANG)
                elif int(parent) == os.getpid():
                    found[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
        except (OSError, ValueError):
            pass
    return found


def included_exports(test):
    """The exports file that a test file includes, so that nobody compiles it beside that; or None."""
    found = re.search(r'^#include "(.*_exports\.cpp)"$', test.read_text(), re.M)
    return found[1] if found else None


class Case(unittest.TestCase):
    """A test with a folder of its own, self.folder, that must end without a process left behind."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pincer-e2e-"))
        self.before = set(children())
        if "PINCER_E2E_KEEP" in os.environ:
            print(self.folder)
        else:
            self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(self.expect_nothing_runs)

    def expect_nothing_runs(self, patience=60):
        end = time.monotonic() + patience
        while (left := {pid: line for pid, line in children().items() if pid not in self.before}):
            if time.monotonic() > end:
                self.fail(f"still running: {left}")
            time.sleep(0.05)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def start(self, *arguments, cwd=None, **more):
        """Starts pincer in a session of its own, as a shell with job control would."""
        return subprocess.Popen([PINCER, *map(str, arguments)], cwd=cwd or self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **more)

    def pincer(self, *arguments, code=0, cwd=None, timeout=1200, program=PINCER):
        """Runs pincer to its end and checks the exit code."""
        result = subprocess.run([program, *map(str, arguments)], cwd=cwd or self.folder, capture_output=True, text=True,
                                timeout=timeout)
        self.assertEqual(code, result.returncode,
                         f"pincer {' '.join(map(str, arguments))}\n{result.stdout}{result.stderr}")
        return result

    def generate(self, *sources, out="out", steps=20000, seed=1, code=None):
        """Runs `pincer test` and returns its output folder; unless told otherwise, findings are no matter."""
        folder = self.folder / out
        self.pincer("test", *sources, "-o", folder, "--steps", steps, "--seed", seed, "-q",
                    *(["--exit-zero"] if code is None else []), code=code or 0)
        return folder

    def report(self, out):
        """report.json, which must be valid."""
        report = json.loads((out / "report.json").read_text())
        jsonschema.validate(report, SCHEMA)
        return report

    def run_tool(self, *command, cwd=None, env=None, timeout=1200):
        result = subprocess.run(list(map(str, command)), cwd=cwd or self.folder, capture_output=True, text=True, errors="replace",
                                env={**os.environ, **(env or {})}, timeout=timeout)
        self.assertEqual(0, result.returncode, f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
        return result.stdout


def files_of(folder):
    """Path within the folder -> contents, of every file."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def wait_until(condition, seconds=600):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
