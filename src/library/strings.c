#include "library/library.h"

#include <stdlib.h>

/* Characters are compared as unsigned, whatever the sign of char. */
HELPER unsigned char byteAt(const char *s, size_t i) { return ((const unsigned char *)s)[i]; }

HELPER int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

HELPER int contains(const char *set, char c) {
  for (; *set; ++set)
    if (*set == c)
      return 1;
  return 0;
}

size_t OURS(strlen)(const char *s) {
  size_t length = 0;
  while (s[length])
    ++length;
  return length;
}

size_t OURS(strnlen)(const char *s, size_t n) {
  size_t length = 0;
  while (length < n && s[length])
    ++length;
  return length;
}

int OURS(strcmp)(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    ++i;
  return byteAt(a, i) - byteAt(b, i);
}

int OURS(strncmp)(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (a[i] != b[i])
      return byteAt(a, i) - byteAt(b, i);
    if (!a[i])
      break;
  }
  return 0;
}

int OURS(strcasecmp)(const char *a, const char *b) {
  for (size_t i = 0;; ++i) {
    const int left = lower(byteAt(a, i)), right = lower(byteAt(b, i));
    if (left != right)
      return left - right;
    if (!left)
      return 0;
  }
}

int OURS(strncasecmp)(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const int left = lower(byteAt(a, i)), right = lower(byteAt(b, i));
    if (left != right)
      return left - right;
    if (!left)
      break;
  }
  return 0;
}

char *OURS(strchrnul)(const char *s, int c) {
  while (*s && *s != (char)c)
    ++s;
  return (char *)s;
}

char *OURS(strchr)(const char *s, int c) {
  for (;; ++s) {
    if (*s == (char)c)
      return (char *)s;
    if (!*s)
      return NULL;
  }
}

char *OURS(strrchr)(const char *s, int c) {
  const char *last = NULL;
  for (;; ++s) {
    if (*s == (char)c)
      last = s;
    if (!*s)
      return (char *)last;
  }
}

char *OURS(strstr)(const char *haystack, const char *needle) {
  for (;; ++haystack) {
    size_t same = 0;
    while (needle[same] && haystack[same] == needle[same])
      ++same;
    if (!needle[same])
      return (char *)haystack;
    if (!haystack[same])
      return NULL; /* what is left is shorter than the needle */
  }
}

size_t OURS(strspn)(const char *s, const char *accepted) {
  size_t length = 0;
  while (s[length] && contains(accepted, s[length]))
    ++length;
  return length;
}

size_t OURS(strcspn)(const char *s, const char *rejected) {
  size_t length = 0;
  while (s[length] && !contains(rejected, s[length]))
    ++length;
  return length;
}

char *OURS(strpbrk)(const char *s, const char *accepted) {
  for (; *s; ++s)
    if (contains(accepted, *s))
      return (char *)s;
  return NULL;
}

char *OURS(strtok_r)(char *s, const char *delimiters, char **rest) {
  if (s == NULL)
    s = *rest;
  while (*s && contains(delimiters, *s))
    ++s;
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s;
  while (*end && !contains(delimiters, *end))
    ++end;
  *rest = end;
  if (*end) {
    *end = '\0';
    *rest = end + 1;
  }
  return s;
}

char *OURS(strtok)(char *s, const char *delimiters) {
  static char *rest;
  return OURS(strtok_r)(s, delimiters, &rest);
}

char *OURS(strsep)(char **s, const char *delimiters) {
  char *const begin = *s;
  if (begin == NULL)
    return NULL;
  char *end = begin;
  while (*end && !contains(delimiters, *end))
    ++end;
  *s = NULL;
  if (*end) {
    *end = '\0';
    *s = end + 1;
  }
  return begin;
}

char *OURS(stpcpy)(char *to, const char *from) {
  size_t i = 0;
  for (; from[i]; ++i)
    to[i] = from[i];
  to[i] = '\0';
  return to + i;
}

char *OURS(strcpy)(char *to, const char *from) {
  OURS(stpcpy)(to, from);
  return to;
}

char *OURS(stpncpy)(char *to, const char *from, size_t n) {
  size_t length = 0;
  for (; length < n && from[length]; ++length)
    to[length] = from[length];
  for (size_t i = length; i < n; ++i)
    to[i] = '\0';
  return to + length;
}

char *OURS(strncpy)(char *to, const char *from, size_t n) {
  OURS(stpncpy)(to, from, n);
  return to;
}

char *OURS(strcat)(char *to, const char *from) {
  OURS(stpcpy)(to + OURS(strlen)(to), from);
  return to;
}

char *OURS(strncat)(char *to, const char *from, size_t n) {
  char *end = to + OURS(strlen)(to);
  size_t i = 0;
  for (; i < n && from[i]; ++i)
    end[i] = from[i];
  end[i] = '\0';
  return to;
}

HELPER char *copied(const char *s, size_t length) {
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return NULL;
  for (size_t i = 0; i < length; ++i)
    copy[i] = s[i];
  copy[length] = '\0';
  return copy;
}

char *OURS(strdup)(const char *s) { return copied(s, OURS(strlen)(s)); }

char *OURS(strndup)(const char *s, size_t n) { return copied(s, OURS(strnlen)(s, n)); }

char *OURS(strcasestr)(const char *haystack, const char *needle) {
  for (;; ++haystack) {
    size_t same = 0;
    while (needle[same] && lower(byteAt(haystack, same)) == lower(byteAt(needle, same)))
      ++same;
    if (!needle[same])
      return (char *)haystack;
    if (!haystack[same])
      return NULL;
  }
}

/* That of <string.h>, which changes nothing. */
char *OURS(basename)(const char *path) {
  const char *slash = OURS(strrchr)(path, '/');
  return (char *)(slash ? slash + 1 : path);
}
