// Calls the functions of a subject with whatever a fuzzer makes up: arguments, globals, memory, and what callbacks change.
// The subject's table of functions and globals is made by attack.py. Crashes and endless runs are jumped out of.
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { Objects = 12, ObjectBytes = 256, ArgumentBytes = 4096 };

struct Global {
  unsigned char *start;
  uint64_t size;
};
typedef void Attack(unsigned char *arguments);
extern Attack *const attackFunctions[];
extern const uint64_t attackFunctionCount;
extern const struct Global attackGlobals[];
extern const uint64_t attackGlobalCount;
extern const uint64_t attackNumbers[]; // constants of the subject
extern const uint64_t attackNumberCount;

static unsigned char pool[Objects][ObjectBytes] __attribute__((aligned(16)));
static const uint8_t *input;
static size_t left;
static uint64_t state;

static uint64_t mixed(void) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static uint8_t byte(void) {
  if (left > 0) {
    --left;
    return *input++;
  }
  return (uint8_t)mixed();
}

static uint64_t word(void) {
  uint64_t all = 0;
  for (int i = 0; i < 8; i++)
    all = all << 8 | byte();
  return all;
}

uint64_t attackCallback(void);

static uint64_t address(void) {
  const uint8_t kind = byte();
  if (kind < 12)
    return 0;
  if (kind < 40)
    return (uint64_t)&attackCallback;
  if (kind < 60 && attackGlobalCount > 0)
    return (uint64_t)attackGlobals[byte() % attackGlobalCount].start;
  return (uint64_t)(pool[byte() % Objects] + (kind > 230 ? byte() % ObjectBytes & ~7 : 0));
}

static uint64_t number(void) {
  const uint8_t kind = byte();
  if (kind < 80)
    return (uint64_t)(int64_t)(int8_t)byte();
  if (kind < 130 && attackNumberCount > 0)
    return attackNumbers[(byte() << 8 | byte()) % attackNumberCount] + (kind < 110 ? 0 : kind % 5 - 2);
  if (kind < 150)
    return (uint64_t)1 << (byte() & 63);
  if (kind < 160)
    return ~(uint64_t)0 >> (byte() & 63);
  return word();
}

static void fill(unsigned char *start, uint64_t size, int mayPoint) {
  const uint8_t how = byte();
  for (uint64_t at = 0; at < size;) {
    uint64_t value = how < 60 ? 0 : how < 120 ? (mayPoint ? address() : number()) : number();
    if (how >= 200 && mayPoint && (byte() & 1))
      value = address();
    const uint64_t step = how >= 160 && how < 200 ? 4 : how >= 140 && how < 160 ? 1 : 8;
    memcpy(start + at, &value, size - at < step ? size - at : step);
    at += step;
  }
}

/// What may happen in code that nobody sees: any of the memory and globals changes.
static void change(void) {
  const uint8_t changes = byte() & 3;
  for (int i = 0; i < changes; i++) {
    const uint8_t which = byte();
    if (which < 128 && attackGlobalCount > 0) {
      const struct Global *global = &attackGlobals[which % attackGlobalCount];
      fill(global->start, global->size, 1);
    } else {
      fill(pool[which % Objects], ObjectBytes, 1);
    }
  }
}

uint64_t attackCallback(void) {
  change();
  return byte() & 1 ? number() : address();
}

static sigjmp_buf before;
static void jumpOut(int signal) {
  (void)signal;
  siglongjmp(before, 1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  static unsigned char stack[1 << 16] __attribute__((aligned(16)));
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_handler = jumpOut, .sa_flags = SA_ONSTACK | SA_NODEFER};
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGALRM};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
  return 0;
}

/// What ends a run in the subject.
void attackExit(void) { siglongjmp(before, 1); }

static unsigned char kept[1 << 20];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint64_t used = 0;
  for (uint64_t i = 0; i < attackGlobalCount; i++)
    if (used + attackGlobals[i].size <= sizeof kept) {
      memcpy(kept + used, attackGlobals[i].start, attackGlobals[i].size);
      used += attackGlobals[i].size;
    }
  input = data;
  left = size;
  state = size > 3 ? data[1] | data[2] << 8 | data[3] << 16 : size;
  const struct itimerval limit = {.it_value = {.tv_usec = 50000}}, none = {0};
  if (!sigsetjmp(before, 1)) {
    setitimer(ITIMER_REAL, &limit, NULL);
    const uint64_t which = (byte() << 8 | byte()) % attackFunctionCount;
    for (int i = 0; i < Objects; i++)
      fill(pool[i], ObjectBytes, 1);
    if (byte() & 1)
      for (uint64_t i = 0; i < attackGlobalCount; i++)
        fill(attackGlobals[i].start, attackGlobals[i].size, 1);
    unsigned char arguments[ArgumentBytes];
    for (size_t at = 0; at < 256; at += 16) { // first a number, then an address: the function takes what it needs
      const uint64_t plain = number(), pointer = address();
      memcpy(arguments + at, &plain, 8);
      memcpy(arguments + at + 8, &pointer, 8);
    }
    attackFunctions[which](arguments);
  }
  setitimer(ITIMER_REAL, &none, NULL);
  used = 0;
  for (uint64_t i = 0; i < attackGlobalCount; i++)
    if (used + attackGlobals[i].size <= sizeof kept) {
      memcpy(attackGlobals[i].start, kept + used, attackGlobals[i].size);
      used += attackGlobals[i].size;
    }
  return 0;
}
