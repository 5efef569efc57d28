// A whole program that looks at two environment variables; main takes the environment, too, which always holds PATH,
// LC_ALL and TZ.
// RUN: --program --env PINCER_MODE --env PINCER_LEVEL --steps 6000
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: environment PINCER_MODE 'environment variable'
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **environment) {
  const char *mode = getenv("PINCER_MODE"), *level = getenv("PINCER_LEVEL");
  int count = 0;
  while (environment[count])
    count++;
  if (!mode)
    return 1;
  if (strcmp(mode, "verbose!") == 0)
    return 2;
  if (level && atoi(level) == 731)
    return 3;
  return count == 5 ? 4 : 0;
}
