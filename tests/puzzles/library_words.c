// Comparisons and conversions of the C library are followed; so is what they return.
// RUN: --strategy concolic --steps 4000
// EXPECT: exit 0
// EXPECT: covered 16 of 16
// EXPECT: stat 'wrong predictions' at most 0
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
int command(const char *line) {
  if (!line)
    return -1;
  if (strncmp(line, "set:", 4) == 0) {
    const char *equals = strchr(line + 4, '=');
    if (!equals)
      return 1;
    if (strlen(equals) > 5 && atoi(equals + 1) == 97531)
      return 2;
    return 3;
  }
  if (isupper((unsigned char)line[0]) && strcmp(line, "QUIT") == 0)
    return 4;
  return strstr(line, "xyzzy") ? 5 : 0;
}
