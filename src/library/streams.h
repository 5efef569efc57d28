/* What our stdio and our functions on descriptors share. */
#ifndef PINCER_LIBRARY_STREAMS_H
#define PINCER_LIBRARY_STREAMS_H

#include "abi/stream_calls.h"
#include "abi/streams.h"
#include "library/library.h"

/* Where a file that is an input stands. */
typedef struct {
  int stream; /* -1: it is none */
  uint64_t at;
} Place;

/* Records a condition that decides nothing here. */
HELPER void note(int condition) {
  if (condition)
    __asm__ volatile("");
}

/* Records whether the file of this name, if it is an input, is there (existence.c). */
void pincerNoteExistence(const char *path);
/* What is known of this file's position and of characters that were pushed back (stdio.c). */
void pincerForgetFile(const FILE *file);

HELPER uint64_t lengthOf(int stream) { return pincerStreamAt((uint32_t)stream)->contents->length; }
HELPER int hasStreams(void) { return pincer_stream_count + pincer_opened_count != 0; }

/* How many of `wanted` bytes there are: what the real call gave, as what it means. */
HELPER size_t available(Place place, size_t wanted, size_t given) {
  const uint64_t length = lengthOf(place.stream);
  size_t expected;
  if (place.at >= length)
    expected = 0;
  else if (length - place.at >= wanted)
    expected = wanted;
  else
    expected = length - place.at;
  return pincerSame(&expected, &given, sizeof given) ? expected : given;
}

#endif
