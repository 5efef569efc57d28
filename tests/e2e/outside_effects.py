"""A green run of an emitted suite changes nothing outside, whatever the subject calls; nor does building it."""
import os
import subprocess

from hostile import picture
from harness import Case, main

ACTS = r"""#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int opens(int x) { int fd = x == 7 ? open(VICTIM, O_RDWR | O_TRUNC) : -1; if (fd < 0) return 1; close(fd); return 2; }
int reads_and_truncates(int x) { return x == 7 ? open(VICTIM, O_RDONLY | O_TRUNC) < 0 : 3; }
int by_stream(int x) { FILE *f = x == 7 ? fopen(VICTIM, "w") : 0; if (!f) return 1; fclose(f); return 2; }
int makes(int x) { char name[] = FOLDER "/tXXXXXX"; return x == 7 ? mkostemp(name, O_CLOEXEC) < 0 : 3; }
int makes_node(int x) { return x == 7 ? mknodat(AT_FDCWD, FOLDER "/node", S_IFIFO | 0600, 0) != 0 : 3; }
int makes_temporary(int x) { FILE *f = x == 7 ? tmpfile() : 0; if (!f) return 1; fclose(f); return 2; }
int changes_mode(int x) { return x == 7 ? chmod(VICTIM, 0) != 0 : 3; }
int limits(int x) { struct rlimit none = {0, 0}; return x == 7 ? setrlimit(RLIMIT_FSIZE, &none) != 0 : 3; }
int writes_to_all(int x) { if (x != 7) return 3; for (int i = 3; i < 64; ++i) if (write(i, "!", 1) == 2) return 1; return 2; }
int closes_all(int x) { if (x != 7) return 3; for (int i = 3; i < 64; ++i) close(i); return dup2(0, 1) == 1; }
int shares(int x) { return x == 7 ? shmget(KEY, 4096, IPC_CREAT | 0600) >= 0 : 3; }
int executes(int x) {
  char *none[] = {0}; return x == 7 ? execveat(AT_FDCWD, "/nowhere/at/all", none, none, 0) != 0 : 3; }
int by_assembly(int x) {
  if (x != 7) return 3;
  long r; __asm__ volatile("syscall" : "=a"(r) : "a"(SYS_unlink), "D"(VICTIM) : "rcx", "r11", "memory");
  return r != 0; }
int works_here(int x) {
  if (x != 7) return 3;
  int fd = open("left-behind", O_CREAT | O_RDWR, 0600);
  if (fd < 0 || write(fd, "abc", 3) != 3) return 1;
  return mkdir("folder", 0700) == 0 && rename("left-behind", "folder/there") == 0 ? 2 : 4; }
int computes(int x) { printf("%d\n", x); return strlen(x == 7 ? "seven" : "other") + abs(x % 3); }
"""

CONSTRUCTOR = r"""
#include <unistd.h>
__attribute__((constructor)) static void starts(void) { unlink(VICTIM); }
int computes(int x) { return x == 7 ? 1 : 2; }
"""

DEEP = r"""
#include <sys/stat.h>
#include <unistd.h>
int deepens(int x) {
  if (x == 7) return -1;
  for (int i = 0; i < 66; ++i) if (mkdir("deep", 0755) != 0 || chdir("deep") != 0) return 1;
  return chmod("..", 0) + chmod(".", 0); }
int computes(int x) { return x > 10 ? 1 : 2; }
"""

# A program that wants to write where its argument or its own text says; what it can't write, it says with an exit code.
WRITER = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void atEnd(void) { unlink(VICTIM); }
int main(int argc, char **argv) {
  atexit(atEnd);
  char line[16];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  if (line[0] == 'z') {
    FILE *zero = fopen("/dev/zero", "r");
    if (!zero)
      return 2;
    return fgetc(zero) == 0 ? 3 : 4;
  }
  if (line[0] == 'v')
    return open(VICTIM, O_WRONLY | O_TRUNC) < 0 ? 5 : 6;
  if (line[0] == 'k')
    return write(KEPT, "!", 1) < 0 ? 7 : 8;
  const char *name = argc > 1 ? argv[1] : "here";
  FILE *file = fopen(name, "w");
  if (!file)
    return 9;
  fputs("overwritten", file);
  fprintf(stderr, "wrote %s", name);
  if (line[0] == 'a')
    abort();
  _exit(10);
}
"""

# The fence of the suite is too narrow for this one, and its own folder wide enough.
WAITS = r"""
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  FILE *file = tmpfile();
  if (!file)
    return 1;
  return getchar() == 'x' ? 2 : 3;
}
"""


class OutsideEffects(Case):
    def setUp(self):
        super().setUp()
        self.precious = self.folder / "precious"
        self.precious.mkdir()
        (self.precious / "victim").write_text("irreplaceable\n")
        self.flags = [f'-DVICTIM="{self.precious}/victim"', f'-DFOLDER="{self.precious}"', f"-DKEY={os.getpid()}"]

    def build(self, out):
        build = self.folder / "build"
        self.run_tool("cmake", "-S", out / "tests", "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release")
        self.run_tool("cmake", "--build", build)
        return build

    def test_acts(self):
        source = self.write("acts.c", ACTS)
        before = picture(self.precious)
        self.pincer("test", source, "-o", "out", "--steps", 3000, "--exit-zero", "-q", "--",
                    "-D_FORTIFY_SOURCE=2", "-D_FILE_OFFSET_BITS=64", *self.flags)
        build = self.build(self.folder / "out")
        place = self.folder / "place"
        place.mkdir()
        with open(self.precious / "victim", "a") as kept:
            run = subprocess.run([build / "pincer_tests"], cwd=place, capture_output=True, text=True, timeout=60,
                                 pass_fds=[kept.fileno()])
        self.assertEqual(0, run.returncode, run.stdout)
        self.assertEqual(before, picture(self.precious))
        self.assertEqual([], list(place.iterdir()))
        self.assertNotIn(f"0x{os.getpid():08x}", self.run_tool("ipcs", "-m"))
        for name in ("Opens", "ByStream", "Makes", "ByAssembly", "WorksHere", "Computes"):
            self.assertRegex(run.stdout, rf"\[       OK \] {name}\.XEquals7")
        self.assertNotIn("SKIPPED", run.stdout)

    def test_a_program(self):
        source = self.write("writer.c", WRITER)
        before = picture(self.precious)
        with open(self.precious / "victim", "a") as kept:
            flags = (*self.flags, f"-DKEPT={kept.fileno()}")
            out = self.folder / "out"
            self.pincer("test", source, "--program", "-o", out, "--steps", 3000, "--seed", 1, "-q", "--exit-zero",
                        "--", *flags)
            build = self.build(out)
            place = self.folder / "place"
            place.mkdir()
            run = subprocess.run([build / "pincer_tests"], cwd=place, capture_output=True, text=True, timeout=60,
                                 pass_fds=[kept.fileno()])
        self.assertEqual(0, run.returncode, run.stdout)
        self.assertEqual(before, picture(self.precious))
        self.assertEqual([], list(place.iterdir()))
        for word in ("SKIPPED", "DISABLED"):
            self.assertNotIn(word, run.stdout)
        self.assertIn("wrote here", run.stderr)
        report = self.report(out)
        details = {test["detail"] for test in report["tests"]}
        self.assertLessEqual({f"exits with {code}" for code in (1, 3, 5, 7, 10)} | {"crashes (SIGABRT)"}, details)
        open_ones = {(branch["line"], branch["outcome"]) for branch in report["branches"] if branch["verdict"] != "covered"}
        lines = WRITER.splitlines()
        texts = [(lines[line - 1].strip(), outcome) for line, outcome in sorted(open_ones)]
        self.assertEqual([], [text for text in texts if text[0] != "if (!file)"
                              and not ("?" in text[0] and text[1] == "false") and text != ("if (!zero)", "true")])

    def test_a_program_for_which_the_fence_is_too_narrow(self):
        out = self.folder / "out"
        self.pincer("test", self.write("waits.c", WAITS), "--program", "-o", out, "--steps", 500, "--seed", 1, "-q")
        tests = (out / "tests/waits_test.cpp").read_text()
        self.assertIn("pincer::run(", tests)
        self.assertNotIn("BehindFence", tests)
        self.assertNotIn("DISABLED_", tests)

    def test_a_constructor_runs_when_tests_do(self):
        source = self.write("starts.c", CONSTRUCTOR)
        said = self.pincer("test", source, "-o", "out", "--steps", 500, "--", *self.flags)
        self.assertIn("may call unlink", said.stdout + said.stderr)
        self.assertIn("may call unlink", (self.folder / "out/tests/CMakeLists.txt").read_text())
        self.build(self.folder / "out")
        self.assertEqual("irreplaceable\n", (self.precious / "victim").read_text())

    def test_depth_ends_no_run(self):
        source = self.write("deep.c", DEEP)
        self.pincer("test", source, "-o", "out", "--steps", 20, "--exit-zero", "-q")
        functions = {f["name"]: f for f in self.report(self.folder / "out")["functions"]}
        self.assertEqual("tested", functions["computes"]["state"])
        self.assertNotEqual("skipped", functions["deepens"]["state"])


if __name__ == "__main__":
    main()
