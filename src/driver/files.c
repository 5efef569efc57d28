/* Files that steps of a test make of bytes (model::CallForm::OpenFile). They are in memory, and
 * have descriptors like any others. */
#include "abi/streams.h"
#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

PincerStream pincer_opened[PINCER_MOST_OPENED];
uint32_t pincer_opened_count;

/* As tests hold a std::string. */
typedef struct {
  char *data;
  unsigned long size;
} Text;

enum { MOST_SEEN = 65536 }; /* of its bytes; emitted tests look at as many */

void pincerOpenFile(void *bytes, void *result);
void pincerFileContents(void *file, void *result);
void pincerCloseFile(void *file, void *result);

/* Our stdio finds the terms of its bytes, and of their number, where the test has them. */
static void noteFile(Text *text, int descriptor) {
  struct stat status;
  if (sizeof text->size != sizeof(uint64_t) || pincer_opened_count == PINCER_MOST_OPENED ||
      fstat(descriptor, &status) != 0)
    return;
  pincer_opened[pincer_opened_count++] =
      (PincerStream){NULL, (PincerBytes *)(void *)text, status.st_dev, status.st_ino};
}

void pincerOpenFile(void *bytes, void *result) {
  Text *text = bytes;
  const unsigned long size = text->data ? text->size : 0;
  const int descriptor = memfd_create("file", 0);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w+");
  if (!file || (size && write(descriptor, text->data, size) != (ssize_t)size) ||
      lseek(descriptor, 0, SEEK_SET) != 0)
    fail("can't make a file for the test");
  noteFile(text, descriptor);
  *(FILE **)result = file;
}

void pincerFileContents(void *file, void *result) {
  struct stat status;
  Text *text = result;
  fflush(file);
  const int descriptor = fileno(file);
  const off_t there = fstat(descriptor, &status) == 0 ? status.st_size : 0;
  text->size = there < MOST_SEEN ? (unsigned long)there : MOST_SEEN;
  text->data = malloc(text->size + 1);
  if (!text->data)
    leaveOutOfMemory(text->size);
  const ssize_t got = pread(descriptor, text->data, text->size, 0);
  text->size = got < 0 ? 0 : (unsigned long)got;
  text->data[text->size] = 0;
}

void pincerCloseFile(void *file, void *result) {
  (void)result;
  fclose(file);
}
