"""Harnesses of other tools, run unchanged; the formats of their tests, written and read back."""
import os
import signal
import struct
import subprocess
import xml.etree.ElementTree as ElementTree

from harness import Case, PUZZLES, main, wait_until

BRANCHES = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"
ERROR_CALL = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n"

# What a validator does: the n-th call gives the n-th input; then nothing is left, and it ends.
VALIDATOR = """
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
void __gcov_dump(void);
/* gcov forgets a run that aborts, unless it is told. */
static void dump(int number) {
  __gcov_dump();
  signal(number, SIG_DFL);
  raise(number);
}
__attribute__((constructor)) static void start(void) { signal(SIGABRT, dump); }
static long next(void) {
  long value;
  if (scanf("%ld", &value) != 1)
    exit(99);
  return value;
}
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
void __VERIFIER_assume(int holds) { if (!holds) exit(98); }
"""


def read_ktest(path):
    """The objects of a .ktest file, by the format's description."""
    data, at = path.read_bytes(), 5

    def number():
        nonlocal at
        at += 4
        return struct.unpack(">I", data[at - 4:at])[0]

    def text():
        nonlocal at
        size = number()
        at += size
        return data[at - size:at]

    assert data[:5] == b"KTEST" and number() == 3, path
    for _ in range(number()):
        text()
    number(), number()
    objects = [(text().decode(), text()) for _ in range(number())]
    assert at == len(data), f"{path}: {len(data) - at} bytes too many"
    return objects


class TestComp(Case):
    def suite(self, out):
        """File -> (attributes, inputs) of each test case; the metadata must be in order."""
        folder = out / "test-suite"
        metadata = ElementTree.parse(folder / "metadata.xml").getroot()
        self.assertEqual(["sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction",
                          "architecture", "creationtime"], [element.tag for element in metadata])
        cases = {}
        for path in sorted(folder.glob("testcase-*.xml")):
            self.assertIn("<!DOCTYPE testcase PUBLIC", path.read_text())
            root = ElementTree.parse(path).getroot()
            self.assertEqual("testcase", root.tag)
            cases[path.name] = (root.attrib, [element.text for element in root])
        return cases

    def validator(self, task):
        """The task as a program that reads its inputs."""
        self.write("validator.c", VALIDATOR)
        self.run_tool("gcc", "-w", "--coverage", "-O0", task, "validator.c", "-o", "task")
        return lambda inputs: subprocess.run([self.folder / "task"], input="\n".join(inputs), text=True,
                                             capture_output=True, cwd=self.folder).returncode

    def test_branches(self):
        spec = self.write("coverage-branches.prp", BRANCHES)
        task = PUZZLES / "svcomp_task.c"
        out = self.folder / "out"
        self.pincer("test", task, "-o", out, "--spec", spec, "--64", "--steps", 20000, "-q")
        self.assertEqual(10, self.report(out)["summary"]["covered"])
        self.assertFalse((out / "tests").exists())
        run = self.validator(task)
        codes = [run(inputs) for _, inputs in self.suite(out).values()]
        self.assertIn(0, codes)
        self.assertIn(-signal.SIGABRT, codes)
        self.assertIn(98, codes, "what a run covers before it breaks an assumption counts")
        self.assertEqual(set(), set(codes) - {0, 98, -signal.SIGABRT}, "inputs are in order, none is missing")
        gcov = self.run_tool("gcov", "-b", "task-svcomp_task.gcda")
        self.assertIn("Taken at least once:100.00% of 10", gcov)

    def test_error_call(self):
        spec = self.write("coverage-error-call.prp", ERROR_CALL)
        task = PUZZLES / "svcomp_task.c"
        out = self.folder / "out"
        self.pincer("test", task, "-o", out, "--spec", spec, "--data-model", "LP64", "--steps", 50000, "-q")
        suite = self.suite(out)
        errors = [inputs for attributes, inputs in suite.values() if attributes.get("coversError") == "true"]
        self.assertEqual(1, len(errors), "the search ends with the first")
        self.assertEqual(-signal.SIGABRT, self.validator(task)(errors[0]))

    def test_killed(self):
        spec = self.write("coverage-branches.prp", BRANCHES)
        out = self.folder / "out"
        running = self.start("test", PUZZLES / "svcomp_task.c", "-o", out, "--spec", spec, "--time", "60s")
        self.assertTrue(wait_until(lambda: (out / "test-suite" / "testcase-2.xml").exists()))
        os.kill(running.pid, signal.SIGKILL)
        running.communicate()
        self.assertGreaterEqual(len(self.suite(out)), 2)

    def test_what_can_not_be_done(self):
        source = self.write("a.c", "int __VERIFIER_nondet_int(); int main() { return __VERIFIER_nondet_int() > 3; }")
        spec = self.write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )")
        self.assertIn("no specification of coverage", self.pincer("test", source, "--spec", spec, code=2).stderr)
        self.write("out/test-suite/mine.xml", "<mine/>")
        result = self.pincer("test", source, "-o", "out", "--format", "testcomp", code=2)
        self.assertIn("not written by pincer", result.stderr)

    def test_written_again(self):
        source = self.write("a.c", "int __VERIFIER_nondet_int(); int main() { return __VERIFIER_nondet_int() > 3 ? 1 : 0; }")
        for _ in range(2):
            self.pincer("test", source, "-o", "out", "--format", "testcomp", "--steps", 1000, "-q")
            self.assertEqual(2, len(self.suite(self.folder / "out")))


class KTest(Case):
    def test_out_and_in(self):
        out = self.folder / "out"
        self.pincer("test", PUZZLES / "klee_harness.c", "-o", out, "--format", "ktest,gtest", "--steps", 60000, "-q")
        covered = self.report(out)["summary"]["covered"]
        files = sorted((out / "ktest").iterdir())
        for path in files:
            objects = read_ktest(path)
            self.assertEqual([("a", 4), ("pattern", 7), ("side", 4)],
                             [(name, len(data)) for name, data in objects[:3]])
            self.assertEqual(0, objects[1][1][6], "as the harness assumes")
            self.assertIn(struct.unpack("<i", objects[2][1])[0], range(3, 9))
        again = self.folder / "again"
        self.pincer("test", PUZZLES / "klee_harness.c", "-o", again, "--seeds", out / "ktest", "--steps", len(files),
                    "--strategy", "random", "-q")
        self.assertEqual(covered, self.report(again)["summary"]["covered"], "the seeds cover what they did")


# Between AFL++'s macros stands what a target would do.
AFL_TARGET = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__AFL_FUZZ_INIT();
int main(void) {
#ifdef __AFL_HAVE_MANUAL_CONTROL
  __AFL_INIT();
#endif
  unsigned char *buf = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(10000)) {
    int len = __AFL_FUZZ_TESTCASE_LEN;
    if (len < 8)
      continue;
    if (memcmp(buf, "AFL!", 4) == 0 && buf[4] * 256 + buf[5] == len + 770) {
      puts("found");
      abort();
    }
  }
  return 0;
}
"""


class Afl(Case):
    def test_persistent_mode(self):
        """Nothing says --program: the macros do."""
        self.write("target.c", AFL_TARGET)
        out = self.folder / "out"
        self.pincer("test", "target.c", "-o", out, "--steps", 1500, "-q", "--self-check", code=1)
        report = self.report(out)
        self.assertEqual((8, 8), (report["summary"]["covered"], report["summary"]["branches"]))
        self.assertEqual(0, report["stats"]["self-check mismatches"])
        self.assertEqual(["abort"], [finding["kind"] for finding in report["findings"]])
        found = [path for path in (out / "corpus").iterdir() if path.read_bytes().startswith(b"AFL!")]
        self.assertTrue(found)
        self.run_tool("cmake", "-S", out / "tests", "-B", "build", "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++",
                      "-DCMAKE_C_COMPILER=gcc")
        self.run_tool("ninja", "-C", "build")
        self.run_tool("ctest", "--test-dir", "build", "--output-on-failure")
        self.assertIn("0 changed", self.pincer("replay", out).stdout)


KTEST_PROGRAM = """#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char word[8] = "";
  if (argc < 3 || strcmp(argv[1], "-f") != 0)
    return 1;
  FILE *file = fopen(argv[2], "r");
  if (!file)
    return 2;
  if (fread(word, 1, 4, file) == 4 && strcmp(word, "data") == 0 && getchar() == '!')
    return 3;
  return 0;
}
"""


class ProgramKTest(Case):
    def test_out_and_in(self):
        """Objects are named as KLEE's POSIX runtime names them, and tests that it wrote are read."""
        self.write("a.c", KTEST_PROGRAM)
        out = self.folder / "out"
        common = ("test", "a.c", "--program", "--file", "in.txt", "-q")
        self.pincer(*common, "-o", out, "--format", "ktest,gtest", "--steps", 1500)
        summary = self.report(out)["summary"]
        self.assertEqual(summary["branches"], summary["covered"])
        tests = [dict(read_ktest(path)) for path in sorted((out / "ktest").iterdir())]
        self.assertTrue(any(test.get("arg00") == b"-f\0" and test.get("arg01") == b"A\0" and
                            test.get("A_data", b"").startswith(b"data") and test.get("stdin", b"").startswith(b"!")
                            for test in tests), tests)
        again = self.folder / "again"
        self.pincer(*common, "-o", again, "--seeds", out / "ktest", "--steps", len(tests), "--strategy", "random")
        self.assertEqual(summary["covered"], self.report(again)["summary"]["covered"])


class Corpus(Case):
    def test_out_and_in(self):
        out = self.folder / "out"
        self.pincer("test", PUZZLES / "libfuzzer_target.c", "-o", out, "--format", "corpus", "--steps", 60000, "-q",
                    "--exit-zero")
        covered = self.report(out)["summary"]["covered"]
        files = list((out / "corpus").iterdir())
        self.assertTrue(any(path.read_bytes().startswith(b"PN") for path in files))
        again = self.folder / "again"
        self.pincer("test", PUZZLES / "libfuzzer_target.c", "-o", again, "--seeds", out / "corpus", "--steps",
                    len(files), "--strategy", "random", "-q", "--exit-zero")
        self.assertEqual(covered, self.report(again)["summary"]["covered"])


class Suites(Case):
    def test_elsewhere(self):
        """The emitted suite of a harness is whole: with cmake and g++ alone, it passes."""
        out = self.generate(PUZZLES / "klee_harness.c", steps=30000)
        self.run_tool("cmake", "-S", out / "tests", "-B", "build", "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++",
                      "-DCMAKE_C_COMPILER=gcc")
        self.run_tool("ninja", "-C", "build")
        self.run_tool("ctest", "--test-dir", "build", "--output-on-failure")

    def test_header_without_pincer(self):
        """<pincer.h> alone: code compiles and keeps its values."""
        header = PUZZLES.parent.parent / "src" / "harness" / "include"
        self.write("a.c", "#include <pincer.h>\nint main(void) { int x = 3; pincer_input(&x); pincer_assume(x > 0);\n"
                          "pincer_check(x == 3); return x - 3; }\n")
        for compiler in ("gcc", "g++", "clang-19"):
            self.run_tool(compiler, "-Wall", "-Wextra", "-Werror", f"-I{header}", "a.c", "-o", "a")
            self.run_tool("./a")


if __name__ == "__main__":
    main()
