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

    def test_crashes_and_undefined_behaviour(self):
        self.expect_green(PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c", out="bad")

    def test_shapes(self):
        names = ("lists", "cycles", "aliases", "pointers_to_pointers", "buffers", "unions", "flexible", "opaque", "frees")
        self.expect_green(*(PUZZLES / f"{name}.c" for name in names), out="shapes")


if __name__ == "__main__":
    main()
