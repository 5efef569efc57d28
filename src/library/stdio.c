#include "library/streams.h"

#include <errno.h>

/* Files of stdio that are inputs. The real call is always made, on the real file; afterwards what
 * it gave gets the terms that belong to that place of the stream, and what decided about it (the
 * end of the file, the end of a line) is recorded. */

/* Characters that were pushed back: they need not be the stream's. */
typedef struct {
  FILE *file;
  uint64_t at;
  unsigned char c;
} Pushed;
enum { MOST_PUSHED = 8 };
static Pushed pushed[MOST_PUSHED];

/* A file that was moved relative to its end stands at a place that depends on its length. */
typedef struct {
  FILE *file;
  long at;
} Sought;
enum { MOST_SOUGHT = 4 };
static Sought sought[MOST_SOUGHT];

static void forgetPushed(const FILE *file) {
  for (int i = 0; i < MOST_PUSHED; ++i)
    if (pushed[i].file == file)
      pushed[i].file = NULL;
}

static Sought *soughtOf(const FILE *file) {
  for (int i = 0; i < MOST_SOUGHT; ++i)
    if (sought[i].file == file)
      return &sought[i];
  return NULL;
}

void pincerForgetFile(const FILE *file) {
  forgetPushed(file);
  Sought *end = soughtOf(file);
  if (end != NULL)
    end->file = NULL;
}

static Place placeOf(FILE *file) {
  Place place = {-1, 0};
  if (!hasStreams())
    return place;
  const int error = errno;
  const int stream = pincerStreamBehind(fileno_unlocked(file));
  const long at = stream < 0 ? -1 : ftell(file);
  errno = error;
  if (at < 0)
    return place;
  Sought *end = soughtOf(file);
  if (end != NULL) { /* from here on the place is taken as it is */
    note(end->at == at);
    end->file = NULL;
  }
  place.stream = stream;
  place.at = (uint64_t)at;
  return place;
}

int pincerIsInput(FILE *file) { return placeOf(file).stream >= 0; }

/* How far the file came. */
static size_t movedSince(FILE *file, Place place) {
  const int error = errno;
  const long at = ftell(file);
  errno = error;
  return at < 0 || (uint64_t)at < place.at ? 0 : (size_t)at - place.at;
}

static Pushed *pushedAt(const FILE *file, uint64_t at) {
  for (int i = 0; i < MOST_PUSHED; ++i)
    if (pushed[i].file == file && pushed[i].at == at)
      return &pushed[i];
  return NULL;
}

/* The terms of `count` characters that were read; the part of them that came from the stream. */
static void take(FILE *file, Place place, void *to, size_t count) {
  unsigned char *bytes = to;
  size_t i = 0;
  for (Pushed *back; i < count && (back = pushedAt(file, place.at + i)) != NULL; ++i) {
    if (pincerSame(&back->c, bytes + i, 1))
      bytes[i] = back->c;
    back->file = NULL;
  }
  if (i < count)
    pincerTakeStream(bytes + i, place.stream, place.at + i, count - i);
}

/* That character number `index` from here is there, or that the file ends before it: one condition
 * at one place of the program, so that the search foretells what its opposite leads to. */
HELPER void noteThere(Place place, size_t index) {
  note(place.at + index < lengthOf(place.stream));
}

int OURS(fgetc)(FILE *file) {
  const Place place = placeOf(file);
  const int c = fgetc(file);
  if (place.stream < 0)
    return c;
  if (pushedAt(file, place.at) == NULL)
    noteThere(place, 0);
  if (c == EOF)
    return EOF;
  unsigned char taken = (unsigned char)c;
  take(file, place, &taken, 1);
  return taken;
}

int OURS(getchar)(void) { return OURS(fgetc)(stdin); }

int OURS(ungetc)(int c, FILE *file) {
  const int isOurs = pincerIsInput(file);
  const int result = ungetc(c, file);
  if (!isOurs || result == EOF)
    return result;
  const int error = errno;
  const long at = ftell(file);
  errno = error;
  Pushed *free = NULL;
  for (int i = 0; free == NULL && i < MOST_PUSHED; ++i)
    if (pushed[i].file == NULL)
      free = &pushed[i];
  if (at >= 0 && free != NULL) {
    free->file = file;
    free->at = (uint64_t)at;
    free->c = (unsigned char)c;
  }
  return (unsigned char)c;
}

/* What ended a line of `count` characters: its last one, the room, or the file. */
HELPER void noteLine(Place place, const char *line, size_t count, char end, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    noteThere(place, i);
    if (i == count)
      return;
    note(line[i] == end);
    if (i + 1 == count && pincerSame(&line[i], &end, 1))
      return;
  }
}

char *OURS(fgets)(char *to, int size, FILE *file) {
  const Place place = placeOf(file);
  char *result = fgets(to, size, file);
  if (place.stream < 0 || size <= 1)
    return result;
  const size_t count = result == NULL ? 0 : movedSince(file, place);
  take(file, place, to, count);
  noteLine(place, to, count, '\n', (size_t)size - 1);
  return result;
}

char *OURS(gets)(char *to) {
  size_t count = 0;
  int c;
  while ((c = OURS(fgetc)(stdin)) != EOF && c != '\n')
    to[count++] = (char)c;
  if (c == EOF && (count == 0 || ferror(stdin)))
    return NULL;
  to[count] = '\0';
  return to;
}

ssize_t OURS(getdelim)(char **line, size_t *room, int delimiter, FILE *file) {
  const Place place = placeOf(file);
  const ssize_t given = getdelim(line, room, delimiter, file);
  if (given >= 0)
    pincerForgetTerms(*line, (size_t)given + 1);
  if (place.stream < 0)
    return given;
  const size_t count = given < 0 ? 0 : (size_t)given;
  take(file, place, *line, count);
  noteLine(place, *line, count, (char)delimiter, SIZE_MAX);
  return given;
}

ssize_t OURS(getline)(char **line, size_t *room, FILE *file) {
  return OURS(getdelim)(line, room, '\n', file);
}

size_t OURS(fread)(void *to, size_t size, size_t count, FILE *file) {
  const Place place = placeOf(file);
  const size_t given = fread(to, size, count, file);
  if (place.stream < 0 || size == 0)
    return given;
  const size_t bytes = movedSince(file, place);
  const int isWhole = pushedAt(file, place.at) == NULL;
  take(file, place, to, bytes);
  if (size == 1 && isWhole)
    return available(place, count, given);
  note(place.at + size * count <= lengthOf(place.stream));
  return given;
}

/* Moving about */

int OURS(fseek)(FILE *file, long offset, int whence) {
  const int result = fseek(file, offset, whence);
  if (result != 0 || !hasStreams())
    return result;
  pincerForgetFile(file);
  const int stream = whence == SEEK_END ? pincerStreamBehind(fileno_unlocked(file)) : -1;
  if (stream < 0)
    return 0;
  const long at = ftell(file), expected = (long)lengthOf(stream) + offset;
  if (!pincerSame(&at, &expected, sizeof at))
    return 0;
  for (int i = 0; i < MOST_SOUGHT; ++i)
    if (sought[i].file == NULL) {
      sought[i].file = file;
      sought[i].at = expected;
      break;
    }
  return 0;
}

long OURS(ftell)(FILE *file) {
  const long at = ftell(file);
  const Sought *end = soughtOf(file);
  return end != NULL && pincerSame(&end->at, &at, sizeof at) ? end->at : at;
}

void OURS(rewind)(FILE *file) {
  pincerForgetFile(file);
  rewind(file);
}

int OURS(fsetpos)(FILE *file, const fpos_t *position) {
  pincerForgetFile(file);
  return fsetpos(file, position);
}

int OURS(fclose)(FILE *file) {
  pincerForgetFile(file);
  return fclose(file);
}
