/* Lists and checks an archive: header "PK2\0", version, count of records, then records (type, length of name, length of data, name, data), then a sum of all bytes (Fletcher-16). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint16_t a, b;

static int byte(FILE *f) {
  int c = fgetc(f);
  if (c == EOF) return -1;
  a = (uint16_t)((a + c) % 255);
  b = (uint16_t)((b + a) % 255);
  return c;
}

static long word(FILE *f) {
  int lo = byte(f), hi = byte(f);
  if (lo < 0 || hi < 0) return -1;
  return lo | hi << 8;
}

static int bytes(FILE *f, unsigned char *to, long n) {
  for (long i = 0; i < n; i++) {
    int c = byte(f);
    if (c < 0) return -1;
    to[i] = (unsigned char)c;
  }
  return 0;
}

static int runs(const unsigned char *data, long n, long *size) {
  *size = 0;
  for (long i = 0; i < n; i += 2) {
    if (i + 1 >= n) return -1;
    if (data[i] == 0) return -2;
    *size += data[i];
  }
  return 0;
}

static int record(FILE *f, int version) {
  unsigned char name[32], data[256];
  int type = byte(f);
  int nameLength = byte(f);
  long length = version > 1 ? word(f) : byte(f), size;
  if (type < 0 || nameLength < 0 || length < 0) return 10;
  if (nameLength == 0 || nameLength >= (int)sizeof name) return 11;
  if (length > (long)sizeof data) return 12;
  if (bytes(f, name, nameLength) || bytes(f, data, length)) return 10;
  name[nameLength] = 0;
  for (int i = 0; i < nameLength; i++)
    if (name[i] < ' ' || name[i] == '/') return 13;
  switch (type) {
  case 'F':
    printf("file %s, %ld bytes\n", name, length);
    break;
  case 'R':
    switch (runs(data, length, &size)) {
    case -1: return 14;
    case -2: return 15;
    default: printf("packed file %s, %ld bytes\n", name, size);
    }
    if (size > 600) puts("well packed");
    break;
  case 'L':
    if (length == 0) return 16;
    if (length == nameLength && memcmp(name, data, (size_t)length) == 0) return 17;
    printf("link %s\n", name);
    break;
  case 'D':
    if (length != 0) return 18;
    printf("folder %s\n", name);
    break;
  default:
    if (type & 0x80) { printf("skipped %s\n", name); break; }
    return 19;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 2) { fputs("usage: pack FILE\n", stderr); return 2; }
  FILE *f = fopen(argv[1], "rb");
  if (!f) { perror(argv[1]); return 2; }
  unsigned char magic[4];
  if (bytes(f, magic, 4) || memcmp(magic, "PK2", 4) != 0) { puts("no archive"); return 3; }
  int version = byte(f);
  if (version < 1 || version > 2) { puts("version"); return 4; }
  long count = word(f);
  if (count < 0 || count > 100) { puts("count"); return 5; }
  for (long i = 0; i < count; i++) {
    int r = record(f, version);
    if (r) { printf("record %ld: %d\n", i, r); return r; }
  }
  uint16_t sum = (uint16_t)(b << 8 | a);
  long said = word(f);
  if (said < 0) { puts("no sum"); return 6; }
  if (said != sum) { puts("wrong sum"); return 7; }
  if (fgetc(f) != EOF) { puts("more"); return 8; }
  printf("%ld records\n", count);
  return 0;
}
