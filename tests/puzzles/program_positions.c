// A file that is read at several places: by position, in parts, through memory, and with its size as a number.
// EXPECT: exit 0
// RUN: --program --file data.bin --strategy concolic --steps 900
// EXPECT: no finding
// EXPECT: covered 36 of 42
// EXPECT: open 'readv(file, parts, 2) != 5' true
// EXPECT: open 'all == MAP_FAILED' true
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int byDescriptor(int file) {
  unsigned char head[4], tail[4];
  struct iovec parts[2] = {{head, 2}, {tail, 3}};
  struct stat status;
  if (pread(file, head, 2, 6) != 2)
    return 1;
  if (head[0] * head[1] == 143 && head[0] > 11)
    return 2;
  if (readv(file, parts, 2) != 5)
    return 3;
  if (head[1] + tail[2] == 411)
    return 4;
  if (lseek(file, -3, SEEK_END) == 21)
    return 5;
  if (fstat(file, &status) == 0 && status.st_size % 7 == 6)
    return 6;
  const unsigned char *all = mmap(0, 8, PROT_READ, MAP_PRIVATE, file, 0);
  if (all == MAP_FAILED)
    return 7;
  return all[5] == (all[0] ^ 0x5a) ? 8 : 0;
}

static int byStream(FILE *file) {
  char text[16];
  if (fseek(file, 0, SEEK_END) != 0)
    return 1;
  if (ftell(file) == 17)
    return 2;
  rewind(file);
  const int c = fgetc(file);
  if (c == '#') {
    ungetc('7', file);
    int number = 0;
    if (fscanf(file, "%d", &number) == 1 && number == 7091)
      return 3;
    return 4;
  }
  if (fseek(file, 4, SEEK_SET) == 0 && fgets(text, sizeof text, file) && strcmp(text, "fourth\n") == 0)
    return 5;
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1) {
    FILE *file = freopen("data.bin", "r", stdin);
    return file ? 20 + byStream(file) : 1;
  }
  const int file = open("data.bin", O_RDONLY);
  return file < 0 ? 2 : 40 + byDescriptor(file);
}
