/* What the test refuses the subject: its requests are counted from the first call on, and those
 * that the test names fail. */
#include "driver/driver.h"

#include "abi/refusals.h"

#include <stddef.h>

static PincerAskedCalls *asked; /* null: no test runs yet */
/* A copy: a run that waits outlives the request it came with. */
static PincerRefusal refusals[PINCER_MOST_REFUSALS];
static uint32_t refusalCount;

void prepareRefusals(const Channel *channel) { asked = channel->asked; }

void startRefusals(const PincerTest *test) {
  for (uint32_t i = 0; i < PINCER_REFUSABLE_KINDS; ++i)
    asked->requests[i] = 0;
  refusalCount = test->refusalCount <= PINCER_MOST_REFUSALS ? test->refusalCount : 0;
  const PincerRefusal *given = refusalCount ? firstRefusal(test) : NULL;
  for (uint32_t i = 0; i < refusalCount; ++i)
    refusals[i] = given[i];
}

int pincerRefuses(uint32_t kind) {
  if (!asked)
    return 0;
  const uint64_t index = __atomic_fetch_add(&asked->requests[kind], 1, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < refusalCount; ++i)
    if (refusals[i].kind == kind && refusals[i].index == index)
      return 1;
  return 0;
}
