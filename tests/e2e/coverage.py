"""llvm-cov, asked about the emitted green suite, counts what report.json says.

The two take different ways to their figures: Pincer's come from markers in its own target, llvm-cov's from clang's
counters in a build of tests/.
"""
import collections
import json
import os
import pathlib

from harness import BUILD, Case, EXAMPLES, PUZZLES, included_exports, main
from llvm_sites import llvm_sites, of_report

LLVM = pathlib.Path("/usr/lib/llvm-19/bin")


class Coverage(Case):
    def export(self, out):
        """llvm-cov's view of a run of the green tests."""
        build = self.folder / "build"
        build.mkdir()
        objects = []
        green = [f for f in (out / "tests").glob("*_test.cpp") if not f.name.endswith(("_crash_test.cpp", "_ub_test.cpp"))]
        included = {included_exports(f) for f in green}
        for source in sorted((out / "tests").iterdir()):
            target = build / (source.name + ".o")
            if source.name in included:
                continue
            if source.suffix == ".c":
                self.run_tool("clang-19", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-c", source, "-o", target)
            elif source.name.endswith("_exports.cpp"):
                self.run_tool("clang++-19", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-c", source, "-o", target)
            elif source in green and included_exports(source):
                self.run_tool("clang++-19", "-std=c++20", "-w", "-fprofile-instr-generate", "-fcoverage-mapping", "-c", source,
                              "-o", target)
            elif source.suffix == ".cpp" and not source.name.endswith(("_crash_test.cpp", "_ub_test.cpp")):
                self.run_tool("clang++-19", "-std=c++20", "-w", "-include-pch", BUILD / "lib/pincer/gtest.pch", "-c", source,
                              "-o", target)
            else:
                continue
            objects.append(target)
        program = build / "tests"
        self.run_tool("clang++-19", "-fuse-ld=lld", "-fprofile-instr-generate", *objects, "-lgtest", "-lm", "-pthread",
                      "-o", program)
        self.run_tool(program, cwd=build, env={"LLVM_PROFILE_FILE": str(build / "%p.profraw")})
        self.run_tool(LLVM / "llvm-profdata", "merge", *build.glob("*.profraw"), "-o", build / "profdata")
        return json.loads(self.run_tool(LLVM / "llvm-cov", "export", program, f"-instr-profile={build / 'profdata'}"))

    def compare(self, *sources):
        out = self.generate(*sources)
        report = self.report(out)
        files = {os.path.realpath(self.folder / branch["file"]) for branch in report["branches"]
                 if branch["verdict"] != "constant"}
        theirs = llvm_sites(self.export(out), {file: pathlib.Path(file).read_text().splitlines() for file in files})
        ours = of_report(report, self.folder, theirs)
        self.assertEqual({place: len(branches) for place, branches in ours.items()},
                         {place: len(counts) for place, counts in theirs.items()}, "not the same sites")
        for place, branches in ours.items():
            taken = sorted(branch["verdict"] == "covered" for branch in branches)
            self.assertEqual(taken, sorted(count > 0 for count in theirs[place]), f"{place}: {branches}")
        return report

    def test_examples(self):
        self.compare(*EXAMPLES)

    def test_kinds_of_conditions(self):
        self.compare(*(PUZZLES / f"{name}.c" for name in ("value_contexts", "switches", "loops", "constants")))

    def test_cxx(self):
        self.compare(PUZZLES / "cxx_strings.cpp", PUZZLES / "cxx_state.cpp")

    def test_program(self):
        self.compare(PUZZLES / "program_exit_codes.c", "--program")

    def test_program_behind_the_fence(self):
        report = self.compare(PUZZLES / "program_behind_fence.c", "--program")
        self.assertLess(9, report["summary"]["covered"])

    def test_macros(self):
        self.compare(PUZZLES / "macros.c")

    def test_functions_of_macros(self):
        """llvm-cov places them in the header, all uses in one: only its counts per function can be compared."""
        out = self.generate(PUZZLES / "header_macros.c")
        report = self.report(out)
        ours = collections.Counter(b["function"] for b in report["branches"])
        taken = collections.Counter(b["function"] for b in report["branches"] if b["verdict"] == "covered")
        theirs, counted = collections.Counter(), collections.Counter()
        for function in self.export(out)["data"][0]["functions"]:
            name = function["name"].split(":")[-1]
            for branch in function["branches"] if name in ours else []:
                theirs[name] += 2
                counted[name] += (branch[4] > 0) + (branch[5] > 0)
        self.assertEqual((theirs, counted), (ours, taken))
        self.assertEqual({10, 11}, {b["line"] for b in report["branches"] if b["function"] != "near"})

    def test_header_functions(self):
        self.compare(PUZZLES / "header_functions.c", PUZZLES / "header_functions_other.c")

    def test_what_is_not_green_covers_nothing_here(self):
        report = self.compare(PUZZLES / "crashes.c", PUZZLES / "undefined_behaviour.c")
        self.assertEqual({"normal", "crash"}, {test["outcome"] for test in report["tests"]})
        self.assertIn(True, [test["needs_ub"] for test in report["tests"]])

    def test_open_branches(self):
        """A search that ends at once leaves most branches open; llvm-cov must not see them taken."""
        self.write("hard.c", "int f(unsigned x, int y) {\n  if (x * 2654435761u == 77 && y)\n    return 1;\n"
                             "  switch (y * 3) {\n  case 300003:\n    return 2;\n  case 6:\n    return 3;\n  }\n"
                             "  return y > 5 || x == 900001;\n}\n")
        report = self.compare("hard.c", "--strategy", "random")
        self.assertGreater(report["summary"]["open"], 0)


if __name__ == "__main__":
    main()
