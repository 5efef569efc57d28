#include "library/library.h"

void *OURS(memchr)(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < n; ++i)
    if (bytes[i] == (unsigned char)c)
      return (void *)(bytes + i);
  return NULL;
}

void *OURS(memrchr)(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = n; i > 0; --i)
    if (bytes[i - 1] == (unsigned char)c)
      return (void *)(bytes + i - 1);
  return NULL;
}

void *OURS(rawmemchr)(const void *s, int c) {
  const unsigned char *byte = s;
  while (*byte != (unsigned char)c)
    ++byte;
  return (void *)byte;
}

int OURS(memcmp)(const void *a, const void *b, size_t n) {
  const unsigned char *left = a, *right = b;
  for (size_t i = 0; i < n; ++i)
    if (left[i] != right[i])
      return left[i] - right[i];
  return 0;
}

int OURS(bcmp)(const void *a, const void *b, size_t n) { return OURS(memcmp)(a, b, n); }

void *OURS(memmem)(const void *haystack, size_t length, const void *needle, size_t needleLength) {
  const unsigned char *bytes = haystack, *wanted = needle;
  if (needleLength > length)
    return NULL;
  for (size_t i = 0; i <= length - needleLength; ++i) {
    size_t same = 0;
    while (same < needleLength && bytes[i + same] == wanted[same])
      ++same;
    if (same == needleLength)
      return (void *)(bytes + i);
  }
  return NULL;
}

void *OURS(memccpy)(void *to, const void *from, int c, size_t n) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < n; ++i) {
    target[i] = source[i];
    if (source[i] == (unsigned char)c)
      return target + i + 1;
  }
  return NULL;
}
