/* Calls of pure functions with arguments that pincer chose. One child makes call after call, each
 * twice: a pure function gives the same both times. Whatever else it does ends the child, and the
 * control page says at which call. */
#include "driver/driver.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t callOnce(const Channel *channel, const PincerPureCall *call) {
  const PincerPure *pure = &pincer_pures[call->function];
  uint64_t words[PINCER_MOST_PURE_ARGUMENTS], result = 0;
  void *arguments[PINCER_MOST_PURE_ARGUMENTS];
  memcpy(words, call->arguments, sizeof words);
  for (uint32_t i = 0; i < PINCER_MOST_PURE_ARGUMENTS; ++i)
    arguments[i] = &words[i];
  char type[PINCER_THROWN_LIMIT], text[PINCER_THROWN_LIMIT];
  if (!pincerCallCatching) {
    pure->call(arguments, &result);
  } else if (pincerCallCatching(pure->call, arguments, &result, type, text, PINCER_THROWN_LIMIT)) {
    channel->control->state = PINCER_STATE_THREW;
    leave();
  }
  return result;
}

static _Noreturn void makeCalls(const Channel *channel, const PincerCommand *command) {
  const PincerPureCall *calls = (const PincerPureCall *)channel->requests[command->half];
  PincerPureResult *results = (PincerPureResult *)channel->response;
  armForOneTest(channel, channel->header.timeoutMs);
  channel->control->state = PINCER_STATE_CALLING;
  off_t printed = lseek(1, 0, SEEK_CUR);
  for (uint32_t i = command->first; i < command->count; ++i) {
    channel->control->index = i;
    results[i].first = callOnce(channel, &calls[i]);
    results[i].second = callOnce(channel, &calls[i]);
    fflush(NULL);
    const off_t now = lseek(1, 0, SEEK_CUR);
    results[i].printed = now != printed;
    printed = now;
  }
  channel->control->index = command->count;
  channel->control->state = PINCER_STATE_RETURNED;
  leave();
}

PincerReply callPures(const Channel *channel, const PincerCommand *command) {
  const PincerPureCall *calls = (const PincerPureCall *)channel->requests[command->half];
  if (command->count > PINCER_MOST_PURE_CALLS)
    fail("too many calls at once");
  for (uint32_t i = command->first; i < command->count; ++i)
    if (calls[i].function >= pincer_pure_count || !pincer_pures[calls[i].function].call)
      fail("a call of a function that is not known to be pure");
  channel->control->index = command->first;
  const pid_t child = startChild(channel);
  if (child == 0)
    makeCalls(channel, command);
  const End end = finishChild(channel, child);
  clearFolder();
  const uint32_t index = channel->control->index;
  const int isWhole = end.outcome == PINCER_RETURNED && index == command->count;
  const int makesSense = index >= command->first && index < command->count;
  return (PincerReply){.outcome =
                           isWhole || end.outcome != PINCER_RETURNED ? end.outcome : PINCER_CRASHED,
                       .value = isWhole || end.outcome != PINCER_RETURNED ? end.value : 11,
                       .executed = isWhole      ? command->count
                                   : makesSense ? index
                                                : command->first};
}
