// Words of the program text are tried as inputs.
// EXPECT: exit 1
// EXPECT: covered 8 of 8
// EXPECT: finding null-dereference
#include <string.h>
int command(const char *text) {
  if (strcmp(text, "start") == 0)
    return 1;
  if (strcmp(text, "stop") == 0)
    return 2;
  if (text[0] == '#' && text[1] == '!')
    return 3;
  return 0;
}
