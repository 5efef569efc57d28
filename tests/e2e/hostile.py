"""Subjects that do all they can: each act gives a line in the report, and nothing outside the output folder changes."""
import os
import pathlib
import signal
import socket
import subprocess
import time

from harness import Case, main

# Each function is one act. It is told where the victims are: PID, VICTIM (a file), FOLDER, PORT.
ACTS = r"""#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

int never_returns(unsigned x) { for (volatile unsigned i = 0;; i = i + x); }
int sleeps_for_ever(void) { for (;;) pause(); }
int leaves(int x) { exit(x & 127); }
int leaves_at_once(int x) { _exit(x & 127); }
int recurses(int x) { volatile char room[4096]; room[x & 15] = 1; return recurses(x + 1) + room[0]; }
int writes_wild(unsigned long where) { *(volatile char *)(where | 1ul << 63) = 1; return 0; }
int overwrites_all_it_can(int x) { for (volatile char *p = (char *)&x;; ++p) *p = 0; }
int fills_memory(int x) {
  for (long i = 0; i < 100L << 30; i += 1 << 20) { char *p = malloc(1 << 20); if (!p) return x; memset(p, 1, 1 << 20); }
  return 0; }
int maps_memory(void) {
  char *p = malloc(100L << 30); if (!p) return 1;
  for (long i = 0; i < 100L << 30; i += 4096) p[i] = 1;
  return 0; }
int prints_for_ever(void) { static char text[1 << 16]; for (long i = 0; i < 100L << 14; ++i) write(1, text, sizeof text); return 0; }
int fills_the_disk(void) {
  static char text[1 << 16]; int fd = open("big", O_CREAT | O_WRONLY, 0600);
  if (fd < 0) return -1;
  for (long i = 0; i < 100L << 14; ++i) if (write(fd, text, sizeof text) < 0) return 1;
  return 0; }

int unlinks(void) { return unlink(VICTIM); }
int removes(void) { return remove(VICTIM) | rmdir(FOLDER "/empty"); }
int truncates(void) { return truncate(VICTIM, 0); }
int opens_to_truncate(void) { return open(VICTIM, O_WRONLY | O_TRUNC); }
int opens_to_write(void) { int fd = open(VICTIM, O_RDWR); return fd < 0 ? -1 : (int)write(fd, "x", 1); }
int changes_mode(void) { return chmod(VICTIM, 0777); }
int changes_owner(void) { return chown(VICTIM, 12345, 12345); }
int changes_times(void) { struct utimbuf times = {1, 1}; return utime(VICTIM, &times); }
int changes_attributes(void) { return setxattr(VICTIM, "user.pincer", "1", 1, 0); }
int renames(void) { return rename(VICTIM, VICTIM ".gone"); }
int links(void) { return link(VICTIM, FOLDER "/another") & symlink(VICTIM, FOLDER "/soft"); }
int creates(void) { return open(FOLDER "/new", O_CREAT | O_WRONLY, 0644); }
int makes_folder(void) { return mkdir(FOLDER "/new", 0755); }
int writes_by_shell(void) { return system("rm -rf " FOLDER "; echo hacked > " VICTIM); }
int mounts(void) { return mount("none", FOLDER, "tmpfs", 0, 0) & umount2("/", MNT_DETACH); }
int changes_root(void) { return chroot("/tmp"); }
int up_the_tree(void) { return unlink("../../../victim") & unlink("../../../../victim") & unlink("/proc/1/root" VICTIM); }
int through_proc(void) { return unlink("/proc/self/root" VICTIM); }

int kills_parent(void) { return kill(getppid(), SIGKILL); }
int kills_victim(void) { return kill(PID, SIGKILL); }
int kills_all(void) { return kill(-1, SIGKILL); }
int kills_group(void) { return kill(0, SIGKILL); }
int signals_by_queue(void) { return (int)syscall(SYS_rt_sigqueueinfo, PID, SIGTERM, 0); }
int traces(void) { return (int)ptrace(PTRACE_ATTACH, PID, 0, 0); }
int traces_parent(void) { return (int)ptrace(PTRACE_SEIZE, getppid(), 0, 0); }
int writes_into_parent(void) {
  char path[64]; snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid()); return open(path, O_RDWR) < 0 ? -1 : 1; }
int lowers_priority(void) { return setpriority(PRIO_PROCESS, PID, 19); }
int limits_victim(void) { struct rlimit none = {0, 0}; return prlimit(PID, RLIMIT_CPU, &none, 0); }
int forks_for_ever(void) { for (;;) fork(); }
int forks_and_leaves(void) { for (int i = 0; i < 100; ++i) if (fork() == 0) { setsid(); for (;;) pause(); } return 0; }

int connects(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = {htonl(0x7f000001)}};
  return s < 0 ? -1 : connect(s, (struct sockaddr *)&to, sizeof to); }
int connects_locally(void) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un to = {AF_UNIX, FOLDER "/socket"};
  return s < 0 ? -1 : connect(s, (struct sockaddr *)&to, sizeof to); }
int closes_all(void) { for (int i = 0; i < 4096; ++i) close(i); return 7; }
int writes_to_all(void) { for (int i = 3; i < 1024; ++i) if (write(i, "garbage garbage garbage", 23) < 0) continue; return 7; }
int ignores_signals(void) { for (int i = 1; i < 65; ++i) signal(i, SIG_IGN); for (;;); }
int blocks_signals(void) { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) pause(); }
int stops(void) { return raise(SIGSTOP); }
int sets_clock(void) { struct timespec at = {1, 0}; return clock_settime(CLOCK_REALTIME, &at); }
int wipes_own_memory(void) { extern char __executable_start, _end; memset(&__executable_start, 0, 1 << 20); return 0; }
"""

# What the report must say of an act, where it is more than "it was stopped, or got an error number".
FINDINGS = {"never_returns": "timeout", "sleeps_for_ever": "timeout", "recurses": "stack-overflow",
            "fills_memory": "out-of-memory", "prints_for_ever": "too-much-output"}
NORMAL = {"leaves", "leaves_at_once", "closes_all"}


def picture(folder):
    """Everything about the files in a folder but their times of access."""
    def of(path):
        status = path.lstat()
        attributes = {name: os.getxattr(path, name) for name in os.listxattr(path, follow_symlinks=False)}
        return (status.st_mode, status.st_uid, status.st_gid, status.st_size, status.st_mtime_ns, status.st_nlink,
                status.st_ino, attributes, path.read_bytes() if path.is_file() else None)
    return {str(path): of(path) for path in sorted([folder, *folder.rglob("*")])}


class Hostile(Case):
    def setUp(self):
        super().setUp()
        self.precious = self.folder / "precious"
        (self.precious / "empty").mkdir(parents=True)
        (self.precious / "victim").write_text("irreplaceable\n")
        self.process = subprocess.Popen(["sleep", "600"])
        self.priority = os.getpriority(os.PRIO_PROCESS, self.process.pid)
        self.before.add(self.process.pid)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.listener = self.listen(socket.AF_INET, ("127.0.0.1", 0))
        self.local = self.listen(socket.AF_UNIX, str(self.precious / "socket"))
        # The program lies at the depth that up_the_tree expects: folder/out/.pincer/scratch-*.
        (self.folder / "victim").write_text("irreplaceable too\n")

    def listen(self, family, address):
        listener = socket.socket(family)
        listener.bind(address)
        listener.listen()
        listener.setblocking(False)
        self.addCleanup(listener.close)
        return listener

    def test_acts(self):
        source = self.write("acts.c", ACTS)
        source.parent.chmod(0o755)
        before, others = picture(self.precious), (self.folder / "victim").read_text()
        clock = time.time() - time.monotonic()
        flags = [f"-DPID={self.process.pid}", f'-DVICTIM="{self.precious}/victim"', f'-DFOLDER="{self.precious}"',
                 f"-DPORT={self.listener.getsockname()[1]}", "-w"]
        result = self.pincer("test", "acts.c", "-o", "out", "--steps", "200", "--test-timeout", "100ms",
                             "--memory", "64m", "--", *flags, code=1, timeout=1200)

        self.assertEqual(before, picture(self.precious))
        self.assertEqual(others, (self.folder / "victim").read_text())
        self.assertIsNone(self.process.poll())
        self.assertEqual(self.priority, os.getpriority(os.PRIO_PROCESS, self.process.pid))
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        self.assertIn("TracerPid:\t0", status)
        for listener in (self.listener, self.local):
            self.assertRaises(BlockingIOError, listener.accept)
        self.assertAlmostEqual(clock, time.time() - time.monotonic(), delta=60)
        self.assertEqual(["acts.c", "out", "precious", "victim"], sorted(path.name for path in self.folder.iterdir()))
        self.assertLess(sum(path.stat().st_size for path in (self.folder / "out").rglob("*")), 100 << 20)
        self.expect_nothing_runs()
        self.expect_told(result)

    def expect_told(self, result):
        """Every act has a test, and the kind of finding it deserves."""
        report = self.report(self.folder / "out")
        names = {f["name"] for f in report["functions"]}
        self.assertLessEqual(set(FINDINGS) | NORMAL, names)
        kinds = {}
        function_of = {t["id"]: t["function"] for t in report["tests"]}
        for finding in report["findings"]:
            kinds.setdefault(function_of[finding["test"]], set()).add(finding["kind"])
            self.assertNotEqual("", finding["message"])
        for function in report["functions"]:
            name = function["name"]
            with self.subTest(act=name):
                outcomes = {t["outcome"] for t in report["tests"] if t["function"] == name}
                self.assertTrue(outcomes, f"no test: {function}")
                self.assertTrue(any(line.startswith(name + " ") for line in result.stdout.splitlines()))
                if name in FINDINGS:
                    self.assertIn(FINDINGS[name], kinds.get(name, set()))
                if name in NORMAL:
                    self.assertEqual({"normal"}, outcomes)


if __name__ == "__main__":
    main()
