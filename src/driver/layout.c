/* Other addresses. What a test does must not depend on where things lie; since all runs are forks
 * of one server without address randomisation, they would lie at the same places each time. The
 * layouts are few and fixed, so that the same seed gives the same suite: the heap begins elsewhere,
 * blocks are further apart, and the stack lies below the heap or deeper. (Variables move by another
 * link of the same objects.) Whatever bit of an address a test looks at, some layouts differ in it.
 */
#include "driver/driver.h"
#include "runtime/heap.h"

#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__LP64__)
static const uint64_t heapStep = 0x255555550ull;
#define LOW_STACK ((void *)0x3f0000000000)
#else
static const uint64_t heapStep = 0x555550;
#define LOW_STACK ((void *)0x40000000)
#endif
enum { STACK_STEP = 0x15550, STACK_SIZE = 8 << 20 };

static struct {
  void (*run)(const void *);
  const void *argument;
  ucontext_t context;
} moved;

static __attribute__((noinline)) void runMoved(void) {
  moved.run(moved.argument);
  leave();
}

static _Noreturn void runOnLowStack(void) {
  void *stack = mmap(LOW_STACK, STACK_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED)
    fail("no memory for a stack");
  getcontext(&moved.context);
  moved.context.uc_stack.ss_sp = stack;
  moved.context.uc_stack.ss_size = STACK_SIZE - STACK_STEP % 4096;
  moved.context.uc_link = NULL;
  makecontext(&moved.context, runMoved, 0);
  setcontext(&moved.context);
  leave();
}

_Noreturn void runInLayout(uint32_t layout, void (*run)(const void *), const void *argument) {
  moved.run = run;
  moved.argument = argument;
  if (layout == 0 || !pincerHeapMove) {
    runMoved();
    leave();
  }
  pincerHeapMove(heapStep * layout, layout * 16);
  if (layout % 2 == 1)
    runOnLowStack();
  volatile char *room = __builtin_alloca((uint64_t)STACK_STEP * layout);
  *room = 0;
  runMoved();
  leave();
}
