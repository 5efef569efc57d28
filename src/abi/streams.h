/* What a whole program reads, as its generated table, the driver and our stdio
 * (src/library) see it. Plain C, freestanding.
 *
 * What a stream holds is an ordinary variable that tests supply: its bytes are an object of the
 * test, its length is a number beside it, and both are inputs like any other. Before the program
 * starts, the driver writes `length` bytes (or what the object has, if that is less) to a file: one
 * in memory that becomes descriptor 0, or one of that name in the folder where the program runs.
 * In a symbolic target our read, fgetc and the rest find the stream behind a descriptor
 * by the file's identity and take the bytes, with their terms, from here; that a file ends is a
 * condition on `length`. A file whose `bytes` are null does not exist.
 *
 * Arguments are a list of texts, and environment variables are texts; a null one is not set. The
 * driver puts argv and environ together; the generated thunk, which is instrumented, computes argc
 * and copies the texts of environment variables to where getenv finds them, so that both carry
 * their terms.
 *
 * The driver lowers a length that is more than its object has, and does so before the run.
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

typedef struct {
  char **values;
  uint64_t length;
} PincerTexts;

typedef struct {
  const char *name;
  char **value;     /* the variable that tests supply */
  const char *text; /* the same without its term: copying it decides nothing. By the driver */
  char *copy;       /* where the text belongs, behind "NAME="; null: not set. By the driver */
  uint64_t size;    /* of the text with its NUL. By the driver */
} PincerVariable;

typedef struct {
  const char *name;       /* argv[0]; null: the subject is no program */
  PincerTexts *arguments; /* null: main takes none */
  char **argv;            /* set by the driver */
} PincerProgram;

/* Files that steps of the test opened (driver/files.c); numbered behind pincer_streams. */
enum { PINCER_MOST_OPENED = 16 };
extern PincerStream pincer_opened[PINCER_MOST_OPENED];
extern uint32_t pincer_opened_count;

/* Generated; a subject that is no program has none of them. */
extern PincerStream pincer_streams[];
extern const uint32_t pincer_stream_count;
extern PincerVariable pincer_variables[];
extern const uint32_t pincer_variable_count;
extern PincerProgram pincer_program;

static inline PincerStream *pincerStreamAt(uint32_t number) {
  return number < pincer_stream_count ? &pincer_streams[number]
                                      : &pincer_opened[number - pincer_stream_count];
}

#ifdef __cplusplus
}
#endif
#endif
