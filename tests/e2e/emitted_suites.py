"""The emitted tests/ builds without warnings with g++ and clang, and passes; so do the crashes, when asked for."""
from harness import Case, EXAMPLES, PUZZLES, main

COMPILERS = {"gcc": "g++", "clang-19": "clang++-19"}


class EmittedSuites(Case):
    def build_and_run(self, out, c, cxx):
        build = self.folder / f"build-{cxx}-{out.name}"
        configure = ["cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={c}",
                     f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"]
        self.run_tool(*configure, "-DPINCER_ALL_TESTS=ON")
        self.run_tool("cmake", "--build", build, "-j2")
        everything = self.run_tool("ctest", "--test-dir", build, "--no-tests=error", "-j2")
        self.run_tool(*configure, "-DPINCER_ALL_TESTS=OFF")
        green = self.run_tool("ctest", "--test-dir", build, "-j2")
        return everything, green

    def expect_green(self, *sources, out):
        folder = self.generate(*sources, out=out)
        tests = self.report(folder)["tests"]
        green = sum(t["outcome"] == "normal" and not t["needs_ub"] for t in tests)
        for c, cxx in COMPILERS.items():
            with self.subTest(compiler=cxx, suite=out):
                everything, default = self.build_and_run(folder, c, cxx)
                self.assertIn(f"out of {len(tests)}", everything)
                self.assertIn(f"out of {green}", default)

    def test_examples(self):
        self.expect_green(*EXAMPLES, PUZZLES / "cxx_state.cpp", out="examples")

    def test_what_goes_wrong_at_exit(self):
        """Each test leaves something to be done at exit, and twice is once too often: they have a process each."""
        self.write("prepares.c", """#include <stdlib.h>
static char *table;
static void cleanUp(void) { free(table); }
int prepare(int size) {
  if (size < 1 || size > 100)
    return -1;
  table = malloc(size);
  atexit(cleanUp);
  return size > 50 ? 2 : 1;
}
""")
        out = self.generate("prepares.c", out="prepares", steps=1000)
        self.assertEqual(6, self.report(out)["summary"]["covered"])
        tests = (out / "tests/prepares_test.cpp").read_text()
        self.assertIn("pincer_in_own_process", tests)

    def test_crashes_and_undefined_behaviour(self):
        self.expect_green(PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c", out="bad")

    def test_shapes(self):
        names = ("lists", "cycles", "aliases", "pointers_to_pointers", "buffers", "unions", "flexible", "opaque", "frees")
        self.expect_green(*(PUZZLES / f"{name}.c" for name in names), out="shapes")


if __name__ == "__main__":
    main()
