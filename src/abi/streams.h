/* The files that a whole program reads, as its generated table, the driver and the models of stdio
 * (src/models) see them. Plain C, freestanding.
 *
 * What a stream holds is an ordinary variable that tests supply: its bytes are an object of the
 * test, its length is a number beside it, and both are inputs like any other. Before the program
 * starts, the driver writes `length` bytes (or what the object has, if that is less) to a file: one
 * in memory that becomes descriptor 0, or one of that name in the folder where the program runs.
 * In a symbolic target the models of read, fgetc and the rest find the stream behind a descriptor
 * by the file's identity and take the bytes, with their terms, from here; that a file ends is a
 * condition on `length`.
 */
#ifndef PINCER_ABI_STREAMS_H
#define PINCER_ABI_STREAMS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  unsigned char *bytes;
  uint64_t length;
} PincerBytes;

typedef struct {
  const char *name; /* null: standard input; else a path */
  PincerBytes *contents;
  uint64_t device, inode; /* of the file; set by the driver */
} PincerStream;

/* Generated; a subject that is no program has none. */
extern PincerStream pincer_streams[];
extern const uint32_t pincer_stream_count;

#ifdef __cplusplus
}
#endif
#endif
