/* Version strings like "1.2.3" or "2.10.0-rc4": parsing and comparison. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define MAX_NUMBER 9999

struct version {
  int major, minor, patch;
  int candidate; /* 0: a release, n: its n-th candidate */
};

/* Reads digits up to MAX_NUMBER; NULL if there are none, or too many. */
static const char *parse_number(const char *text, int *number) {
  if (!isdigit((unsigned char)*text))
    return NULL;
  int value = 0;
  while (isdigit((unsigned char)*text)) {
    value = value * 10 + (*text++ - '0');
    if (value > MAX_NUMBER)
      return NULL;
  }
  *number = value;
  return text;
}

/* Fills `version`; false (and no promise about `version`) if the text is no version. */
bool version_parse(const char *text, struct version *version) {
  if (text == NULL || version == NULL)
    return false;
  int *const parts[] = {&version->major, &version->minor, &version->patch};
  for (size_t i = 0; i < 3; i++) {
    if (i > 0 && *text++ != '.')
      return false;
    text = parse_number(text, parts[i]);
    if (text == NULL)
      return false;
  }
  version->candidate = 0;
  if (*text == '\0')
    return true;
  if (strncmp(text, "-rc", 3) != 0)
    return false;
  text = parse_number(text + 3, &version->candidate);
  return text != NULL && *text == '\0' && version->candidate > 0;
}

/* Negative, zero or positive, as strcmp does; a candidate comes before its release. */
int version_compare(const struct version *a, const struct version *b) {
  if (a->major != b->major)
    return a->major < b->major ? -1 : 1;
  if (a->minor != b->minor)
    return a->minor < b->minor ? -1 : 1;
  if (a->patch != b->patch)
    return a->patch < b->patch ? -1 : 1;
  if (a->candidate == b->candidate)
    return 0;
  if (a->candidate == 0)
    return 1;
  if (b->candidate == 0)
    return -1;
  return a->candidate < b->candidate ? -1 : 1;
}
