/* What our stdio and read (src/library) ask of the recorder (runtime/recorder_streams.c):
 * native code, whose answers are concrete. Plain C, freestanding. */
#ifndef PINCER_ABI_STREAM_CALLS_H
#define PINCER_ABI_STREAM_CALLS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which of pincer_streams is behind a descriptor, or is the file with this identity; -1: none. */
int pincerStreamBehind(int descriptor);
int pincerStreamOfFile(uint64_t device, uint64_t inode);
/* Memory holds bytes at .. at + size - 1 of a stream, says the real call: gives them the terms that
 * the stream's have, where they are really the same; all others become concrete. */
void pincerTakeStream(void *memory, int stream, uint64_t at, size_t size);
/* Code we did not instrument is about to write there, or has. */
void pincerForgetTerms(void *memory, size_t size);
/* Compares what two pieces of memory hold in this run; no condition is recorded. */
int pincerSame(const void *a, const void *b, size_t size);

#ifdef __cplusplus
}
#endif
#endif
