"""What does not hold in a build of the emitted suite is not in it, and the reason that is given is the real one."""
import json
import os
import shutil

from harness import BUILD, PINCER, Case, main

SUBJECT = """#include <stdint.h>
#include <stdlib.h>
static int trail;
static int first(int x) { trail = trail * 10 + 1; return x; }
static int second(int x) { trail = trail * 10 + 2; return x; }
static int sum(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
int order(int x) {
  trail = 0;
  if (sum(first(x), second(x)) == 84)
    return trail;
  return trail + 1;
}
int home(int x) {
  if (x == 5)
    return getenv("HOME") != NULL;
  return x;
}
int place(int x) {
  static int here;
  if (x == 6)
    return (int)((uintptr_t)&here >> 12 & 255);
  return x;
}
int crash_without_home(int x) {
  if (x == 7 && !getenv("HOME"))
    *(volatile int *)0 = x;
  return x;
}
int crash(int x) {
  if (x == 8)
    *(volatile int *)0 = x;
  return x;
}
"""

LIST = """#ifdef OF_SORT
#error "these are the flags of list_sort.c"
#endif
int list(int x) { return x > 3; }
"""
LIST_SORT = """#ifndef OF_SORT
#error "these are the flags of list.c"
#endif
int list_sort(int x) { return x > OF_SORT; }
"""

# g++ does not know the function that the wrapper calls.
ONE_COMPILER = """
#ifdef __clang__
static int only_clang(int x) { return x > 7 ? 1 : 2; }
#endif
static int both(int x) { return x > 9 ? 3 : 4; }
int open_to_all(int x) { return x > 11 ? both(x) : 5; }
"""
# gcc complains about this function, where it stands, as soon as somebody calls it.
NEVER_INLINED = """#include <setjmp.h>
static jmp_buf place;
static inline __attribute__((always_inline)) int jumps(int x) {
  if (x > 7)
    return 1;
  setjmp(place);
  return 2;
}
static int both(int x) { return x > 9 ? 3 : 4; }
"""
CLANG_ONLY = """#ifndef __clang__
#error "for clang alone"
#endif
int here(int x) { return x > 7 ? 1 : 2; }
"""
ORDER = """static int trail;
static int step(int x, int by) { trail = trail * 10 + by; return x; }
static int sum(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
int order(int x) { trail = 0; return sum(step(x, 1), step(x, 2)) == 84 ? trail : 0; }
"""


class FinalCheck(Case):
    def reasons(self, report):
        return {(branch["function"], branch["outcome"]): branch.get("reason", "") for branch in report["branches"]
                if branch["verdict"] == "open"}

    def test_reasons(self):
        self.write("subject.c", SUBJECT)
        out = self.folder / "out"
        result = self.pincer("test", "subject.c", "-o", out, "--steps", 4000, "--seed", 1, "-q", "--exit-zero")
        report = self.report(out)
        reasons = self.reasons(report)
        self.assertIn("it depends on the compiler", reasons["order", "true"])
        self.assertIn("expected 12, came 21 in g++'s build", reasons["order", "true"])
        self.assertIn("expected 0, came 1 in clang's build; every build", reasons["home", "true"])
        # What differs with addresses was seen to differ before: the call is tested, not what it returns.
        self.assertNotIn(("place", "true"), reasons)
        self.assertIn("only tests that crash take it", reasons["crash", "true"])
        self.assertNotIn(("home", "false"), reasons)
        dropped = report["stats"]["tests dropped by the final check"]
        self.assertIn(f"tests left out: {dropped:.0f}, tests disabled: 1", result.stderr)
        log = (out / ".pincer/dropped.txt").read_text()
        self.assertIn("Order.", log)
        self.assertIn("is disabled: ", log)
        # A crash that the emitted suite does not show is disabled; one that it shows is not.
        crashes = (out / "tests/subject_crash_test.cpp").read_text()
        self.assertRegex(crashes, r"// Disabled, for it does something else here: .*\nTEST\(CrashWithoutHome, DISABLED_")
        self.assertRegex(crashes, r"TEST\(Crash, [^D]")
        for c, cxx in (("gcc", "g++"), ("clang-19", "clang++-19")):
            build = self.folder / f"build-{cxx}"
            self.run_tool("cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={c}",
                          f"-DCMAKE_CXX_COMPILER={cxx}", "-DPINCER_ALL_TESTS=ON")
            self.run_tool("cmake", "--build", build, "-j2")
            self.run_tool("ctest", "--test-dir", build, "--no-tests=error", "-j2")

    def build(self, out, c, cxx):
        build = out / f"build-{cxx}"
        self.run_tool("cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={c}",
                      f"-DCMAKE_CXX_COMPILER={cxx}")
        self.run_tool("cmake", "--build", build, "-j2")
        self.run_tool("ctest", "--test-dir", build, "--no-tests=error", "-j2")

    def test_what_is_disabled_disturbs_no_green_test(self):
        """Behind the first function's test, no process can be started any more."""
        self.write("limits.c", "#include <stdlib.h>\n#include <sys/resource.h>\n"
                   "int lowers(int x) {\n  const struct rlimit none = {0, 0};\n  return setrlimit(RLIMIT_NPROC, &none) + x;\n}\n"
                   "int ends(int x) {\n  if (x == 3)\n    exit(4);\n  return x;\n}\n")
        out = self.generate("limits.c", steps=1000)
        text = (out / "tests/limits_test.cpp").read_text()
        self.assertIn("TEST(Lowers, DISABLED_", text)
        self.assertIn("EXPECT_EXIT", text)
        self.assertNotIn("In a process of its own", text)
        self.assertEqual(2, self.report(out)["summary"]["covered"])

    def test_what_one_compiler_rejects_costs_its_tests_only(self):
        # Tests of C++ include the source, those of C reach it through its exports.
        for name, text, lost, where, message in (
                ("one.cpp", ONE_COMPILER, "only_clang", "it", "was not declared in this scope"),
                ("jumps.c", NEVER_INLINED, "jumps", "what lets a test reach jumps",
                 "can never be inlined because it uses setjmp")):
            with self.subTest(source=name):
                out = self.folder / name.replace(".", "_")
                self.pincer("test", self.write(name, text), "-o", out, "--steps", 1000, "--seed", 1, "-q", "--exit-zero")
                reasons = self.reasons(self.report(out))
                self.assertEqual({lost}, {function for function, _ in reasons})
                for reason in reasons.values():
                    self.assertIn(f"{where} does not compile in g++'s build: ", reason)
                    self.assertIn(message, reason)
                log = (out / ".pincer/dropped.txt").read_text()
                self.assertIn(f"{where} does not compile in g++'s build: ", log)
                self.assertNotIn("Both.", log)
                self.build(out, "gcc", "g++")

    def test_a_source_that_one_compiler_rejects_depends_on_it(self):
        sources = [self.write("clang_only.c", CLANG_ONLY), self.write("order.c", ORDER)]
        out = self.folder / "out"
        said = self.pincer("test", *sources, "-o", out, "--steps", 2000, "--seed", 1, "-q", "--exit-zero").stderr
        self.assertRegex(said, "tests of clang_only.c depend on the compiler, and were not checked in g\\+\\+'s build: .*"
                               'clang_only.c itself does not compile there: .*error: #error "for clang alone"')
        # The other source is checked with g++ all the same.
        reasons = self.reasons(self.report(out))
        self.assertEqual({"order"}, {function for function, _ in reasons})
        self.assertIn("it depends on the compiler", reasons["order", "true"])
        self.build(out, "clang-19", "clang++-19")

    def test_every_source_has_its_own_flags(self):
        sources = [self.write("list.c", LIST), self.write("list_sort.c", LIST_SORT)]
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": str(self.folder), "file": str(path), "command": f"cc {flag} -c {path}"}
             for path, flag in zip(sources, ("", "-DOF_SORT=7"))]))
        out = self.folder / "out"
        self.pincer("test", *sources, "-p", "build", "-o", out, "--steps", 500, "--seed", 1, "-q")
        report = self.report(out)
        self.assertEqual(report["summary"]["branches"], report["summary"]["covered"])
        self.assertNotIn("tests dropped by the final check", report["stats"])

    def test_headers_updated_since_pincer_was_built(self):
        """The precompiled header of GoogleTest is out of date then; it is only there to save time."""
        support = self.folder / "lib" / "pincer"
        support.mkdir(parents=True)
        for path in (BUILD / "lib" / "pincer").iterdir():
            if path.name != "gtest.pch":
                os.symlink(path, support / path.name)
        (self.folder / "bin").mkdir()
        shutil.copy(PINCER, self.folder / "bin" / "pincer")
        self.write("system.h", "// before the update\n")
        self.write("all.h", '#include "system.h"\n#include <gtest/gtest.h>\n')
        self.run_tool("clang++-19", "-std=c++20", "-x", "c++-header", "all.h", "-o", support / "gtest.pch")
        self.write("system.h", "// after it\n")
        source = self.write("a.c", "int positive(int x) { return x > 0 ? 1 : 0; }\n")
        self.pincer("test", source, "-o", "out", "--steps", 500, "-q", program=self.folder / "bin" / "pincer")
        self.assertEqual(2, self.report(self.folder / "out")["summary"]["covered"])


if __name__ == "__main__":
    main()
