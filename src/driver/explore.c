/* Many tests, only the interesting ones reported.
 *
 * Where a reset is complete, one child runs test after test and writes finds itself. When the
 * subject ends that child (a crash, a time-out, exit), the test that the control page names is to
 * blame; the server reports it and goes on with the next test in a new child. An access through a
 * null pointer, by far the most common crash, did no harm, and the same child goes on. Where
 * libraries may keep something of each test, the child makes way for a new one after some hundreds.
 * Other functions get a process per test. Either way the finds come in the order of the tests, and
 * what they cover counts as seen from then on.
 *
 * Variations of one test follow each other: where a reset is complete, that test is built once, and
 * the heap goes back to how it was then. */
#include "abi/streams.h"
#include "driver/driver.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>

/* Tests that share a process loosely, at most. */
enum { MOST_SHARING_LOOSELY = 512, REARM_EVERY = 16 };

/* The least that any of its calls allows. */
static uint32_t sharingOf(const PincerTest *test) {
  uint32_t sharing = canShare() ? PINCER_SHARES_COMPLETELY : PINCER_SHARES_NOTHING;
  for (uint32_t i = 0; i < test->stepCount + test->observerCount; ++i) {
    const uint32_t one = callableOf(&stepsOf(test)[i])->sharing;
    sharing = one < sharing ? one : sharing;
  }
  return sharing == PINCER_SHARES_COMPLETELY && !canReset() ? PINCER_SHARES_LOOSELY : sharing;
}

static int reportsAll, isVaried, countsMatter;
static uint32_t isUsual;       /* the run that is worth reporting took no new branch... */
static uint32_t nearerCount;   /* ...and came nearer to so many */
static uint8_t exitsSeen[256]; /* codes with which programs ended, in this request */

/* A request is one record after the other: tests, or variations, whose tests lie behind them. */
static const PincerTest *testAt(const uint8_t *record) {
  const void *test =
      isVaried ? record + ((const PincerVariation *)(const void *)record)->base : record;
  return test;
}

static const uint8_t *nextRecord(const uint8_t *record) {
  return record + *(const uint32_t *)(const void *)record; /* both begin with their size */
}

static const PincerTest *kept; /* the test that the heap goes back to; null: none */

static Call buildVaried(const uint8_t *record, int mayKeep) {
  static Call call;
  const PincerVariation *variation = (const void *)record;
  const PincerTest *test = testAt(record);
  if (kept && kept == test) {
    startSupplies(test);
  } else {
    call = buildCall(test, 0);
    kept = mayKeep && test->suppliedCount == 0 && keepState() ? test : NULL;
  }
  const PincerChange *change = (const void *)(variation + 1);
  for (uint32_t i = 0; i < variation->changeCount; ++i, ++change)
    memcpy((uint8_t *)call.objects[change->object] + change->offset, change->bytes, change->size);
  return call;
}

static Call build(const uint8_t *record, int mayKeep) {
  return isVaried ? buildVaried(record, mayKeep) : buildCall(testAt(record), 0);
}

/* Programs end by an exit; the first with each code is news. */
static int isUsualExit(End end) {
  if (!pincer_program.name || end.outcome != PINCER_EXITED)
    return 0;
  const uint8_t code = (uint8_t)end.value;
  const int isKnown = exitsSeen[code];
  exitsSeen[code] = 1;
  return isKnown;
}

/* A run that did not return, or took a branch that is news. Rejected ones are left out unless
 * pincer wants them: what they cover would count as seen. Of a sequence, what came before the step
 * that could not be made is as good as any. */
static int isWorthReporting(const Channel *channel, const PincerTest *test, End end) {
  const uint32_t outcome = end.outcome;
  isUsual = 0;
  nearerCount = 0;
  if (reportsAll)
    return 1;
  if (outcome == PINCER_REJECTED && test->stepCount == 1 && !channel->header.reportsEarlyEnds)
    return 0;
  const int isOrdinary = outcome == PINCER_REJECTED || outcome == PINCER_RETURNED ||
                         outcome == PINCER_THREW || isUsualExit(end);
  const int isNews = !isOrdinary || tookNewBranch(channel->seen);
  const int isNewCount = countsMatter && outcome != PINCER_REJECTED && tookNewCount();
  nearerCount = isOrdinary && outcome != PINCER_REJECTED ? cameNearer(channel->seen) : 0;
  isUsual = !isNews && (isNewCount || nearerCount > 0);
  return isNews || isUsual;
}

typedef struct {
  const uint8_t *at; /* the next one */
  uint32_t index;
  uint32_t count;
  uint32_t sharing; /* of the tests in this process */
  uint32_t end;     /* this process runs none from here on */
  uint64_t used;    /* bytes of finds, known to be good */
} Progress;

static _Noreturn void endBatch(const Channel *channel, uint32_t index, uint32_t state) {
  channel->control->index = index;
  channel->control->state = state;
  leave();
}

static void report(const Channel *channel, Progress *batch, End end) {
  const PincerFind find = {.index = batch->index,
                           .outcome = end.outcome,
                           .value = end.value,
                           .step = channel->control->step,
                           .isUsual = isUsual,
                           .nearerCount = nearerCount};
  const uint64_t used = appendFind(channel, batch->used, &find);
  if (used == 0)
    endBatch(channel, batch->index, PINCER_STATE_BATCH_FULL);
  batch->used = used;
  channel->control->responseUsed = used;
}

/* `as`: the outcome that decides whether it is news. */
static void reportIfNews(const Channel *channel, Progress *batch, End end, uint32_t as) {
  if (isWorthReporting(channel, testAt(batch->at), (End){as, end.value}))
    report(channel, batch, end);
}

static void goToNext(Progress *batch) {
  ++batch->index;
  batch->at = nextRecord(batch->at);
  if (batch->sharing == PINCER_SHARES_LOOSELY && !resetLoosely())
    batch->end = batch->index;
  if (batch->sharing != PINCER_SHARES_COMPLETELY)
    return;
  if (kept && batch->index < batch->end && testAt(batch->at) == kept) {
    resetToKept();
  } else {
    kept = NULL;
    resetState();
  }
}

static _Noreturn void runBatch(const Channel *channel, const Progress *from, uint32_t timeoutMs) {
  static Progress batch; /* not a local, which setjmp may forget */
  static jmp_buf afterNullAccess;
  static int isDisarmed;
  batch = *from;
  isDisarmed = 1;
  if (batch.sharing == PINCER_SHARES_COMPLETELY)
    armForBatch(channel, timeoutMs, &afterNullAccess);
  channel->control->state = PINCER_STATE_CALLING;
  const int landed = setjmp(afterNullAccess);
  isUsual = nearerCount = 0;
  isDisarmed = isDisarmed || landed == LANDED_AFTER_NULL;
  if (landed == LANDED_AFTER_NULL)
    report(channel, &batch, (End){PINCER_CRASHED, SIGSEGV});
  if (landed == LANDED_STARVED)
    report(channel, &batch, (End){PINCER_STARVED, 0});
  if (landed == LANDED_REJECTED)
    reportIfNews(channel, &batch, (End){PINCER_REJECTED, 0}, PINCER_REJECTED);
  if (landed == LANDED_AT_END_OF_INPUTS)
    reportIfNews(channel, &batch, (End){PINCER_EXITED, 0}, PINCER_RETURNED);
  if (landed == LANDED_AT_EXIT)
    reportIfNews(channel, &batch, (End){PINCER_EXITED, exitStatus}, PINCER_EXITED);
  if (landed != 0)
    goToNext(&batch);
  while (batch.index < batch.end && sharingOf(testAt(batch.at)) == batch.sharing) {
    channel->control->index = batch.index;
    /* The tests before may have changed any handler; to look each time takes longer than most. */
    if (batch.sharing == PINCER_SHARES_LOOSELY && (isDisarmed || batch.index % REARM_EVERY == 0))
      armForBatch(channel, timeoutMs, &afterNullAccess);
    isDisarmed = 0;
    const Call call = build(batch.at, batch.sharing == PINCER_SHARES_COMPLETELY);
    startProgram(&call, 1);
    const uint32_t outcome = performCall(channel, &call);
    destroyObjects(&call);
    reportIfNews(channel, &batch, (End){outcome, 0}, outcome);
    goToNext(&batch);
  }
  endBatch(channel, batch.index, PINCER_STATE_BATCH_ENDED);
}

static _Noreturn void runAlone(const Channel *channel, const uint8_t *record, uint32_t timeoutMs) {
  armForOneTest(channel, timeoutMs);
  channel->control->state = PINCER_STATE_CALLING;
  const Call call = build(record, 0);
  startProgram(&call, 0);
  const uint32_t outcome = performCall(channel, &call);
  destroyObjects(&call);
  channel->control->rejected = outcome == PINCER_REJECTED;
  channel->control->state = outcome == PINCER_THREW ? PINCER_STATE_THREW : PINCER_STATE_RETURNED;
  leave();
}

static void skipTo(Progress *progress, uint32_t index) {
  for (; progress->index < index; ++progress->index)
    progress->at = nextRecord(progress->at);
}

/* Takes over the child's account of the finds if it can be true. */
static void adoptFinds(const Channel *channel, Progress *progress) {
  const uint64_t used = channel->control->responseUsed;
  if (used >= progress->used && used <= PINCER_RESPONSE_CAPACITY && used % 8 == 0)
    progress->used = used;
}

/* Reports the test at hand; false if there is no room. */
static int reportCurrent(const Channel *channel, Progress *progress, End end) {
  const PincerFind find = {.index = progress->index,
                           .outcome = end.outcome,
                           .value = end.value,
                           .step = channel->control->step,
                           .isUsual = isUsual,
                           .nearerCount = nearerCount};
  const uint64_t used = appendFind(channel, progress->used, &find);
  if (used == 0)
    return 0;
  progress->used = used;
  channel->control->responseUsed = used;
  return 1;
}

/* Both return false when the response area is full. */
static int exploreBatch(const Channel *channel, Progress *progress, uint32_t timeoutMs) {
  const uint32_t start = progress->index;
  channel->control->responseUsed = progress->used;
  progress->sharing = sharingOf(testAt(progress->at));
  const uint32_t left = progress->count - start;
  const int isLong = progress->sharing == PINCER_SHARES_LOOSELY && left > MOST_SHARING_LOOSELY;
  progress->end = start + (isLong ? MOST_SHARING_LOOSELY : left);
  const pid_t child = startChild(channel);
  if (child == 0)
    runBatch(channel, progress, timeoutMs);
  End end = finishChild(channel, child);
  if (progress->sharing == PINCER_SHARES_LOOSELY)
    clearFolder();
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
  isUsual = nearerCount = 0;
  if (!reportCurrent(channel, progress, end))
    return 0;
  skipTo(progress, progress->index + 1);
  return 1;
}

static int exploreAlone(const Channel *channel, Progress *progress, uint32_t timeoutMs) {
  const pid_t child = startChild(channel);
  if (child == 0)
    runAlone(channel, progress->at, timeoutMs);
  const End end = finishChild(channel, child);
  clearFolder();
  if (isWorthReporting(channel, testAt(progress->at), end) &&
      !reportCurrent(channel, progress, end))
    return 0;
  skipTo(progress, progress->index + 1);
  return 1;
}

PincerReply explore(const Channel *channel, const PincerCommand *command) {
  Progress progress = {.at = channel->requests[command->half], .count = command->count};
  isVaried = command->varied != 0;
  skipTo(&progress, command->first);
  reportsAll = command->all != 0;
  countsMatter = command->counts != 0;
  memset(exitsSeen, 0, sizeof exitsSeen);
  channel->control->responseUsed = 0;
  int room = 1;
  while (room && progress.index < progress.count) {
    clearCoverage();
    channel->control->index = progress.index;
    const int isShared = !command->alone && sharingOf(testAt(progress.at)) != PINCER_SHARES_NOTHING;
    room = (isShared ? exploreBatch : exploreAlone)(channel, &progress, command->timeoutMs);
  }
  return (PincerReply){.executed = progress.index, .responseUsed = progress.used};
}
