/* Terms of the files that tests make (abi/streams.h), for the functions of library/ that
 * read them. */
#include "abi/stream_calls.h"
#include "abi/streams.h"
#include "runtime/recorder_state.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Where there is no driver. */
__attribute__((weak)) PincerStream pincer_opened[PINCER_MOST_OPENED];
__attribute__((weak)) uint32_t pincer_opened_count;

int pincerStreamOfFile(uint64_t device, uint64_t inode) {
  for (uint32_t i = pincer_stream_count + pincer_opened_count; i-- > 0;)
    if (pincerStreamAt(i)->device == device && pincerStreamAt(i)->inode == inode)
      return (int)i;
  return -1;
}

int pincerStreamBehind(int descriptor) {
  if (pincer_stream_count + pincer_opened_count == 0 || descriptor < 0)
    return -1;
  const int error = errno;
  struct stat status;
  const int result =
      fstat(descriptor, &status) == 0 ? pincerStreamOfFile(status.st_dev, status.st_ino) : -1;
  errno = error;
  return result;
}

void pincerForgetTerms(void *memory, size_t size) {
  if (pincerRecorder.segment)
    clearTags(memory, size);
}

void pincerTakeStream(void *memory, int stream, uint64_t at, size_t size) {
  if (!pincerRecorder.segment)
    return;
  clearTags(memory, size);
  const PincerBytes *contents = pincerStreamAt((uint32_t)stream)->contents;
  if (at >= contents->length)
    return;
  const uint64_t held = contents->length - at; /* a program may have made its file longer */
  const size_t count = size < held ? size : held;
  const unsigned char *from = contents->bytes + at, *to = memory;
  for (size_t begin = 0, end; begin < count; begin = end + 1) {
    end = begin;
    while (end < count && from[end] == to[end])
      end++;
    if (end > begin)
      copyTags((char *)memory + begin, from + begin, end - begin);
  }
}

int pincerSame(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }
