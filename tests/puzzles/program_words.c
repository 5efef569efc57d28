// Words are compared with literals that are longer than what stands there: no flip makes a word longer, since all that
// follows would move. What the first characters were compared with says which literal is meant.
// RUN: --program --file settings --strategy concolic --steps 500
// EXPECT: covered at least 14 of 16
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[64], word[32];
  int deep = 0;
  FILE *file = fopen("settings", "r");
  if (!file)
    return 2;
  while (fgets(line, sizeof line, file)) {
    const char *end = strchr(line, ':');
    if (!end || end - line >= (long)sizeof word)
      continue;
    memcpy(word, line, (size_t)(end - line));
    word[end - line] = 0;
    if (!strcmp(word, "directory"))
      deep |= 1;
    else if (!strcmp(word, "compression"))
      deep |= 2;
    else if (!strcmp(word, "dithering"))
      deep |= 4;
    if (deep == 3)
      return 1;
  }
  return 0;
}
