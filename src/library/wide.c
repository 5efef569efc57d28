#include "library/library.h"

/* Texts of wide characters. wcscmp and its like say only the sign, as glibc's do. */
HELPER int order(wchar_t a, wchar_t b) { return a == b ? 0 : a < b ? -1 : 1; }

size_t OURS(wcslen)(const wchar_t *s) {
  size_t length = 0;
  while (s[length])
    ++length;
  return length;
}

size_t OURS(wcsnlen)(const wchar_t *s, size_t n) {
  size_t length = 0;
  while (length < n && s[length])
    ++length;
  return length;
}

int OURS(wcscmp)(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    ++i;
  return order(a[i], b[i]);
}

int OURS(wcsncmp)(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (a[i] != b[i])
      return order(a[i], b[i]);
    if (!a[i])
      break;
  }
  return 0;
}

int OURS(wmemcmp)(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i])
      return order(a[i], b[i]);
  return 0;
}

wchar_t *OURS(wmemchr)(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (s[i] == c)
      return (wchar_t *)(s + i);
  return NULL;
}

wchar_t *OURS(wcschr)(const wchar_t *s, wchar_t c) {
  for (;; ++s) {
    if (*s == c)
      return (wchar_t *)s;
    if (!*s)
      return NULL;
  }
}

wchar_t *OURS(wcsrchr)(const wchar_t *s, wchar_t c) {
  const wchar_t *last = NULL;
  for (;; ++s) {
    if (*s == c)
      last = s;
    if (!*s)
      return (wchar_t *)last;
  }
}

wchar_t *OURS(wcsstr)(const wchar_t *haystack, const wchar_t *needle) {
  for (;; ++haystack) {
    size_t same = 0;
    while (needle[same] && haystack[same] == needle[same])
      ++same;
    if (!needle[same])
      return (wchar_t *)haystack;
    if (!haystack[same])
      return NULL;
  }
}

HELPER size_t span(const wchar_t *s, const wchar_t *set, int isIn) {
  size_t length = 0;
  for (; s[length]; ++length) {
    const wchar_t *member = set;
    while (*member && *member != s[length])
      ++member;
    if ((*member != 0) != isIn)
      break;
  }
  return length;
}

size_t OURS(wcsspn)(const wchar_t *s, const wchar_t *accepted) { return span(s, accepted, 1); }
size_t OURS(wcscspn)(const wchar_t *s, const wchar_t *rejected) { return span(s, rejected, 0); }

wchar_t *OURS(wcscpy)(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i]; ++i)
    to[i] = from[i];
  to[i] = 0;
  return to;
}

wchar_t *OURS(wcsncpy)(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; ++i)
    to[i] = from[i];
  for (; i < n; ++i)
    to[i] = 0;
  return to;
}

wchar_t *OURS(wcscat)(wchar_t *to, const wchar_t *from) {
  OURS(wcscpy)(to + OURS(wcslen)(to), from);
  return to;
}

wchar_t *OURS(wmemcpy)(wchar_t *to, const wchar_t *from, size_t n) {
  for (size_t i = 0; i < n; ++i)
    to[i] = from[i];
  return to;
}

wchar_t *OURS(wmemset)(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    to[i] = c;
  return to;
}
