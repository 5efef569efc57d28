/* What harnesses ask for: the order of their calls is noted for pincer, since formats of other
 * tools list inputs in that order, and whoever searches wants to know what the test did not supply.
 */
#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PincerAskedCalls *asked;
static PincerAsked next; /* what pincer_asks_for said of it */
static PincerAsked last; /* the call that is being answered */
static uint64_t calls;   /* in all... */
static uint64_t before;  /* ... and of them before the first that is noted */

void prepareMarks(const Channel *channel) { asked = channel->asked; }

void startMarks(void) {
  asked->count = calls = before = 0;
  next = (PincerAsked){0};
}

static void putLast(void) {
  if (calls - before < PINCER_MOST_ASKED)
    asked->calls[calls - before] = last;
  ++calls;
  asked->count = calls - before;
}

void continueMarks(void) {
  before = --calls;
  putLast();
}

void noteCall(uint32_t source) {
  next.source = source;
  last = next;
  putLast();
  next = (PincerAsked){0};
}

void pincer_asks_for(uint64_t bytes, const char *name) {
  next.bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
  if (name)
    strncpy(next.name, name, sizeof next.name - 1);
}

uint64_t pincer_asked_calls(void) { return calls; }

uint64_t pincer_plain(uint64_t number) { return number; }

void pincer_assumption_failed(void) { leaveRejected(); }

void pincer_check_failed(const char *kind, const char *text, const char *file, int line) {
  dprintf(2, "%s:%d: pincer %s: %s\n", file, line, kind, text);
  abort();
}
