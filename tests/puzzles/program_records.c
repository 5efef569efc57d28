// A whole program that reads a file of records: a length, and that many bytes. The file may be absent or end too soon.
// RUN: --program --file data.bin --steps 12000
// EXPECT: exit 0
// EXPECT: environment data.bin file
// EXPECT: no finding
// EXPECT: covered at least 11 of 14
#include <stdio.h>

int main(void) {
  unsigned char record[255];
  FILE *file = fopen("data.bin", "rb");
  if (!file)
    return 1;
  for (int length; (length = fgetc(file)) != EOF;) {
    if (length == 0)
      return 2;
    if (fread(record, 1, (size_t)length, file) != (size_t)length)
      return 3;
    if (length > 2 && record[0] == 'P' && record[1] == record[2])
      puts("marked");
  }
  return 0;
}
