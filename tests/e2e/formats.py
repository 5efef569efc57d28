"""--format catch2 and --format c: the same tests build without warnings with g++, and pass (Pincer itself has built
them with clang); and they notice when the subject changes."""
import re
import subprocess

from harness import Case, PUZZLES, ROOT, main

FOLDERS = {"catch2": "tests_catch2", "c": "tests_c"}

CHANGING = """#include <stdexcept>
#include <stdlib.h>
#ifndef CHANGE
#define CHANGE 0
#endif
int number(int x) { return x > 10 ? 3 + CHANGE : 4; }
float real(int x) { return x > 10 ? 0.5f + CHANGE : 0.25f; }
const char *text(int x) { return x > 10 ? CHANGE ? "other" : "text" : nullptr; }
bool truth(int x) { return x > 10 && !CHANGE; }
void exits(int x) { if (x == 7) exit(3 + CHANGE); }
void aborts(int x) { if (x == 7 && !CHANGE) abort(); }
int throws(int x) { if (x == 7 && !CHANGE) throw std::out_of_range("x"); return x == 7; }
void fills(int *values, int x) { for (int i = 0; x == 7 && i < 8; ++i) values[i] = i + CHANGE; }
"""
# What each function's tests must notice.
NOTICED = ("Number", "Real", "Text", "Truth", "Exits", "Aborts", "Throws")


class Formats(Case):
    def generate(self, *sources, out="out", steps=20000, words=()):
        folder = self.folder / out
        result = self.pincer("test", *sources, "-o", folder, "--steps", steps, "--exit-zero", "-q", "--format", "catch2,c",
                             *words)
        self.assertNotIn("tests_c", result.stderr)  # nothing was left out, and everything was checked
        return folder

    def build(self, out, folder, *flags):
        build = self.folder / f"build-{out.name}-{folder}"
        self.run_tool("cmake", "-S", out / folder, "-B", build, "-G", "Ninja", "-DCMAKE_C_COMPILER=gcc",
                      "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_FLAGS=" + " ".join(["-Wall -Wextra -Werror", *flags]),
                      "-DPINCER_ALL_TESTS=ON")
        self.run_tool("cmake", "--build", build, "-j2")
        return build

    def expect_green(self, *sources, flags=(), **more):
        out = self.generate(*sources, **more)
        tests = self.report(out)["tests"]
        for folder in FOLDERS.values():
            with self.subTest(suite=out.name, folder=folder):
                build = self.build(out, folder, *flags)
                self.assertIn(f"out of {len(tests)}", self.run_tool("ctest", "--test-dir", build, "-j2"))
                self.run_tool(build / "pincer_tests")  # all in one process

    def test_functions_and_classes(self):
        self.expect_green(ROOT / "examples/version.c", ROOT / "examples/stack.cpp", out="examples")

    def test_crashes_and_exceptions(self):
        self.expect_green(PUZZLES / "crashes.c", PUZZLES / "statics.c", PUZZLES / "cxx_exceptions.cpp", out="bad",
                          flags=["-Wno-error"])  # noexcept, and throws

    def test_programs(self):
        self.expect_green(PUZZLES / "program_exit_codes.c", words=["--program"], out="program")

    def test_what_changes_is_noticed(self):
        out = self.generate(self.write("changing.cpp", CHANGING))
        for folder in FOLDERS.values():
            with self.subTest(folder=folder):
                build = self.build(out, folder, "-DCHANGE=1")
                failed = self.failing(build)
                for name in NOTICED:
                    self.assertTrue(any(test.startswith(name + ".") for test in failed), f"{name} of {failed}")

    def failing(self, build):
        """Names of the tests that fail, each run by itself."""
        names = re.findall(r"Test +#\d+: (\S+)", self.run_tool("ctest", "--test-dir", build, "-N"))
        self.assertTrue(names)
        return [name for name in names if self.status(build / "pincer_tests", name) != 0]

    def status(self, *command):
        return subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, timeout=600).returncode

    def test_of_earlier_runs_nothing_is_left(self):
        source = self.write("f.c", "int f(int x) { return x > 3; }\n")
        self.assertTrue((self.generate(source) / "tests_c/f_test.cpp").exists())
        self.pincer("test", source, "-o", self.folder / "out", "--steps", 2000, "-q")
        self.assertFalse((self.folder / "out/tests_c/f_test.cpp").exists())
        self.assertTrue((self.folder / "out/tests/f_test.cpp").exists())


if __name__ == "__main__":
    main()
