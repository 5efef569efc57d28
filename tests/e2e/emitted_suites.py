"""The emitted tests/ builds without warnings with g++ and clang, and passes; so do the crashes, when asked for.

Replaying a suite and running it in any build agree. PINCER_PUZZLES names others than the sample, or all:
    PINCER_PUZZLES=all python3 tests/e2e/emitted_suites.py build/bin/pincer build Agreement
"""
import itertools
import os
import re
import shlex

from harness import BUILD, Case, EXAMPLES, PUZZLES, included_exports, main

# What AS_OBSERVED in the emitted CMakeLists.txt says.
OBSERVED = ("-O0", "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-ffp-contract=off",
            "-ftrivial-auto-var-init=zero")
REAL = ("-fno-builtin-malloc", "-fno-builtin-calloc", "-fno-builtin-realloc", "-fno-builtin-aligned_alloc",
        "-fno-builtin-posix_memalign", "-fno-builtin-strdup", "-fno-builtin-strndup")
SAMPLE = ("crashes.c", "cxx_exceptions.cpp", "program_exit_codes.c", "svcomp_task.c", "statics.c",
          "sequence_stack.cpp", "sequence_handles.c", "sequence_inheritance.cpp")

COMPILERS = {"gcc": "g++", "clang-19": "clang++-19"}
# They define open and fork, which the runtime of --coverage calls.
DISTURB_COVERAGE = ("own_library.c",)


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
        green = sum(t["green"] for t in tests)
        for c, cxx in COMPILERS.items():
            with self.subTest(compiler=cxx, suite=out):
                everything, default = self.build_and_run(folder, c, cxx)
                self.assertIn(f"out of {len(tests)}", everything)
                self.assertIn(f"out of {green}", default)

    def test_examples(self):
        self.expect_green(*EXAMPLES, PUZZLES / "cxx_state.cpp", out="examples")

    def test_names_of_the_library(self):
        self.expect_green(PUZZLES / "own_library.c", out="own")

    def test_crashes_and_undefined_behaviour(self):
        self.expect_green(PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c", out="bad")

    def test_shapes(self):
        names = ("lists", "cycles", "aliases", "pointers_to_pointers", "buffers", "unions", "flexible", "opaque", "frees")
        self.expect_green(*(PUZZLES / f"{name}.c" for name in names), out="shapes")


class Agreement(Case):
    """pincer replay and the emitted suite, by g++ and clang, at -O0 and -O2, plain and with --coverage."""

    def compile(self, build, source, c, cxx, flags):
        target = build / (source.name + ".o")
        if "_exports." in source.name or included_exports(source):
            own = re.search(rf'set_source_files_properties\("{source.name}" PROPERTIES COMPILE_OPTIONS\n  "(.*)"\)',
                            (source.parent / "CMakeLists.txt").read_text())
            own = own[1].replace("${CMAKE_CURRENT_SOURCE_DIR}", str(source.parent)).replace("\\", "").split(";") if own else []
            if "_exports." not in source.name:
                own = ["-std=c++20", *own]
            self.run_tool(c if source.suffix == ".c" else cxx, "-w", *flags, *REAL, *own, "-c", source, "-o", target, cwd=build)
        else:
            self.run_tool("clang++-19", "-std=c++20", "-w", "-include-pch", BUILD / "lib/pincer/gtest.pch", "-c", source,
                          "-o", target)
        return target

    def suites(self, out):
        """Name of the executable -> its test files; the rest goes into each."""
        files = sorted((out / "tests").glob("*.c*"))
        kinds = {"crash": [f for f in files if f.name.endswith("_crash_test.cpp")],
                 "ub": [f for f in files if f.name.endswith("_ub_test.cpp")]}
        kinds["green"] = [f for f in files if f.name.endswith("_test.cpp") and f not in kinds["crash"] + kinds["ub"]]
        return kinds, [f for f in files if not f.name.endswith("_test.cpp")]

    def expect_agreement(self, puzzle):
        extra = " ".join(re.findall(r"^// RUN: (.*)$", puzzle.read_text(), re.M))
        words = shlex.split(extra)
        code = int((re.findall(r"^// EXPECT: exit ([2-9])$", puzzle.read_text(), re.M) or ["0"])[0])
        if "-m32" in words or code:
            return
        out = self.folder / puzzle.stem
        steps = [] if "--steps" in words or "--time" in words else ["--steps", "20000"]
        told = self.pincer("test", puzzle, "-o", out, "--seed", 1, "-q", "--exit-zero", *steps, *words, cwd=puzzle.parent,
                           timeout=600).stderr
        if self.report(out)["tests"]:
            self.assertIn(" 0 changed", self.pincer("replay", out, "-q", cwd=puzzle.parent, timeout=600).stdout)
        links = re.findall(r'PINCER_LIBRARIES "(-l.*)"', (out / "tests/CMakeLists.txt").read_text())
        kinds, shared = self.suites(out)
        tests = self.folder / f"{puzzle.stem}-tests"
        tests.mkdir()
        objects = {f: self.compile(tests, f, "", "", []) for files in (*kinds.values(), shared) for f in files
                   if "_exports." not in f.name and not included_exports(f)}
        for (c, cxx), level, coverage in itertools.product(COMPILERS.items(), ("-O0", "-O2"), ([], ["--coverage"])):
            if f"not checked in {cxx.split('-')[0].replace('clang++', 'clang')}'s build" in told:
                continue  # sources need not be for every compiler
            if coverage and puzzle.name in DISTURB_COVERAGE:
                continue
            for kind, files in kinds.items():
                if not files or (kind != "green" and (level == "-O2" or coverage)):
                    continue
                build = self.folder / f"{puzzle.stem}-{cxx}{level}{''.join(coverage)}-{kind}"
                build.mkdir()
                flags = [level, *coverage] if kind == "green" else OBSERVED
                with self.subTest(puzzle=puzzle.name, build=build.name):
                    included = {included_exports(f) for f in files}
                    exports = [self.compile(build, f, c, cxx, flags) for f in (*shared, *files)
                               if ("_exports." in f.name or included_exports(f)) and f.name not in included]
                    rest = [objects[f] for f in (*files, *shared) if f in objects]
                    self.run_tool(cxx, *coverage, *exports, *rest, *links, "-lgtest", "-lm", "-pthread", "-o", build / "tests")
                    self.run_tool(build / "tests", "--gtest_brief=1", cwd=build)

    def test_agreement(self):
        everything = sorted(PUZZLES.glob("*.c")) + sorted(PUZZLES.glob("*.cpp")) + EXAMPLES
        asked = os.environ.get("PINCER_PUZZLES", " ".join(SAMPLE)).split()
        for puzzle in (each for each in everything if asked == ["all"] or each.name in asked):
            with self.subTest(puzzle=puzzle.name):
                self.expect_agreement(puzzle)


if __name__ == "__main__":
    main()
