// Whether a file is there and whether a variable is set are inputs, and so is the argument that names the file: each
// condition is turned by solving as well as by chance.
// RUN: --program --file settings.ini --file sub/extra --env PINCER_LIMIT --steps 3000
// EXPECT: exit 0
// EXPECT: no finding
// EXPECT: covered 20 of 20
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct stat status;
  unsigned char pair[2];
  if (!getenv("PINCER_LIMIT"))
    return 1;
  if (access("./sub/extra", R_OK) != 0)
    return stat("settings.ini", &status) == 0 ? 2 : 3;
  const int extra = open("sub/extra", O_RDONLY);
  if (read(extra, pair, 2) == 2 && pair[0] * 256 + pair[1] == 12345)
    return 4;
  if (atoi(getenv("PINCER_LIMIT")) == 31337)
    return 5;
  if (argc < 2 || strlen(argv[1]) != 12)
    return 6;
  FILE *file = fopen(argv[1], "r");
  if (!file) // no file, or another name
    return 7;
  return fgetc(file) == '[' ? 8 : 9;
}
