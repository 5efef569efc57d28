"""Whatever pincer is at, Ctrl-C ends it soon, with what was found so far; and no phase of --time waits for ever."""
import os
import shutil
import signal
import time

from harness import Case, main, wait_until

SLEEPS = """#include <unistd.h>
int naps(int x) { if (x > 100) sleep(1000); return x; }
int sleeps(int x) { sleep(1000); return x; }
int f(int x) { return x == 77 ? 1 : 2; }
"""
# Tables of this size keep compilers at work for long, whichever target they make.
LARGE = "".join(f"int f{i}(int a, int b) {{ if (a > {i} && b < a * {i % 7}) return a - b; return a + {i}; }}\n"
                for i in range(4000))
# Where the final check reads its report, the suite leaves a pipe that nobody writes to.
PIPE = """#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int f(int x) { mkfifo("gtest.json", 0600); return x > 5 ? 1 : 2; }
__attribute__((destructor)) static void leave(void) {
  DIR *folder = opendir(".");
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    if (strstr(entry->d_name, ".json")) {
      unlink(entry->d_name);
      mkfifo(entry->d_name, 0600);
    }
}
"""
# Seconds that pass before a process is called deaf; a loaded machine is slow, a deaf one takes minutes.
PATIENCE = 120


class Bounds(Case):
    def interrupt_when(self, process, condition, signal_number=signal.SIGINT):
        """Sends the signal once the condition holds; the exit code and what was said."""
        self.addCleanup(process.kill)
        self.assertTrue(wait_until(condition))
        process.send_signal(signal_number)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(130, process.returncode, output + errors)
        self.expect_nothing_runs()
        return errors

    def files(self, pattern):
        return lambda: list((self.folder / "out/.pincer").glob(pattern))

    def test_while_reading_and_compiling(self):
        self.write("large.c", LARGE)
        for pattern in ("lock", "unit0.bc", "unit0.marked.bc"):
            with self.subTest(file=pattern):
                shutil.rmtree(self.folder / "out", ignore_errors=True)  # of the run before
                process = self.start("test", "large.c", "-o", "out", "--time", "600s")
                errors = self.interrupt_when(process, self.files(pattern), signal.SIGTERM)
                self.assertIn("interrupted", errors)

    def test_while_waiting_for_compilers(self):
        self.write("large.c", LARGE)
        process = self.start("test", "large.c", "-o", "out", "--time", "600s")
        self.interrupt_when(process, self.files("unfinished"))
        self.assertTrue(self.report(self.folder / "out")["interrupted"])

    def test_while_a_run_sleeps(self):
        self.write("sleeps.c", SLEEPS)
        process = self.start("test", "sleeps.c", "-o", "out", "--time", "600s", "--test-timeout", "1h")
        self.interrupt_when(process, lambda: list(self.folder.glob("out/inputs/*.json")))
        self.assertTrue(self.report(self.folder / "out")["interrupted"])

    def test_time_ends_a_run_that_sleeps(self):
        self.write("sleeps.c", SLEEPS)
        self.pincer("test", "sleeps.c", "-o", "out", "--time", "3s", "--test-timeout", "1h", "--exit-zero",
                    timeout=600)
        self.assertFalse(self.report(self.folder / "out")["interrupted"])

    def test_a_pipe_in_the_place_of_the_report(self):
        self.write("pipe.c", PIPE)
        self.pincer("test", "pipe.c", "-o", "out", "--steps", "300", "--exit-zero", timeout=600)

    def test_while_the_suite_is_checked(self):
        self.write("f.c", "int f(int x) { return x == 77 ? 1 : 2; }\n")
        process = self.start("test", "f.c", "-o", "out", "--steps", "500")
        errors = self.interrupt_when(process, lambda: (self.folder / "out/tests/f_test.cpp").exists())
        if "not built and run" in errors:  # else it was done before
            self.assertIn("77", (self.folder / "out/tests/f_test.cpp").read_text())


if __name__ == "__main__":
    main()
