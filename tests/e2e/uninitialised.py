"""Reads of uninitialised memory: where MemorySanitizer can't be had, in the emitted suite, and in what is said at the end."""
from harness import Case, PUZZLES, main

PRICE = """
int price(unsigned kind) {
  int sum;
  switch (kind & 3) {
  case 0: sum = 10; break;
  case 1: sum = 20; break;
  }
  if (sum > 15)
    return 1;
  return 2;
}
"""


class Uninitialised(Case):
    def test_without_memory_sanitizer(self):
        out = self.folder / "out"
        result = self.pincer("test", self.write("price.c", PRICE), "-o", out, "--steps", 3000, "--exit-zero", "--", "-m32")
        self.assertEqual([("uninitialised-read", 8)], [(f["kind"], f["line"]) for f in self.report(out)["findings"]])
        self.assertIn("without MemorySanitizer", result.stderr)

    def test_zero_holds_in_the_emitted_suite(self):
        out = self.folder / "out"
        self.pincer("test", PUZZLES / "uninitialised_zero.c", "-o", out, "--steps", 3000, "--uninitialised", "zero")
        self.assertIn("-ftrivial-auto-var-init=zero", (out / "tests" / "CMakeLists.txt").read_text())
        for c, cxx in (("gcc", "g++"), ("clang-19", "clang++-19")):
            build = self.folder / c
            self.run_tool("cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={c}",
                          f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_BUILD_TYPE=Release")
            self.run_tool("cmake", "--build", build)
            self.run_tool("ctest", "--test-dir", build, "--no-tests=error")

    def test_replay_of_inputs(self):
        out = self.folder / "out"
        self.pincer("test", PUZZLES / "uninitialised_input.c", "-o", out, "--steps", 20000, "--exit-zero", "--uninitialised", "input")
        self.pincer("replay", out)
        self.run_tool("cmake", "-S", out / "tests", "-B", self.folder / "build", "-G", "Ninja", "-DPINCER_ALL_TESTS=ON")
        self.run_tool("cmake", "--build", self.folder / "build")

    def test_no_test_is_lost_at_the_end(self):
        out = self.folder / "out"
        result = self.pincer("test", PUZZLES / "uninitialised.c", "-o", out, "--steps", 20000, "--exit-zero")
        self.assertNotIn("tests left out", result.stderr)
        self.assertEqual(0, self.report(out)["stats"].get("tests dropped by the final check", 0))


if __name__ == "__main__":
    main()
