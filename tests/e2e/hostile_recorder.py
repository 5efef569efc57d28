"""Subjects that harm the recorder of a symbolic target, or themselves: it records as long as it can, no term is ever
wrong, and pincer says what happened."""
from harness import Case, main

# Each function does its worst once its first condition holds (which takes symbolic reasoning), and asks one more
# question of its argument afterwards, if it is still there.
ACTS = r"""#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#define SHADOW 0x100000000000ul
#define MASK 0x0ffffffffffful
static sigjmp_buf back;
static void jump(int s) { siglongjmp(back, s); }

/* The whole heap from its own block on. */
int corrupts_heap(unsigned x) {
  if (x * 3 != 300003) return 0;
  volatile char *p = malloc(16);
  for (int i = 0; i < 4096; i++) p[i] = (char)0xee;
  char *q = malloc(100); if (q) memset(q, 1, 100);
  free((void *)p); free(q);
  if ((x ^ 5) == 7) return 2;
  return 1; }

int overflows_stack(unsigned x) {
  volatile unsigned room[256]; room[x & 255] = x;
  if (x * 5 == 500005) return 3;
  return overflows_stack(x + 1) + (int)room[0]; }

/* Tags that name terms which are not those of the bytes. */
int forges_tags(unsigned x) {
  unsigned y = 7;
  if (x * 7 != 700007) return 0;
  uint32_t *tags = (uint32_t *)(SHADOW + (((uintptr_t)&y & MASK) << 2));
  for (unsigned i = 0; i < 4; i++) tags[i] = 1 << 3 | i;
  if (y + x == 12) return 2;
  for (unsigned i = 0; i < 4; i++) tags[i] = 0xfffffff8u | i;
  if (y - x == 13) return 3;
  return 1; }

/* What is shared with the outside, the log above all: its beginning, or what lies behind it. */
static void scribble(unsigned long offset, int byte) {
  static char maps[1 << 16]; unsigned long from, to; char flags[8];
  int fd = open("/proc/self/maps", O_RDONLY);
  if (fd >= 0) { for (size_t at = 0; at + 1 < sizeof maps;) { ssize_t n = read(fd, maps + at, sizeof maps - 1 - at); if (n <= 0) break; at += (size_t)n; } close(fd); }
  for (char *line = maps; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : line)
    if (sscanf(line, "%lx-%lx %7s", &from, &to, flags) == 3 && flags[1] == 'w' && flags[3] == 's' && to - from > 1 << 24)
      memset((void *)(from + offset), byte, 1 << 12); }
int overwrites_the_log(unsigned x) {
  if (x * 11 != 1100011) return 0;
  scribble(0, 0x5a);
  if ((x ^ 9) == 4) return 2;
  return 1; }
int overwrites_terms(unsigned x) {
  if (x * 31 != 3100031) return 0;
  scribble(4096, 0);
  if ((x ^ 9) == 4) return 2;
  return 1; }

int traps_its_own_fault(unsigned x) {
  if (x * 13 != 1300013) return 0;
  signal(SIGSEGV, jump);
  if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
  else if ((x ^ 0xff) == 99934) return 2;
  return 1; }

static volatile unsigned hits; static unsigned *shared;
static void looks(int s) { (void)s; if (*shared * 17 == 51) hits++; if ((*shared & 3) == 1) hits += 2; }
int raises_inside(unsigned x) {
  shared = &x;
  signal(SIGUSR1, looks);
  for (int i = 0; i < 50; i++) { raise(SIGUSR1); if (x * 17 == 1700017u + (unsigned)i) return 2; }
  return hits > 3 ? 1 : 0; }

int closes_everything(unsigned x) {
  for (int i = 0; i < 256; i++) close(i);
  if (x * 19 == 1900019) return 1;
  return 0; }

int unmaps_its_shadow(unsigned x) {
  if (x * 23 != 2300023) return 0;
  munmap((void *)SHADOW, 1ul << 46);
  if ((x ^ 3) == 100002) return 2;
  return 1; }

/* Children work on the same data as their parent, at the same time: the log is the parent's alone. */
static int work(unsigned x, unsigned rounds) { unsigned y = x; for (unsigned i = 0; i < rounds; i++) { y = y * 3 + i; if (y == 12345) return 1; } return 0; }
int forks(unsigned x) {
  if (x * 29 != 2900029) return 0;
  pid_t child = fork();
  if (child == 0) { for (int i = 0; i < 50; i++) work(x ^ (unsigned)i, 300); _exit(0); }
  for (int i = 0; i < 50; i++) work(x + (unsigned)i, 300);
  if (child > 0) waitpid(child, 0, 0);
  if ((x ^ 6) == 100007) return 2;
  return 1; }
int becomes_a_daemon(unsigned x) {
  if (x * 37 != 3700037) return 0;
  if (daemon(1, 1) != 0) return 3;
  if ((x ^ 6) == 100007) return 2;
  return 1; }
int leaves_at_once(unsigned x) {
  if (x * 41 != 4100041) return 0;
  if ((x ^ 6) == 100007) _exit(3);
  _exit(4); }
int prints_for_ever(unsigned x) {
  if (x * 43 != 4300043) return 0;
  for (;;) if (write(1, &x, sizeof x) < 0 && x == 7) return 2; }
int never_ends(unsigned x) {
  if (x * 47 != 4700047) return 0;
  for (volatile unsigned i = 0;; i = i + x) if (i == 3) i = 4; }
"""

# What lies behind its first condition was reached, so the recorder was there when it happened... (Not that of
# unmaps_its_shadow: where variables lie elsewhere it unmaps those, and its runs end differently.)
REACHED = [("x * 11 != 1100011", "false"), ("x * 13 != 1300013", "false"), ("x * 29 != 2900029", "false"),
           ("x * 31 != 3100031", "false"), ("x * 41 != 4100041", "false"),
           ("x * 17 == 1700017u + (unsigned)i", "true"), ("x * 19 == 1900019", "true"),
           # ... and it goes on after a fault that the subject caught itself, and after a fork.
           ("(x ^ 0xff) == 99934", "true"), ("(x ^ 6) == 100007", "true")]
FINDINGS = {"overflows_stack": "stack-overflow", "prints_for_ever": "too-much-output", "never_ends": "timeout",
            "corrupts_heap": "heap-buffer-overflow", "forges_tags": "wild-pointer"}

PROGRAM = r"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* Reads without end, or closes its input and goes on reading. */
int main(void) {
  int c = getchar();
  if (c == 'c') {
    fclose(stdin);
    if (read(0, &c, 1) == 1) return 3;
    return getchar() == EOF ? 4 : 5;
  }
  if (c == 'm') {
    size_t room = 1, used = 0;
    char *all = malloc(room);
    while ((c = getchar()) != EOF) {
      if (used == room) all = realloc(all, room *= 2);
      all[used++] = (char)c;
    }
    const int result = used > 40 && all[40] == '!' ? 6 : 7;
    free(all);
    return result;
  }
  if (c == 'z') {
    static char zeros[1 << 16];
    FILE *endless = fopen("/dev/zero", "r");
    for (int i = 0; i < 400; i++) if (fread(zeros, 1, sizeof zeros, endless) != sizeof zeros) return 8;
    return zeros[77] == 'q' ? 9 : 10;
  }
  return 0;
}
"""


class HostileRecorder(Case):
    def covered(self, report):
        """What a test takes, be it one that is disabled: the recorder was there."""
        return {(branch["condition"], branch["outcome"]) for branch in report["branches"] if "test" in branch}

    def run_one(self, source, *more):
        """Runs pincer with the self-check; returns the report."""
        out = self.folder / "out"
        result = self.pincer("test", source, "--self-check", "--seed", 1, "-o", out, "--exit-zero", *more, timeout=1200)
        report = self.report(out)
        self.assertGreater(report["stats"]["self-check terms"], 100)
        self.assertEqual(0, report["stats"]["self-check mismatches"], result.stdout + result.stderr)
        return report

    def test_functions(self):
        self.write("acts.c", ACTS)
        report = self.run_one("acts.c", "--strategy", "concolic", "--steps", 300, "--no-static", "--test-timeout",
                              "300ms", "--", "-w")
        self.assertGreater(report["stats"]["symbolic runs without a usable log"], 0)
        missing = [reached for reached in REACHED if reached not in self.covered(report)]
        self.assertEqual([], missing)
        function_of = {test["id"]: test["function"] for test in report["tests"]}
        found = {(function_of[finding["test"]], finding["kind"]) for finding in report["findings"]}
        self.assertLessEqual(set(FINDINGS.items()), found)

    def test_program(self):
        self.write("reads.c", PROGRAM)
        report = self.run_one("reads.c", "--program", "--steps", 600)
        missing = [reached for reached in [("c == 'c'", "true"), ("c == 'm'", "true"), ("c == 'z'", "true"),
                                           ("all[40] == '!'", "true"), ("zeros[77] == 'q'", "false"),
                                           ("getchar() == EOF", "true")] if reached not in self.covered(report)]
        self.assertEqual([], missing)


if __name__ == "__main__":
    main()
