/* For tests that run library/ as ordinary code: what they need of the runtime, without terms. */
#include "runtime/recorder_state.h"

#include <stdlib.h>

Recorder pincerRecorder;
void clearTags(void *to, uint64_t size) { (void)to, (void)size; }
void copyTags(void *to, const void *from, uint64_t size) { (void)to, (void)from, (void)size; }
void __pincer_divide_error(void) { abort(); }
