"""The same seed and steps give the same bytes, in another folder and in the same one again."""
import json
import os
import subprocess

from harness import Case, EXAMPLES, PUZZLES, files_of, main

# Floating point, products, divisions, hashes and the library: what every layer of the solver is asked about.
HARD = """#include <math.h>
#include <stdlib.h>
int products(long x, long y, long z) {
  if (x * x * x + y * y * y == z * 3 + 114 && x * y > 12345)
    return 1;
  return x * y % 1009 == 17 && z / 31 == x ? 2 : 3;
}
int numbers(double a, double b, float c) {
  if (a * b == 1.5 * c && a - b == sqrt(c) && c > 0.5f)
    return 1;
  return a / b == 0.3 && b > 7 ? 2 : 3;
}
int parsed(const char *s) {
  if (!s)
    return -1;
  unsigned h = 2166136261u;
  for (int i = 0; s[i] && i < 8; ++i)
    h = (h ^ (unsigned char)s[i]) * 16777619u;
  char *end;
  const long v = strtol(s, &end, 0);
  if (v * v % 100003 == 4711 || h % 9973 == 17)
    return 1;
  return *end == ':' && atoi(end + 1) == v * 3 ? 2 : 3;
}
"""

# Runs that their time limit cuts short: how far they came depends on the machine.
ENDLESS = """unsigned rounds(unsigned n, unsigned m) {
  unsigned sum = 0;
  for (unsigned i = 0; (i ^ n) != 4000000000u + m % 2; ++i)
    sum += i * m % 7 == 3 ? i ^ n : m;
  return sum == 77 ? 1 : n > 100 ? 2 : 3;
}
"""


def stable(report_text):
    report = json.loads(report_text)
    del report["elapsed_s"]
    report["stats"] = {name: value for name, value in report["stats"].items() if not name.startswith("seconds")}
    return report


class Determinism(Case):
    def expect_same(self, *sources, steps=6000):
        # Both folders have one depth, since what is written may name them relatively.
        first = self.generate(*sources, out="one", steps=steps, seed=5)
        before = files_of(first)
        second = files_of(self.generate(*sources, out="another_name_of_another_length", steps=steps, seed=5))
        again = files_of(self.generate(*sources, out="one", steps=steps, seed=5))
        self.assertTrue(any(name.startswith("inputs/") for name in before))
        for other in (second, again):
            for folder in ("tests/", "inputs/", "coverage.info"):
                def of(run):
                    return {name: text for name, text in run.items() if name.startswith(folder)}
                self.assertEqual(of(before), of(other))
            self.assertEqual(stable(before["report.json"]), stable(other["report.json"]))

    def test_clean_subject(self):
        self.expect_same(EXAMPLES[2], EXAMPLES[3])

    def test_crashes(self):
        self.expect_same(PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c")

    def test_library_code(self):
        self.expect_same(PUZZLES / "cxx_texts.cpp", steps=300)

    def expect_same_on_a_busy_machine(self, *sources, steps):
        """Nothing but times may differ."""
        quiet = self.generate(*sources, out="quiet", steps=steps)
        busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4 * os.cpu_count())]
        self.before.update(process.pid for process in busy)
        try:
            loaded = self.generate(*sources, out="busyy", steps=steps)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        quiet, loaded = files_of(quiet), files_of(loaded)
        report = stable(quiet.pop("report.json"))
        self.assertEqual(report, stable(loaded.pop("report.json")))
        for run in (quiet, loaded):  # folders of compilers, which name their own
            for name in [name for name in run if name.startswith(".pincer/")]:
                del run[name]
        loaded = {name: text.replace(b"busyy/", b"quiet/") for name, text in loaded.items()}  # paths of tests
        self.assertEqual(quiet, loaded)
        return report

    def test_on_a_busy_machine(self):
        self.expect_same_on_a_busy_machine(self.write("hard.c", HARD), steps=400)

    def test_runs_that_their_time_cuts_short(self):
        source = self.write("endless.c", ENDLESS)
        report = self.expect_same_on_a_busy_machine(source, "--strategy", "concolic", "--test-timeout", "100ms", steps=20)
        self.assertLess(0, report["stats"]["symbolic runs cut by their time"])

    def test_another_seed_is_another_search(self):
        one = files_of(self.generate(EXAMPLES[2], out="one", steps=3000, seed=1))
        two = files_of(self.generate(EXAMPLES[2], out="two", steps=3000, seed=2))
        self.assertNotEqual(one, two)


if __name__ == "__main__":
    main()
