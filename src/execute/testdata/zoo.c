/* A target by hand, with the tables that build/ would generate: functions that end, or fail to end,
 * in every way there is. target_test.cpp holds the same list of functions, in this order. */
#include "abi/streams.h"
#include "abi/target.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef WIDE
enum { SLOTS = 1 << 20 };
#else
enum { SLOTS = 40 };
#endif
uint8_t pincer_coverage[(SLOTS + 4095) / 4096 * 4096] __attribute__((aligned(4096)));
const uint32_t pincer_coverage_size = SLOTS;

static int took(int slot) {
  pincer_coverage[slot] = 1;
  return 1;
}
#define IF(slot, condition) if ((condition) ? took(slot) : !took((slot) + 1))

static void missed(uint32_t slot, uint64_t distance) {
  if (distance < pincer_least_distances[slot])
    pincer_came_nearer(slot, distance);
}

#ifdef WITHOUT_RANGES
#define RESET(variable)
#else
#define RESET(variable)                                                                            \
  static const PincerRange range_##variable                                                        \
      __attribute__((section("pincer_ranges"), used)) = {&variable, sizeof variable}
#endif

struct pair {
  short a;
  int b;
};
struct node {
  int value;
  struct node *next;
};
struct bits {
  unsigned low : 3;
  int middle : 5;
  unsigned long long high : 40;
  char tail;
};
struct names {
  const char *first;
  char *second;
  int *where;
  char buffer[4];
};

int total = 100;
struct names label;
static int calls;
RESET(total);
RESET(label);
RESET(calls);

/* slots 0-9 */
int classify(int a, int b, int c) {
  IF(0, a <= 0 || b <= 0 || c <= 0) return 0;
  IF(2, a == b && b == c) return 3;
  IF(4, a == b || b == c || a == c) return 2;
  if (a <= 1000000)
    missed(6, 1000000 - (uint64_t)a);
  IF(6, a > 1000000) { IF(8, b < 50) return 9; }
  return 1;
}

struct pair swapPair(struct pair p) { return (struct pair){(short)p.b, p.a}; }

char *skipSpaces(char *s) {
  while (*s == ' ')
    ++s;
  return s;
}

const char *dayName(int day) {
  static const char *const names[] = {"Monday", "Tuesday"};
  return day >= 0 && day < 2 ? names[day] : NULL;
}

double half(double x) { return x / 2; }

int divide(int a, int b, int *quotient, int *remainder) {
  if (b == 0)
    return -1;
  *quotient = a / b;
  *remainder = a % b;
  return 0;
}

/* slots 10-13 */
int bump(int by) {
  ++calls;
  IF(10, calls > 1) return -1; /* never: each run starts afresh */
  total += by;
  IF(12, total == 142) label.first = "forty-two";
  return total;
}

int sumList(struct node *list) {
  int sum = 0;
  for (; list; list = list->next) {
    sum += list->value;
    list->value = 0;
  }
  return sum;
}

/* slots 14-17; leaks */
int freshMemory(int size) {
  unsigned char *first = malloc((size_t)size), *second;
  IF(14, first == NULL) return -1;
  const int seen = size > 0 ? first[size - 1] : 0;
  memset(first, 0x77, (size_t)size);
  free(first);
  second = malloc((size_t)size);
  IF(16, size > 0 && second[0] != seen) return -2; /* reused, but fresh */
  memset(second, 0x66, (size_t)size);
  return seen;
}

static void goodbye(void) { write(2, "goodbye", 7); }
void callExit(int code) {
  atexit(goodbye);
  exit(code);
}
void callQuickExit(int code) { _exit(code); }
void callAbort(void) { abort(); }
int readNull(int *p) { return *p; }

/* slots 18-19 */
int spin(int n) {
  IF(18, n == 7) {
    for (volatile int i = 0;; ++i)
      ;
  }
  for (volatile int i = 0; i < n; ++i)
    ;
  return n;
}
void sleepForever(void) {
  for (;;)
    pause();
}
int recurse(int n) {
  volatile char frame[256];
  frame[0] = (char)n;
  return recurse(n + 1) + frame[0];
}
void forkBomb(void) {
  for (int i = 0; i < 6; ++i) /* 64 processes: more than any fence allows, few enough without one */
    fork();
  for (;;)
    pause();
}
void printForever(void) {
  for (;;)
    write(1, "all work and no play\n", 21);
}
void allocateForever(int size) {
  for (;;) {
    char *volatile block = malloc((size_t)size);
    memset(block, 1, (size_t)size);
  }
}
int closeAll(int x) {
  for (int fd = 0; fd < 1024; ++fd)
    close(fd);
  return x;
}

/* Fills every writable shared page it can find. */
void scribble(int pattern) {
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    if (sscanf(line, "%lx-%lx rw-s", &from, &to) == 2 && strstr(line, "rw-s"))
      for (unsigned long at = from; at < to; at += sizeof(int))
        *(volatile int *)at = pattern;
  }
  if (pattern == 3)
    _exit(0);
}
void freeArgument(int *p) { free(p); }
int addBits(struct bits b) { return (int)b.low + b.middle + (int)(b.high >> 32) + b.tail; }
void changeNames(struct names *names) {
  names->first = "static text";
  names->second = names->buffer + 1;
  names->where = (int *)8;
  memcpy(names->buffer, "ab", 3);
}
int blockSignals(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (volatile int i = 0;; ++i)
    ;
}
int daemonise(int x) {
  for (int i = 0; i < 3; ++i)
    if (fork() == 0) {
      setsid();
      if (fork() != 0)
        _exit(0);
      for (volatile int j = 0;; ++j)
        ;
    }
  return x;
}
int killGroup(void) {
  signal(SIGTERM, SIG_IGN);
  kill(0, SIGTERM);
  return 5;
}
int othersAlive(void) {
  int count = 0;
  for (pid_t pid = 2; pid < 1000; ++pid)
    count += pid != getpid() && kill(pid, 0) == 0;
  return count;
}
int killParent(void) { return kill(getppid(), SIGKILL); }
void __pincer_divide_error(void);
int divideBy(int a, int b) {
  if (b == 0)
    __pincer_divide_error();
  return a / b;
}
int killSelf(void) { return raise(SIGKILL); }
const char *wildText(void) { return (const char *)16; }
void doubleFree(int n) {
  char *volatile block = malloc((size_t)n);
  char *volatile again = block;
  free(block);
  free(again);
}
int writeTen(char *buffer) {
  for (volatile int i = 0; i < 10; ++i)
    buffer[i] = (char)i;
  return 10;
}
long double third(long double x) { return x / 3; }
int stopSelf(void) { return raise(SIGSTOP); }

/* As the fence does it. */
int trapped(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  return socket(AF_INET, SOCK_STREAM, 0);
}

/* slots 20-23: each in a process of its own */
int alone(int n) {
  IF(20, n > 10) { IF(22, n == 4711) exit(1); }
  return n;
}
int sumMatrix(int (*rows)[2]) { return rows[0][0] + rows[0][1] + rows[1][0] + rows[1][1]; }
int samePointer(struct node *a, struct node *b) { return a == b ? 1 : a->next == b ? 2 : 0; }

/* slots 24-31: what a test leaves behind must not reach the next one */
int remember(const char *text, int n) {
  static char *last;
  static int count;
  RESET(last);
  RESET(count);
  IF(24, last != NULL) return -1;
  last = malloc(strlen(text) + 1);
  strcpy(last, text);
  IF(26, n > 3 && text[0] == 'x') { IF(28, text[1] == 'y') count += n; }
  IF(30, last[strlen(text)] != 0 || count > n) return -2;
  return count;
}

/* slots 32-35: libc keeps what it is told; our own variable is put back; files and descriptors are
 * not kept, nor does what is printed add up */
int linger(int n) {
  static int count;
  RESET(count);
  IF(32, getenv("LINGERS") != NULL) setenv("LINGERS", "no", 1);
  setenv("LINGERS", "yes", 0);
  FILE *left = fopen("left", "ax");
  for (int i = 0; i < 8192; ++i)
    putchar('x');
  IF(34, count++ > 0 || !left || fileno(left) > 8) return -1;
  return n;
}

/* Takes most branches of a wide map, and one more. */
int flood(int n) {
  memset(pincer_coverage, 1, SLOTS - 20);
  took(SLOTS - 20 + n % 20);
  if (n >= 100)
    abort();
  return n;
}

#define ARG(i, type) (*(type *)arguments[i])
#define RESULT(type) (*(type *)result)
#define THUNK(name) static void call_##name(void *const *arguments, void *result)
#define UNUSED (void)arguments, (void)result

THUNK(classify) { RESULT(int) = classify(ARG(0, int), ARG(1, int), ARG(2, int)); }
THUNK(swapPair) { RESULT(struct pair) = swapPair(ARG(0, struct pair)); }
THUNK(skipSpaces) { RESULT(char *) = skipSpaces(ARG(0, char *)); }
THUNK(dayName) { RESULT(const char *) = dayName(ARG(0, int)); }
THUNK(half) { RESULT(double) = half(ARG(0, double)); }
THUNK(divide) { RESULT(int) = divide(ARG(0, int), ARG(1, int), ARG(2, int *), ARG(3, int *)); }
THUNK(bump) { RESULT(int) = bump(ARG(0, int)); }
THUNK(sumList) { RESULT(int) = sumList(ARG(0, struct node *)); }
THUNK(freshMemory) { RESULT(int) = freshMemory(ARG(0, int)); }
THUNK(callExit) { UNUSED, callExit(ARG(0, int)); }
THUNK(callQuickExit) { UNUSED, callQuickExit(ARG(0, int)); }
THUNK(callAbort) { UNUSED, callAbort(); }
THUNK(readNull) { RESULT(int) = readNull(ARG(0, int *)); }
THUNK(spin) { RESULT(int) = spin(ARG(0, int)); }
THUNK(sleepForever) { UNUSED, sleepForever(); }
THUNK(recurse) { RESULT(int) = recurse(ARG(0, int)); }
THUNK(forkBomb) { UNUSED, forkBomb(); }
THUNK(printForever) { UNUSED, printForever(); }
THUNK(allocateForever) { UNUSED, allocateForever(ARG(0, int)); }
THUNK(closeAll) { RESULT(int) = closeAll(ARG(0, int)); }
THUNK(scribble) { UNUSED, scribble(ARG(0, int)); }
THUNK(freeArgument) { UNUSED, freeArgument(ARG(0, int *)); }
THUNK(addBits) { RESULT(int) = addBits(ARG(0, struct bits)); }
THUNK(changeNames) { UNUSED, changeNames(ARG(0, struct names *)); }
THUNK(blockSignals) { UNUSED, RESULT(int) = blockSignals(); }
THUNK(daemonise) { RESULT(int) = daemonise(ARG(0, int)); }
THUNK(killGroup) { UNUSED, RESULT(int) = killGroup(); }
THUNK(killParent) { UNUSED, RESULT(int) = killParent(); }
THUNK(othersAlive) { UNUSED, RESULT(int) = othersAlive(); }
THUNK(divideBy) { RESULT(int) = divideBy(ARG(0, int), ARG(1, int)); }
THUNK(killSelf) { UNUSED, RESULT(int) = killSelf(); }
THUNK(wildText) { UNUSED, RESULT(const char *) = wildText(); }
THUNK(doubleFree) { UNUSED, doubleFree(ARG(0, int)); }
THUNK(writeTen) { RESULT(int) = writeTen(ARG(0, char *)); }
THUNK(third) { RESULT(long double) = third(ARG(0, long double)); }
THUNK(stopSelf) { UNUSED, RESULT(int) = stopSelf(); }
THUNK(trapped) { UNUSED, RESULT(int) = trapped(); }
THUNK(alone) { RESULT(int) = alone(ARG(0, int)); }
THUNK(sumMatrix) { RESULT(int) = sumMatrix(*(int(**)[2])arguments[0]); }
THUNK(samePointer) { RESULT(int) = samePointer(ARG(0, struct node *), ARG(1, struct node *)); }
THUNK(remember) { RESULT(int) = remember(ARG(0, const char *), ARG(1, int)); }
THUNK(linger) { RESULT(int) = linger(ARG(0, int)); }
THUNK(flood) { RESULT(int) = flood(ARG(0, int)); }

/* What tests supply: a variable, a stub, and a function that pointers refer to. */
static int limit;
static int given(uint32_t source) {
  const int *record = pincer_supplied(source);
  return record ? *record : 0;
}
static int sensor(void) { return given(1); }
static int callback(void) { return given(2); }
static int askSensor(int (*function)(void)) {
  const int first = sensor(), second = sensor();
  limit++;
  return limit * 1000 + first * 100 + second * 10 + (function ? function() : 0);
}
static int waitForSensor(void) {
  int rounds = 0;
  while (sensor() == 0)
    rounds++;
  return rounds;
}
/* What it has when it asks for the first time. */
enum { PLAIN, WITH_FILE, WITH_THREAD, WITH_CHILD, WITH_PIPE, WITH_SHARED, WITH_OUTPUT, WITH_TIMER };
static void *sleepInThread(void *unused) { return (void *)(intptr_t)(sleep(1000) + !unused); }
static void prepareToFollow(int with, FILE **file) {
  int ends[2];
  pthread_t thread;
  if (with == WITH_FILE)
    *file = fopen("/proc/self/status", "r"), fgetc(*file);
  if (with == WITH_THREAD)
    pthread_create(&thread, 0, sleepInThread, 0);
  if (with == WITH_CHILD && fork() == 0)
    sleep(1000);
  if (with == WITH_PIPE)
    (void)!pipe(ends);
  if (with == WITH_SHARED)
    mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (with == WITH_OUTPUT)
    close(open("written", O_WRONLY | O_CREAT, 0600));
  if (with == WITH_TIMER)
    alarm(1000);
}
/* Adds up what sensors say until one says 9; other numbers above 100 are orders. */
static void followSensors(int with) {
  FILE *file = 0;
  prepareToFollow(with, &file);
  int *sum = calloc(1, sizeof *sum);
  for (int now = sensor(); now != 9; now = sensor()) {
    for (volatile int i = 0; i < 100000; i++)
      ;
    *sum += now;
    if (*sum > 10)
      took(36);
    if (now == 101)
      abort();
    if (now == 102 && fork() == 0)
      sleep(1000);
    if (now == 103)
      for (int process = 2; process < 4096; process++)
        if (process != getpid())
          kill(process, SIGKILL);
    if (now == 104)
      for (;;)
        ;
    if (now == 105)
      *(volatile int *)0 = 1;
  }
  took(37);
  exit(file ? fgetc(file) : *sum);
}
THUNK(followSensors) { UNUSED, followSensors(ARG(0, int)); }
THUNK(askSensor) { RESULT(int) = askSensor(*(int (**)(void))arguments[0]); }
THUNK(waitForSensor) { UNUSED, RESULT(int) = waitForSensor(); }

/* Objects that only calls make. */
struct box {
  int sum;
};
static struct box *makeBox(int first) {
  struct box *box = first < 0 ? 0 : malloc(sizeof *box);
  if (box)
    box->sum = first;
  return box;
}
static int addToBox(struct box *box, int more) { return box->sum += more; }
static void freeBox(struct box *box) { free(box); }
static void destroyBox(void *object) {
  took(38);
  free(object);
}
THUNK(makeBox) { RESULT(struct box *) = makeBox(ARG(0, int)); }
THUNK(addToBox) { RESULT(int) = addToBox(ARG(0, struct box *), ARG(1, int)); }
THUNK(freeBox) { UNUSED, freeBox(ARG(0, struct box *)); }

const PincerCallable pincer_callables[] = {
    {call_classify, 3, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_swapPair, 1, sizeof(struct pair), 0, PINCER_SHARES_COMPLETELY},
    {call_skipSpaces, 1, sizeof(char *), 1, PINCER_SHARES_COMPLETELY},
    {call_dayName, 1, sizeof(char *), 1, PINCER_SHARES_COMPLETELY},
    {call_half, 1, sizeof(double), 0, PINCER_SHARES_COMPLETELY},
    {call_divide, 4, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_bump, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_sumList, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_freshMemory, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_callExit, 1, 0, 0, 0},
    {call_callQuickExit, 1, 0, 0, 0},
    {call_callAbort, 0, 0, 0, PINCER_SHARES_COMPLETELY},
    {call_readNull, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_spin, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_sleepForever, 0, 0, 0, 0},
    {call_recurse, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_forkBomb, 0, 0, 0, 0},
    {call_printForever, 0, 0, 0, 0},
    {call_allocateForever, 1, 0, 0, PINCER_SHARES_COMPLETELY},
    {call_closeAll, 1, sizeof(int), 0, 0},
    {call_scribble, 1, 0, 0, 0},
    {call_freeArgument, 1, 0, 0, PINCER_SHARES_COMPLETELY},
    {call_addBits, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_changeNames, 1, 0, 0, PINCER_SHARES_COMPLETELY},
    {call_blockSignals, 0, sizeof(int), 0, 0},
    {call_daemonise, 1, sizeof(int), 0, 0},
    {call_killGroup, 0, sizeof(int), 0, 0},
    {call_killParent, 0, sizeof(int), 0, 0},
    {call_othersAlive, 0, sizeof(int), 0, 0},
    {call_divideBy, 2, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_killSelf, 0, sizeof(int), 0, 0},
    {call_wildText, 0, sizeof(char *), 1, PINCER_SHARES_COMPLETELY},
    {call_doubleFree, 1, 0, 0, PINCER_SHARES_COMPLETELY},
    {call_writeTen, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_third, 1, sizeof(long double), 0, PINCER_SHARES_COMPLETELY},
    {call_stopSelf, 0, sizeof(int), 0, 0},
    {call_trapped, 0, sizeof(int), 0, 0},
    {call_alone, 1, sizeof(int), 0, 0},
    {call_sumMatrix, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_samePointer, 2, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_remember, 2, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_flood, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_linger, 1, sizeof(int), 0, PINCER_SHARES_LOOSELY},
    {call_askSensor, 1, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_waitForSensor, 0, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_followSensors, 1, 0, 0, 0},
    {call_makeBox, 1, sizeof(void *), 0, PINCER_SHARES_COMPLETELY, destroyBox},
    {call_addToBox, 2, sizeof(int), 0, PINCER_SHARES_COMPLETELY},
    {call_freeBox, 1, 0, 0, PINCER_SHARES_COMPLETELY},
};
const uint32_t pincer_callable_count = sizeof pincer_callables / sizeof *pincer_callables;
PincerRange pincer_globals[] = {{&total, sizeof total}, {&label, sizeof label}};
const uint32_t pincer_global_count = 2;

const PincerSupply pincer_supplies[] = {
    {&limit, 0, sizeof limit},
    {0, (void (*)(void))sensor, sizeof(int)},
    {0, (void (*)(void))callback, sizeof(int)},
};
const uint32_t pincer_supply_count = 3;

/* No program. */
PincerStream pincer_streams[1];
const uint32_t pincer_stream_count = 0;
PincerVariable pincer_variables[1];
const uint32_t pincer_variable_count = 0;
PincerProgram pincer_program;

/* Functions that say they are pure, some of them rightly. */
static int pureCalls;
static void pureSum(void *const *arguments, void *result) {
  *(int *)result = *(int *)arguments[0] + *(short *)arguments[1];
}
static void pureHalf(void *const *arguments, void *result) {
  *(double *)result = *(double *)arguments[0] / 2;
}
static void pureTrouble(void *const *arguments, void *result) {
  const int kind = *(int *)arguments[0];
  if (kind == 1)
    abort();
  while (kind == 2)
    ;
  if (kind == 3)
    printf("trouble\n");
  if (kind == 4)
    exit(3);
  if (kind == 5)
    __builtin_trap();
  if (kind == 6)
    pureCalls += 1;
  if (kind == 7)
    trapped();
  *(int *)result = kind + pureCalls;
}
const PincerPure pincer_pures[] = {
    {pureSum, 2, sizeof(int)}, {pureHalf, 1, sizeof(double)}, {pureTrouble, 1, sizeof(int)}};
const uint32_t pincer_pure_count = 3;
