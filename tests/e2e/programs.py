"""Whole programs: bad ones end in a clear way, good ones give suites that build, replay, continue and repeat."""
import json
import signal
import subprocess

from harness import Case, files_of, main, wait_until

# Each is a program, what must be said of some test of it, and the exit code of pincer.
ENDS = {
    "reads_more_than_there_is": ("""#include <unistd.h>
int main(void) { static char b[1 << 22]; long sum = 0, got; while ((got = read(0, b, sizeof b)) > 0) sum += got;
  return got < 0 ? 9 : sum > 3 ? 1 : 0; }""", "exits with 0", 0),
    "closes_its_input": ("""#include <stdio.h>
#include <unistd.h>
int main(void) { close(0); return getchar() == EOF ? 5 : 6; }""", "exits with 5", 0),
    "forks": ("""#include <sys/wait.h>
#include <unistd.h>
int main(void) { int status; if (fork() == 0) _exit(4); wait(&status); return WEXITSTATUS(status) + 1; }""",
              "exits with 5", 0),
    "becomes_a_daemon": ("""#include <unistd.h>
int main(void) { if (daemon(0, 0) != 0) return 3; for (;;) pause(); }""", "exits with 0", 0),
    "traps_segv": ("""#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void on(int s) { (void)s; _exit(41); }
int main(int argc, char **argv) { signal(SIGSEGV, on); return argc > 1 ? *(volatile char *)8 : 0; }""", "exits with 41", None),
    "leaves_at_once": ("""#include <stdio.h>
#include <unistd.h>
int main(void) { printf("never seen"); _exit(6); }""", "exits with 6", 0),
    "overflows_its_stack": ("""
int deep(int n) { volatile char room[4096]; room[n & 15] = 1; return deep(n + 1) + room[0]; }
int main(int argc, char **argv) { return argc > 1 ? deep(0) : 0; }""", "crashes (SIGSEGV)", 1),
    "prints_for_ever": ("""#include <stdio.h>
int main(int argc, char **argv) { if (argc > 1) for (;;) puts("more"); return 0; }""", "writes without end", 1),
    "waits_for_input": ("""#include <stdio.h>
int main(void) { while (getchar() != 'x') ; return 0; }""", "does not return in time", 1),
    "corrupts_its_heap": ("""#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { char *p = malloc(8); if (argc > 1) memset(p - 64, 0x41, 256); free(p); free(malloc(99)); return 0; }""",
                          None, 1),
}

GREETER = """#include <stdio.h>
#include <string.h>
#include "greet.h"
int main(int argc, char **argv) {
  char line[32];
  if (argc > 1 && strcmp(argv[1], "--loud") == 0)
    return greet(stdout, "WORLD");
  if (!fgets(line, sizeof line, stdin))
    return 1;
  return greet(stdout, line);
}
"""
GREET_H = "#include <stdio.h>\nint greet(FILE *to, const char *whom);\n"
GREET_C = """#include "greet.h"
static int isNobody(const char *whom) { return whom[0] == 0 || whom[0] == '\\n'; }
int greet(FILE *to, const char *whom) {
  if (isNobody(whom))
    return 2;
  fprintf(to, "hello %s", whom);
  return 0;
}
"""

CONFIG = r"""#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen("etc/app.conf", "r");
  const char *level = getenv("LEVEL");
  if (!file)
    return 1;
  int first = fgetc(file);
  if (first == EOF)
    return 2;
  if (first == 0)
    return 3;
  if (level && level[0] == '9')
    return 4;
  FILE *log = fopen("log", "wx");
  if (!log)
    return 5;
  printf("%d", first);
  return 0;
}
"""

# A main without a return at its end returns 0, in whatever way it is declared.
FALLS_OFF = {
    "plain.c": """#include <stdio.h>
int main(int argc, char *argv[]) { if (getchar() == 'a') printf("%d%c", argc, argv[0] ? '!' : '?'); }
""",
    "old.c": """#include <stdio.h>
main(argc, argv) int argc; char **argv; { if (getchar() == 'a') printf("%d%c", argc, argv[0] ? '!' : '?'); }
""",
    "plain.cpp": """#include <cstdio>
int main(int argc, char const *const *argv) noexcept { if (getchar() == 'a') printf("%d%c", argc, argv[0] ? '!' : '?'); }
""",
    "harness.c": """#include <klee/klee.h>
int main() { int x; klee_make_symbolic(&x, sizeof x, "x"); if (x == 77) x++; }
""",
}

SLOW = """#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  usleep(10000);
  if (argc > 1)
    return 1;
  unsigned n = 0;
  if (fread(&n, 1, 4, stdin) == 4 && n * 2654435761u == 0x12345678u)
    return 2;
  return 3;
}
"""


class Programs(Case):
    def program(self, *sources, out="out", steps=2000, code=0, more=()):
        folder = self.folder / out
        self.pincer("test", *sources, "--program", "-o", folder, "--steps", steps, "--seed", 1, "-q", *more, code=code)
        return folder

    def details(self, out):
        return {test["detail"] for test in self.report(out)["tests"]}

    def test_bad_programs_end_in_a_clear_way(self):
        for name, (text, detail, code) in ENDS.items():
            with self.subTest(program=name):
                source = self.write(f"{name}.c", text)
                out = self.folder / name
                # One that hangs costs its whole time in each run.
                result = subprocess.run([self.pincer_path(), "test", source, "--program", "-o", out, "--steps", "40",
                                         "--test-timeout", "200ms", "-q"], capture_output=True, text=True, timeout=120,
                                        cwd=self.folder)
                self.assertIn(result.returncode, (0, 1) if code is None else (code,), result.stdout + result.stderr)
                report = self.report(out)
                if detail:
                    self.assertIn(detail, {test["detail"] for test in report["tests"]})
                if code == 1:
                    self.assertTrue(report["findings"])

    def pincer_path(self):
        from harness import PINCER
        return PINCER

    def expect_refused(self, *arguments, text, code=2):
        result = self.pincer("test", *arguments, "-o", "out", code=code)
        self.assertIn(text, result.stderr)
        self.assertFalse((self.folder / "out/report.json").exists())

    def test_refusals(self):
        main_c = self.write("main.c", "int main(void) { return 0; }\n")
        other = self.write("other.c", "int main(void) { return 1; }\n")
        none = self.write("none.c", "int f(int x) { return x; }\n")
        self.expect_refused(none, "--program", text="none of the sources defines main")
        self.expect_refused(main_c, other, "--program", text=f"more than one source defines main: {main_c}, {other}")
        self.expect_refused(main_c, "--program", "--file", "/etc/passwd", text="absolute path")
        self.expect_refused(main_c, "--program", "--file", "a/../../b", text="leads out of the folder")
        self.expect_refused(main_c, "--program", "--env", "A=B", text="no name of an environment variable")
        self.expect_refused(main_c, "--file", "x", text="need --program")
        self.expect_refused(main_c, "--program", "--entry", "main", text="--entry and --public do not go with it")
        self.expect_refused(main_c, "--program", "--seeds", "nowhere", text="--seeds: nowhere")
        self.expect_refused(none, "--seeds", ".", text="no function that takes bytes")

    def build(self, out, c, cxx, *more):
        build = self.folder / f"build-{cxx}-{out.name}"
        self.run_tool("cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={c}",
                      f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", *more)
        self.run_tool("cmake", "--build", build, "-j2")
        self.run_tool("ctest", "--test-dir", build, "--no-tests=error")

    def test_several_sources_through_a_compile_database(self):
        self.write("inc/greet.h", GREET_H)
        sources = [self.write("greeter.c", GREETER), self.write("greet.c", GREET_C)]
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": str(self.folder), "file": str(path), "command": f"cc -Iinc -c {path}"} for path in sources]))
        out = self.program(*sources, more=("-p", self.folder / "build"))
        report = self.report(out)
        self.assertEqual((report["summary"]["branches"],) * 2,
                         (report["summary"]["covered"], 12), report["branches"])
        states = {function["name"]: function["state"] for function in report["functions"]}
        self.assertEqual({"main": "tested", "greet": "tested", "isNobody": "tested"}, states)
        self.assertLessEqual({"exits with 0", "exits with 1", "exits with 2"}, self.details(out))
        text = (out / "tests/greeter_test.cpp").read_text()
        self.assertIn('"hello WORLD"', text)
        for compilers in (("gcc", "g++"), ("clang-19", "clang++-19")):
            self.build(out, *compilers)
        self.assertIn("0 changed", self.pincer("replay", out).stdout)

    def test_files_environment_and_a_clean_folder_for_every_run(self):
        out = self.program(self.write("config.c", CONFIG), more=("--file", "etc/app.conf", "--env", "LEVEL"))
        self.assertEqual({f"exits with {code}" for code in (0, 1, 2, 3, 4)}, self.details(out))
        self.build(out, "gcc", "g++")
        self.assertIn("0 changed", self.pincer("replay", out).stdout)

    def test_a_path_in_the_program_puts_its_tests_behind_a_fence(self):
        text = CONFIG.replace('"log"', '"/var/log/app"')
        out = self.program(self.write("config.c", text), more=("--file", "etc/app.conf", "--env", "LEVEL"))
        self.assertEqual({f"exits with {code}" for code in (1, 2, 3, 4, 5)}, self.details(out))
        tests = (out / "tests/config_test.cpp").read_text()
        self.assertNotIn("DISABLED_", tests)
        self.assertEqual(tests.count("TEST("), tests.count("pincer::runBehindFence("))
        self.build(out, "gcc", "g++")
        self.assertIn("0 changed", self.pincer("replay", out).stdout)

    def test_what_may_change_other_processes_is_disabled(self):
        text = CONFIG.replace('FILE *log = fopen("log", "wx");', 'FILE *log = popen("true", "w");')
        out = self.program(self.write("config.c", text), more=("--file", "etc/app.conf"))
        tests = (out / "tests/config_test.cpp").read_text()
        self.assertIn("TEST(Main, DISABLED_", tests)
        self.assertNotIn("TEST(Main, F", tests)
        self.assertNotIn("BehindFence", tests)

    def test_a_main_that_falls_off_its_end_returns_0(self):
        for name, text in FALLS_OFF.items():
            with self.subTest(program=name):
                out = self.folder / name.replace(".", "_")
                harness = name.startswith("harness")
                old = ("--", "-Wno-implicit-int") if name == "old.c" else ()
                self.pincer("test", self.write(name, text), *([] if harness else ["--program"]), "-o", out, "--steps", 100,
                            "--seed", 1, "-q", *old)
                report = self.report(out)
                self.assertEqual(0, report["stats"].get("tests dropped by the final check", 0))
                self.assertEqual({"returns"} if harness else {"exits with 0"}, self.details(out))
                self.assertLess(1, report["summary"]["covered"])
                self.build(out, "gcc", "g++", "-DCMAKE_BUILD_TYPE=Release")

    def test_seeds_and_corpus(self):
        source = self.write("gate.c", """#include <stdio.h>
int main(void) { unsigned n = 0; if (fread(&n, 1, 4, stdin) != 4) return 1;
  return (n ^ n >> 13) * 2654435761u == 0x%08xu ? 7 : 2; }""" % ((0xdeadbeef ^ 0xdeadbeef >> 13) * 2654435761 % 2**32))
        (self.folder / "seeds").mkdir()
        (self.folder / "seeds/id:000001").write_bytes((0xdeadbeef).to_bytes(4, "little"))
        out = self.program(source, steps=200, more=("--seeds", "seeds"))
        self.assertIn("exits with 7", self.details(out))
        corpus = files_of(out / "corpus")
        self.assertTrue(any(text.startswith(b"\xef\xbe\xad\xde") for text in corpus.values()), corpus)
        # What comes out can go in again, and is not lost.
        again = self.program(source, out="again", steps=5, more=("--seeds", out / "corpus"))
        self.assertIn("exits with 7", self.details(again))

    def test_seeds_of_a_fuzz_target(self):
        source = self.write("fuzz.c", """#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t n = 5381;
  for (size_t i = 0; i < size; i++) n = n * 33 ^ data[i];
  return n == 0x%08xu ? 1 : 0; }""" % self.djb(b"the secret word"))
        (self.folder / "seeds").mkdir()
        (self.folder / "seeds/a").write_bytes(b"the secret word")
        self.pincer("test", source, "--entry", "LLVMFuzzerTestOneInput", "--seeds", "seeds", "-o", "out", "--steps", 50, "-q")
        self.assertEqual(4, self.report(self.folder / "out")["summary"]["covered"])

    @staticmethod
    def djb(text):
        n = 5381
        for byte in text:
            n = (n * 33 ^ byte) % 2**32
        return n

    def test_the_same_steps_give_the_same_suite(self):
        self.write("inc/greet.h", GREET_H)
        self.write("greeter.c", GREETER), self.write("greet.c", GREET_C)
        runs = [files_of(self.program("greeter.c", "greet.c", out=out, steps=600, more=("--", "-Iinc")))
                for out in ("one", "two")]
        for folder in ("tests/", "inputs/", "corpus/"):
            first, second = ({name: text for name, text in run.items() if name.startswith(folder)} for run in runs)
            self.assertTrue(first)
            self.assertEqual(first, second)

    def test_an_interrupted_search_keeps_its_tests_and_goes_on(self):
        self.write("slow.c", SLOW)
        process = self.start("test", "slow.c", "--program", "-o", "out", "--time", "100s")
        self.addCleanup(process.kill)
        out = self.folder / "out"
        self.assertTrue(wait_until(lambda: len(list((out / "inputs").glob("*.json"))) >= 2))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=600)
        self.assertEqual(130, process.returncode, output + errors)
        self.assertTrue(self.report(out)["interrupted"])
        found = self.details(out)
        self.assertLessEqual({"exits with 1", "exits with 3"}, found)
        self.assertIn("0 changed", self.pincer("replay", out).stdout)
        self.pincer("test", "slow.c", "--program", "-o", out, "--time", "8s", "-q")
        self.assertLessEqual(found, self.details(out))


if __name__ == "__main__":
    main()
