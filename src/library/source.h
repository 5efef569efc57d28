/* Characters one by one, from a text or a file: what scanf reads from. */
#ifndef PINCER_LIBRARY_SOURCE_H
#define PINCER_LIBRARY_SOURCE_H

#include "library/library.h"

typedef struct {
  const char *text; /* null: the file */
  FILE *file;
  long count; /* characters taken so far */
} Source;

HELPER Source sourceOfText(const char *text) { return (Source){text, NULL, 0}; }
HELPER Source sourceOfFile(FILE *file) { return (Source){NULL, file, 0}; }

HELPER int readFrom(Source *source) {
  if (source->text != NULL) {
    const unsigned char c = (unsigned char)*source->text;
    if (c == 0)
      return EOF;
    ++source->text;
    ++source->count;
    return c;
  }
  const int c = OURS(fgetc)(source->file);
  if (c != EOF)
    ++source->count;
  return c;
}

HELPER void giveBack(Source *source, int c) {
  --source->count;
  if (source->text != NULL)
    --source->text;
  else
    OURS(ungetc)(c, source->file);
}

#endif
