/* What a hostile test may try; run behind the fence by fence_test: fence_acts ACT [ARGUMENT]... */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Prints what should have failed and did not. */
static int bad(const char *what, int succeeded) {
  if (succeeded)
    printf("%s succeeded\n", what);
  return succeeded;
}

static int opens(const char *path, int flags) {
  const int fd = open(path, flags, 0644);
  if (fd >= 0)
    close(fd);
  return fd >= 0;
}

/* Everything that could change the file or its folder; `name` may lead there by a link. */
static int change(const char *path) {
  int count = 0;
  char beside[4096], moved[4096];
  const struct timeval times[2] = {{1, 0}, {1, 0}};
  snprintf(beside, sizeof beside, "%s.beside", path);
  snprintf(moved, sizeof moved, "%s.moved", path);
  count += bad("open for writing", opens(path, O_WRONLY));
  count += bad("open for reading and writing", opens(path, O_RDWR));
  count += bad("open with O_TRUNC", opens(path, O_RDONLY | O_TRUNC));
  count += bad("open with O_APPEND", opens(path, O_WRONLY | O_APPEND));
  count += bad("truncate", truncate(path, 1) == 0);
  count += bad("chmod", chmod(path, 0600) == 0);
  count += bad("chown", chown(path, 65534, 65534) == 0 && chown(path, 1, 1) == 0);
  count += bad("setxattr", setxattr(path, "user.pincer", "x", 1, 0) == 0);
  count += bad("utimes", utimes(path, times) == 0);
  count += bad("link into scratch", link(path, "linked") == 0);
  count += bad("rename away", rename(path, moved) == 0);
  count += bad("rename into scratch", rename(path, "stolen") == 0);
  close(open("mine", O_CREAT | O_WRONLY, 0644));
  count += bad("rename over", rename("mine", path) == 0);
  count += bad("create", opens(beside, O_CREAT | O_WRONLY));
  count += bad("mkdir", mkdir(beside, 0755) == 0);
  count += bad("symlink", symlink("/", beside) == 0);
  count += bad("mkfifo", mkfifo(beside, 0644) == 0);
  /* A pipe can be written to on a read-only file system. */
  snprintf(beside, sizeof beside, "%s.pipe", path);
  count += bad("open a pipe", opens(beside, O_RDWR | O_NONBLOCK));
  return count;
}

static int changeFile(const char *path) {
  const int count = change(path) + bad("unlink", unlink(path) == 0);
  return count;
}

static int changeByLink(const char *path) {
  int count = 0;
  char upwards[8192] = "";
  if (symlink(path, "to-file") != 0)
    return 99;
  count += bad("write by link", opens("to-file", O_WRONLY | O_TRUNC));
  count += bad("truncate by link", truncate("to-file", 0) == 0);
  count += bad("chmod by link", chmod("to-file", 0) == 0);
  for (int i = 0; i < 40; ++i)
    strcat(upwards, "../");
  strcat(upwards, path);
  count += bad("write by ..", opens(upwards, O_WRONLY));
  count += bad("chmod by ..", chmod(upwards, 0) == 0);
  snprintf(upwards, sizeof upwards, "/proc/self/root%s", path);
  count += bad("write by /proc/self/root", opens(upwards, O_WRONLY));
  snprintf(upwards, sizeof upwards, "/proc/1/root%s", path);
  count += bad("write by /proc/1/root", opens(upwards, O_WRONLY));
  return count;
}

static int changeSystem(void) {
  int count = 0;
  count += bad("hostname", opens("/proc/sys/kernel/hostname", O_WRONLY));
  count += bad("drop_caches", opens("/proc/sys/vm/drop_caches", O_WRONLY));
  count += bad("oom_score_adj", opens("/proc/self/oom_score_adj", O_WRONLY));
  count += bad("sysrq", opens("/proc/sysrq-trigger", O_WRONLY));
  count += bad("memory of init", opens("/proc/1/mem", O_RDWR));
  count += bad("cgroup", opens("/sys/fs/cgroup/cgroup.procs", O_WRONLY));
  count += bad("tty", opens("/dev/tty", O_RDWR));
  count += bad("kmsg", opens("/dev/kmsg", O_WRONLY));
  count += bad("disk", opens("/dev/vda", O_RDONLY));
  count += bad("device file", mknod("disk", S_IFBLK | 0666, 0xfe00) == 0);
  return count;
}

static int setuidFile(void) {
  int count = 0;
  close(open("tool", O_CREAT | O_WRONLY, 0755));
  count += bad("chmod u+s", chmod("tool", 04755) == 0);
  count += bad("chmod g+s", chmod("tool", 02755) == 0);
  count += bad("creation u+s", opens("other", O_CREAT | O_WRONLY) && creat("third", 04755) >= 0);
  count += bad("raw chmod u+s", syscall(SYS_chmod, "tool", 0xffff000000004755L) == 0);
  return count;
}

static int forkBomb(void) {
  int alive = 1;
  for (int i = 0; i < 1000; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (int j = 0; j < 1000; ++j)
        if (fork() < 0)
          break;
      sleep(100);
      _exit(0);
    }
    if (child < 0)
      break;
    ++alive;
  }
  usleep(100000);
  /* Count what exists by asking for every small pid. */
  alive = 0;
  for (int pid = 2; pid < 5000; ++pid)
    alive += kill(pid, 0) == 0;
  printf("%d\n", alive);
  return 0;
}

static int fillFile(void) {
  static char block[1 << 20];
  const int fd = open("large", O_CREAT | O_WRONLY, 0644);
  for (int i = 0; i < 100 * 1024; ++i)
    if (write(fd, block, sizeof block) < 0)
      return 1;
  return 0;
}

static int fillFolder(void) {
  static char block[1 << 20];
  for (int i = 0; i < 100 * 1024; ++i) {
    char name[32];
    snprintf(name, sizeof name, "part-%d", i);
    const int fd = open(name, O_CREAT | O_WRONLY, 0644);
    if (fd < 0 || write(fd, block, sizeof block) != sizeof block)
      return 1;
    close(fd);
  }
  return 0;
}

static void touch(size_t bytes) {
  char *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    _exit(42);
  for (size_t i = 0; i < bytes; i += 4096)
    memory[i] = 1;
}

static int fillMemory(const char *gigabytes) {
  touch((size_t)atoi(gigabytes) << 30);
  return 0;
}

/* Children that together are too large, each of them is not. They stay until half of them were
 * killed, or for as long as a busy machine may need to get there. */
static int fillMemoryTogether(int shared) {
  pid_t children[8];
  if (shared)
    touch(64 << 20);
  for (int i = 0; i < 8; ++i)
    if ((children[i] = fork()) == 0) {
      if (!shared)
        touch(64 << 20);
      usleep(shared ? 300000 : 20000000);
      _exit(0);
    }
  int killed = 0, status;
  while (wait(&status) > 0) {
    killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    for (int i = 0; killed == 4 && i < 8; ++i)
      kill(children[i], SIGTERM);
  }
  printf("%d\n", killed);
  return 0;
}

static int stayBehind(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      signal(SIGHUP, SIG_IGN);
      signal(SIGTERM, SIG_IGN);
      for (;;) {
        const int fd = open("heartbeat", O_CREAT | O_WRONLY | O_APPEND, 0644);
        (void)!write(fd, "x", 1);
        close(fd);
        usleep(1000);
      }
    }
    _exit(0);
  }
  usleep(50000);
  return 0;
}

/* Is a closed folder and a link to the victim by turns, for whoever looks in from outside. */
static int exchange(const char *victim, int seconds) {
  const int place = open(".", O_RDONLY | O_DIRECTORY);
  const time_t end = time(NULL) + seconds;
  if (place < 0 || mkdir("one", 0) != 0 || symlink(victim, "other") != 0)
    return 1;
  while (time(NULL) < end)
    for (int i = 0; i < 1000; ++i) {
      syscall(SYS_renameat2, place, "one", place, "other", 2 /* RENAME_EXCHANGE */);
      chmod(i % 2 ? "one" : "other", 0);
    }
  return 0;
}

/* As pid 1: a fork server with one test, which does the act; prints how it ended. */
static int serve(char **arguments) {
  const pid_t child = fork();
  if (child == 0) {
    execv("/proc/self/exe", arguments);
    _exit(99);
  }
  int status;
  waitpid(child, &status, 0);
  printf("pid %d child %d\n", (int)getpid(),
         WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
  return 0;
}

static int raw(int count, char **numbers) {
  long v[7] = {0};
  for (int i = 0; i < count && i < 7; ++i)
    v[i] = (long)strtoull(numbers[i], NULL, 0);
  const long result = syscall(v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
  printf("%ld %s\n", result, result < 0 ? strerrorname_np(errno) : "");
  return 0;
}

static void *endThread(void *unused) { return unused; }

/* What honest code does must keep working. */
static int honest(void) {
  char text[64] = "";
  int pair[2], status;
  pthread_t thread;
  const int fd = open("/etc/passwd", O_RDONLY);
  if (fd < 0 || read(fd, text, sizeof text) <= 0)
    return 1;
  FILE *file = fopen("written", "w");
  if (file == NULL || fputs("hello", file) < 0 || fclose(file) != 0)
    return 2;
  if (chmod("written", 0600) != 0 || truncate("written", 4) != 0 || mkdir("folder", 0755) != 0 ||
      rename("written", "folder/moved") != 0 || rename("folder/moved", "written") != 0)
    return 3;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || write(pair[0], "x", 1) != 1)
    return 4;
  if (pthread_create(&thread, NULL, endThread, NULL) != 0 || pthread_join(thread, NULL) != 0)
    return 5;
  if (system("/bin/true") != 0)
    return 6;
  file = tmpfile();
  if (file == NULL || fputs("x", file) < 0 || fclose(file) != 0)
    return 7;
  const int shared = shm_open("/left-over", O_CREAT | O_RDWR, 0600);
  if (shared < 0 || ftruncate(shared, 4096) != 0 || !opens("/tmp/left-over", O_CREAT | O_WRONLY))
    return 8;
  if (fork() == 0)
    abort();
  if (wait(&status) < 0 || !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
    return 9;
  if (!opens("/dev/null", O_WRONLY) || !opens("/dev/urandom", O_RDONLY))
    return 10;
  if (mmap(NULL, (size_t)64 << 40, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
    return 11;
  return 0;
}

static int describe(void) {
  int local = 0;
  for (char **entry = environ; *entry != NULL; ++entry)
    printf("env %s\n", *entry);
  for (int fd = 0; fd < 1024; ++fd)
    if (fcntl(fd, F_GETFD) >= 0)
      printf("fd %d\n", fd);
  char folder[4096];
  printf("cwd %s\n", getcwd(folder, sizeof folder));
  printf("ids %d %d\n", (int)getuid(), (int)getgid());
  printf("stack %p heap %p code %p\n", (void *)&local, malloc(1), (void *)describe);
  return 0;
}

int main(int argc, char **argv) {
  const char *act = argc > 1 ? argv[1] : "";
  const char *argument = argc > 2 ? argv[2] : "";
  if (strcmp(act, "change") == 0)
    return changeFile(argument);
  if (strcmp(act, "change-by-link") == 0)
    return changeByLink(argument);
  if (strcmp(act, "change-system") == 0)
    return changeSystem();
  if (strcmp(act, "change-stdin") == 0) {
    char text[4] = "";
    int count = bad("fchmod of stdin", fchmod(0, 0) == 0);
    count += bad("fsetxattr of stdin", fsetxattr(0, "user.pincer", "x", 1, 0) == 0);
    count += bad("futimens of stdin", futimens(0, NULL) == 0);
    return count + bad("not reading", read(0, text, 3) != 3);
  }
  if (strcmp(act, "setuid-file") == 0)
    return setuidFile();
  if (strcmp(act, "kill-parent") == 0)
    return kill(getppid(), SIGKILL) == 0;
  if (strcmp(act, "kill-all") == 0)
    return kill(-1, SIGKILL) == 0;
  if (strcmp(act, "kill-pid") == 0)
    return bad("kill", kill(atoi(argument), SIGKILL) == 0) || errno != ESRCH;
  if (strcmp(act, "read-memory") == 0) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/mem", argument);
    return bad("open", opens(path, O_RDONLY)) + bad("open to write", opens(path, O_RDWR));
  }
  if (strcmp(act, "fork-bomb") == 0)
    return forkBomb();
  if (strcmp(act, "fill-file") == 0)
    return fillFile();
  if (strcmp(act, "fill-folder") == 0)
    return fillFolder();
  if (strcmp(act, "fill-memory") == 0)
    return fillMemory(argument);
  if (strcmp(act, "fill-memory-together") == 0)
    return fillMemoryTogether(0);
  if (strcmp(act, "share-memory") == 0)
    return fillMemoryTogether(1);
  if (strcmp(act, "stay-behind") == 0)
    return stayBehind();
  if (strcmp(act, "close-folders") == 0) {
    for (int i = 0; i < 3000; ++i)
      if (mkdir("deep", 0755) != 0 || !opens("deep/file", O_CREAT | O_WRONLY) || chdir("deep") != 0)
        return 1;
    return 0;
  }
  if (strcmp(act, "deepen") == 0) { /* long enough to be seen */
    for (int i = 0; i < 200; ++i)
      if (mkdir("deep", 0755) != 0 || chdir("deep") != 0)
        return 1;
    return usleep(400000);
  }
  if (strcmp(act, "close-folder") == 0)
    return mkdir("shut", 0755) != 0 || !opens("shut/file", O_CREAT | O_WRONLY) ||
           mkdir("shut/in", 0) != 0 || chmod("shut", 0) != 0 || chmod(".", 0) != 0;
  if (strcmp(act, "exchange") == 0)
    return exchange(argument, atoi(argv[3]));
  if (strcmp(act, "serve") == 0)
    return serve(argv + 1);
  if (strcmp(act, "exec") == 0) {
    execv(argument, argv + 2);
    return 99;
  }
  if (strcmp(act, "raw") == 0)
    return raw(argc - 2, argv + 2);
  if (strcmp(act, "honest") == 0)
    return honest();
  if (strcmp(act, "describe") == 0)
    return describe();
  if (strcmp(act, "exit") == 0)
    return atoi(argument);
  if (strcmp(act, "crash") == 0)
    abort();
  if (strcmp(act, "sleep") == 0)
    return (int)sleep(100);
  return 98;
}
