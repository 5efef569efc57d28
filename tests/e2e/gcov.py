"""gcov sees in the default run of the suite what report.json calls covered, and nothing else, however the process ended; and AddressSanitizer has nothing to say."""
import collections
import json
import os
import subprocess

from harness import BUILD, Case, PUZZLES, included_exports, main

# Tests that share a process, that have one each, and that end it; a table that is made once.
SUBJECT = """#include <cassert>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>
int remembers(int x) {
  static std::vector<int> seen;
  seen.push_back(x);
  return seen.back() > 10 ? 1 : 0;
}
int leaves(int x) {
  if (x == 1)
    exit(3);
  if (x == 2)
    _exit(4);
  if (x == 3)
    _Exit(5);
  return x;
}
int gives_up(int x) {
  if (x == 1)
    abort();
  if (x == 2)
    std::terminate();
  assert(x != 3);
  return x;
}
int crashes(int x) {
  if (x == 4)
    *static_cast<volatile int *>(nullptr) = x;
  return x;
}
int hangs(int x) {
  if (x == 5)
    for (;;)
      x ^= 1;
  return x;
}
int looks(int key) {
  static const std::map<int, std::string> names{{1, "one"}, {20, "a name that does not fit into the object"}};
  static int calls;
  const auto found = names.find(key);
  if (++calls > 1 || found == names.end())
    return calls;
  return static_cast<int>(found->second.size());
}
"""


class Gcov(Case):
    def build(self, out, c, cxx, *flags, name=None):
        """The green suite; only what the flags are about is compiled with them, and by these compilers."""
        build = self.folder / f"build-{name or cxx}"
        build.mkdir()
        sources = sorted((out / "tests").iterdir())
        apart = ("_crash_test.cpp", "_ub_test.cpp")
        included = {included_exports(source) for source in sources
                    if source.name.endswith("_test.cpp") and not source.name.endswith(apart)}
        for source in sources:
            target = build / (source.name + ".o")
            if source.name in included or source.name.endswith(apart):
                continue
            if source.suffix == ".c":
                self.run_tool(c, "-w", *flags, "-c", source, "-o", target)
            elif source.name.endswith("_exports.cpp"):
                self.run_tool(cxx, "-w", *flags, "-c", source, "-o", target)
            elif source.name == "pincer_main.cpp":
                self.run_tool(cxx, "-std=c++20", "-Wall", "-Wextra", "-Werror", *flags, "-c", source, "-o", target)
            elif source.suffix == ".cpp" and included_exports(source):  # it has the exports' place
                self.run_tool(cxx, "-std=c++20", "-w", *flags, "-c", source, "-o", build / f"{source.stem}_exports.o")
            elif source.suffix == ".cpp":
                self.run_tool("clang++-19", "-std=c++20", "-w", "-include-pch", BUILD / "lib/pincer/gtest.pch", "-c", source,
                              "-o", target)
        self.run_tool(cxx, *flags, *build.glob("*.o"), "-lgtest", "-lm", "-pthread", "-o", build / "tests")
        return build

    def lines(self, build):
        """(file, line) -> how often it was reached, and how often each of its branches was taken; not by exceptions."""
        found = {}
        for counts in build.glob("*_exports*.gcda"):
            seen = json.loads(self.run_tool("gcov", "--branch-probabilities", "--json-format", "--stdout", counts, cwd=build))
            for file in seen["files"]:
                name = os.path.realpath(os.path.join(seen["current_working_directory"], file["file"]))
                for line in file["lines"]:
                    found[(name, line["line_number"])] = (
                        line["count"], [branch["count"] for branch in line["branches"] if not branch["throw"]])
        return found

    def compare(self, *sources):
        out = self.generate(*sources, steps=2000)
        report = self.report(out)
        build = self.build(out, "gcc", "g++", "--coverage")
        self.run_tool(build / "tests", cwd=build)
        theirs = self.lines(build)
        ours = collections.defaultdict(list)
        for branch in report["branches"]:
            ours[(os.path.realpath(self.folder / branch["file"]), branch["line"])].append(branch["verdict"] == "covered")
        comparable = 0
        for place, taken in ours.items():
            if place not in theirs:
                continue  # gcc counts elsewhere
            count, branches = theirs[place]
            self.assertEqual(any(taken), count > 0, place)
            if len(branches) == len(taken):
                comparable += 1
                self.assertEqual(sum(taken), sum(count > 0 for count in branches), place)
        self.assertGreater(comparable, 1)
        return out

    def test_functions(self):
        self.write("subject.cpp", SUBJECT)
        out = self.compare("subject.cpp", "--test-timeout", "200ms")
        summary = self.report(out)["summary"]
        self.assertEqual((1, 1, 0), tuple(summary[f"covered_{how}"] for how in ("crash", "timeout", "ub")))
        self.assertEqual(2, summary["open"])  # calls is 2 only in a test that calls twice
        build = self.build(out, "clang-19", "clang++-19", "-fsanitize=address")
        # At the end of the process, too, nothing is freed twice.
        self.run_tool(build / "tests", "--gtest_shuffle", "--gtest_repeat=3", "--gtest_random_seed=1")
        self.run_tool(build / "tests", "--gtest_filter=Looks.*")

    def test_program(self):
        self.compare(PUZZLES / "program_exit_codes.c", "--program")

    def test_behind_the_fence(self):
        out = self.compare(PUZZLES / "program_behind_fence.c", "--program")
        self.assertLess(9, self.report(out)["summary"]["covered"])
        # clang's gcov, which writes by itself at the end, has nothing to complain about.
        build = self.build(out, "clang-19", "clang++-19", "--coverage")
        run = subprocess.run([build / "tests"], cwd=build, capture_output=True, text=True, timeout=60)
        self.assertEqual((0, ""), (run.returncode, run.stderr))
        counts = self.run_tool("llvm-cov-19", "gcov", "-b", "-t", *build.glob("*_exports*.gcda"), cwd=build)
        self.assertNotRegex(counts, r"#####:\s+\d+:.*exit\(")
        # Nor has LeakSanitizer, which takes a process that the fence forbids.
        self.run_tool(self.build(out, "gcc", "g++", "-fsanitize=address", name="leaks") / "tests")


if __name__ == "__main__":
    main()
