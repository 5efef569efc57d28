"""Subjects that harm the recorder of a symbolic target, or themselves: it records as long as it can, no term is ever
wrong, and pincer says what happened."""
import re

from harness import Case, main

# Each function does its worst once its first condition holds (which takes symbolic reasoning), and asks one more
# question of its argument before and, if it is still there, after.
ACTS = r"""#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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
  for (int i = 0; i < 4; i++) tags[i] = 1 << 3 | i;
  if (y + x == 12) return 2;
  for (int i = 0; i < 4; i++) tags[i] = 0xfffffff8u | i;
  if (y - x == 13) return 3;
  return 1; }

/* The log, and whatever else is shared with the outside. */
int scribbles_over_the_log(unsigned x) {
  static char maps[1 << 16]; unsigned long from, to; char flags[8];
  if (x * 11 != 1100011) return 0;
  int fd = open("/proc/self/maps", O_RDONLY);
  if (fd >= 0) read(fd, maps, sizeof maps - 1);
  for (char *line = maps; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : line)
    if (sscanf(line, "%lx-%lx %7s", &from, &to, flags) == 3 && flags[1] == 'w' && flags[3] == 's')
      memset((void *)from, 0x5a, to - from < 1 << 20 ? to - from : 1 << 20);
  if ((x ^ 9) == 4) return 2;
  return 1; }

int traps_its_own_fault(unsigned x) {
  if (x * 13 != 1300013) return 0;
  signal(SIGSEGV, jump);
  if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
  else if ((x ^ 0xff) == 99934) return 2;
  return 1; }

static volatile unsigned hits; static unsigned *shared;
static void looks(int s) { if (*shared * 17 == 51) hits++; if ((*shared & 3) == 1) hits += 2; }
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
"""


class HostileRecorder(Case):
    def test_acts(self):
        self.write("acts.c", ACTS)
        out = self.folder / "out"
        result = self.pincer("test", "acts.c", "--self-check", "--strategy", "concolic", "--steps", 6000, "--seed", 1, "-o", out,
                             "--exit-zero", "--test-timeout", "300ms", timeout=400)
        report = self.report(out)
        stats = report["stats"]
        self.assertGreater(stats["self-check terms"], 100)
        self.assertEqual(0, stats["self-check mismatches"], result.stderr)
        covered = {(branch["condition"], branch["outcome"]) for branch in report["branches"] if branch["verdict"] == "covered"}
        # What lies behind its first condition was reached, so the recorder was there when it happened...
        for condition in ("x * 7 != 700007", "x * 13 != 1300013", "x * 23 != 2300023"):
            self.assertIn((condition, "false"), covered)
        self.assertIn(("x * 17 == 1700017u + (unsigned)i", "true"), covered)
        self.assertIn(("x * 19 == 1900019", "true"), covered)
        # ... and after a fault that the subject caught itself it still records.
        self.assertIn(("(x ^ 0xff) == 99934", "true"), covered)


main()
