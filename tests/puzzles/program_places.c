// A whole program that reads a file out of order: by stdio, by descriptors, by mapping it.
// RUN: --program --file data --steps 3000
// EXPECT: exit 0
// EXPECT: covered 36 of 36
// EXPECT: no finding
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
static int byStdio(FILE *file) {
  int x = 0;
  char *line = NULL;
  size_t room = 0;
  if (fseek(file, 1, SEEK_SET) != 0 || fgetc(file) != ':' || ftell(file) != 2)
    return 10;
  ungetc('1', file);
  if (fscanf(file, "%d", &x) != 1 || x != 15)
    return 11;
  fpos_t place;
  fgetpos(file, &place);
  if (getdelim(&line, &room, ';', file) != 3)
    return 12;
  fsetpos(file, &place);
  const int next = fgetc(file);
  rewind(file);
  const int same = line[0] == next && fgetc(file) == next;
  free(line);
  return same ? 13 : 14;
}
static int byDescriptor(int fd) {
  struct stat status, other;
  char a[2], b[2];
  if (fstat(fd, &status) != 0 || status.st_size != 9 || stat("data", &other) != 0 || other.st_size != status.st_size)
    return 20;
  const struct iovec parts[2] = {{a, 2}, {b, 2}};
  if (lseek(fd, 3, SEEK_SET) != 3 || readv(fd, parts, 2) != 4 || a[1] != '~' || b[0] != '~')
    return 21;
  if (pread(fd, a, 2, 7) != 2 || a[0] != b[1])
    return 22;
  const char *all = mmap(NULL, 9, PROT_READ, MAP_PRIVATE, fd, 0);
  return all != MAP_FAILED && memcmp(all, "!?", 2) == 0 ? 23 : 24;
}
int main(void) {
  FILE *file = fopen("data", "r");
  if (!file)
    return 1;
  const int first = fgetc(file);
  if (first == '!')
    return byDescriptor(fileno(file));
  const int result = byStdio(file);
  if (result == 13 && freopen("data", "r", file) && fgetc(file) == first)
    return 2;
  fclose(file);
  return result;
}
