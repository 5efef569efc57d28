// A whole program that looks at two environment variables; main takes the environment, too.
// RUN: --program --env PINCER_MODE --env PINCER_LEVEL --steps 6000
// EXPECT: exit 0
// EXPECT: covered 12 of 14
// EXPECT: environment PINCER_MODE 'environment variable'
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **environment) {
  const char *mode = getenv("PINCER_MODE"), *level = getenv("PINCER_LEVEL");
  if (!mode)
    return 1;
  if (strcmp(mode, "verbose!") == 0)
    return 2;
  if (level && atoi(level) == 731)
    return 3;
  for (int i = 0; environment[i]; i++)
    if (environment[i][0] == 'P' && environment[i][1] == 'A')
      return 0; // PATH is always there
  return 4;
}
