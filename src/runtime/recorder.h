/* The recorder of a symbolic target, as the driver sees it. Only symbolic targets link it, so the
 * names are weak: null elsewhere. It maps the shadow by itself before any constructor runs. */
#ifndef PINCER_RUNTIME_RECORDER_H
#define PINCER_RUNTIME_RECORDER_H

#include <stdint.h>

#pragma weak pincerTraceBegin
#pragma weak pincerTraceInput

/* Begins recording into a segment (abi/trace.h) that is mapped and shared. Called in the process
 * that runs a test, once, before any input is named. */
void pincerTraceBegin(void *segment);
/* Makes bits offsetBits .. offsetBits + width - 1 of an object, as they are now, input `number`. */
void pincerTraceInput(uint32_t number, void *object, uint64_t offsetBits, uint32_t width);

#endif
