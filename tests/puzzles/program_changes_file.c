// A program that leaves its file in another state each time, or none. Runs that share a process find it as their test says.
// RUN: --program --file notes --strategy random --steps 6000
// EXPECT: covered 14 of 18
// EXPECT: no finding
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[32] = "";
  FILE *file = fopen("notes", "r");
  if (!file)
    return 2;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  if (access("left", F_OK) == 0 || access("moved", F_OK) == 0)
    return text[length]; // of a run before: not to be seen
  if (text[0] == 'r')
    unlink("notes");
  if (text[0] == 'm')
    rename("notes", "moved");
  if (text[0] == 'w' && (file = fopen("notes", "a"))) {
    fputs("much more than there was, and more than fits", file);
    fclose(file);
  }
  if (text[0] == 'l' && (file = fopen("left", "w")))
    fclose(file);
  return length == sizeof text - 1;
}
