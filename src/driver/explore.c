/* Many tests, only the interesting ones reported.
 *
 * Where a reset is complete, one child runs test after test and writes finds itself. When the
 * subject ends that child (a crash, a time-out, exit), the test that the control page names is to
 * blame; the server reports it and goes on with the next test in a new child. Functions whose
 * effects a reset can't undo get a process per test. Either way the finds come in the order of the
 * tests, and what they cover counts as seen from then on. */
#include "driver/driver.h"

static int isBatchable(const PincerTest *test) { return canReset() && callableOf(test)->batchable; }

static _Noreturn void runBatch(const Channel *channel, const PincerTest *test, uint32_t index,
                               uint32_t count, uint64_t used) {
  volatile PincerControl *control = channel->control;
  armForBatch(channel);
  control->state = PINCER_STATE_CALLING;
  uint32_t state = PINCER_STATE_BATCH_ENDED;
  for (; index < count && isBatchable(test); ++index, test = nextTest(test)) {
    control->index = index;
    const Call call = buildCall(test);
    performCall(&call);
    if (tookNewBranch(channel->seen)) {
      const PincerFind find = {.index = index, .outcome = PINCER_RETURNED};
      const uint64_t next = appendFind(channel, used, &find);
      if (next == 0) {
        state = PINCER_STATE_BATCH_FULL;
        break;
      }
      used = next;
      control->responseUsed = used;
    }
    resetState();
  }
  control->index = index;
  control->state = state;
  leave();
}

static _Noreturn void runAlone(const Channel *channel, const PincerTest *test) {
  armForOneTest(channel);
  channel->control->state = PINCER_STATE_CALLING;
  const Call call = buildCall(test);
  performCall(&call);
  channel->control->state = PINCER_STATE_RETURNED;
  leave();
}

typedef struct {
  const PincerTest *test; /* the next one */
  uint32_t index;
  uint32_t count;
  uint64_t used; /* bytes of finds, known to be good */
} Progress;

static void skipTo(Progress *progress, uint32_t index) {
  for (; progress->index < index; ++progress->index)
    progress->test = nextTest(progress->test);
}

/* Takes over the child's account of the finds if it can be true. */
static void adoptFinds(const Channel *channel, Progress *progress) {
  const uint64_t used = channel->control->responseUsed;
  if (used >= progress->used && used <= PINCER_RESPONSE_CAPACITY && used % 8 == 0)
    progress->used = used;
}

/* Reports the test at hand; false if there is no room. */
static int reportCurrent(const Channel *channel, Progress *progress, End end) {
  const PincerFind find = {.index = progress->index, .outcome = end.outcome, .value = end.value};
  const uint64_t used = appendFind(channel, progress->used, &find);
  if (used == 0)
    return 0;
  progress->used = used;
  channel->control->responseUsed = used;
  return 1;
}

/* Both return false when the response area is full. */
static int exploreBatch(const Channel *channel, Progress *progress) {
  const uint32_t start = progress->index;
  channel->control->responseUsed = progress->used;
  const pid_t child = startChild(channel);
  if (child == 0)
    runBatch(channel, progress->test, start, progress->count, progress->used);
  End end = finishChild(channel, child);
  const uint32_t state = channel->control->state;
  const uint32_t index = channel->control->index;
  const uint64_t before = progress->used;
  adoptFinds(channel, progress);
  if (end.outcome == PINCER_RETURNED) {
    if (state == PINCER_STATE_BATCH_ENDED && index > start && index <= progress->count) {
      skipTo(progress, index);
      return 1;
    }
    if (state == PINCER_STATE_BATCH_FULL && index < progress->count &&
        (index > start || before > 0)) {
      skipTo(progress, index);
      return 0;
    }
    end = (End){PINCER_CRASHED, 11}; /* its account makes no sense: it wrote over it */
  }
  if (index >= start && index < progress->count)
    skipTo(progress, index);
  if (!reportCurrent(channel, progress, end))
    return 0;
  skipTo(progress, progress->index + 1);
  return 1;
}

static int exploreAlone(const Channel *channel, Progress *progress) {
  const pid_t child = startChild(channel);
  if (child == 0)
    runAlone(channel, progress->test);
  const End end = finishChild(channel, child);
  const int worthIt = end.outcome != PINCER_RETURNED || tookNewBranch(channel->seen);
  if (worthIt && !reportCurrent(channel, progress, end))
    return 0;
  skipTo(progress, progress->index + 1);
  return 1;
}

PincerReply explore(const Channel *channel, const PincerCommand *command) {
  Progress progress = {.test = (const PincerTest *)channel->requests[command->half],
                       .count = command->count};
  skipTo(&progress, command->first);
  channel->control->responseUsed = 0;
  int room = 1;
  while (room && progress.index < progress.count) {
    clearCoverage();
    channel->control->index = progress.index;
    room = isBatchable(progress.test) ? exploreBatch(channel, &progress)
                                      : exploreAlone(channel, &progress);
  }
  return (PincerReply){.executed = progress.index, .responseUsed = progress.used};
}
