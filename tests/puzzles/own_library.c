// A source may define names of the C library, and names like ours: everybody else keeps calling the right ones.
// EXPECT: exit 1
// EXPECT: covered 19 of 20
// EXPECT: finding null-dereference 27
// EXPECT: function read tested
// EXPECT: function pincer_supplied tested
// EXPECT: environment ask 'stub function'
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>
static char memory[64];
static size_t used;
int time = 7; /* a function elsewhere */
int pincer_thunk_0 = 3;
int ask(int *answer);

void *malloc(size_t size) {
  if (size > sizeof memory - used)
    return NULL;
  used += size;
  return memory + used - size;
}
void free(void *block) {
  if (block == memory)
    used = 0;
}
size_t strlen(const char *text) { return text[0] == 'x' ? 7 : 1; }
void *memcpy(void *to, const void *from, size_t size) { return size == 77 ? (void *)from : to; }
ssize_t read(int file, void *to, size_t size) { return file == 4711 && !to ? (ssize_t)(size & 3) : -1; }
pid_t fork(void) { return 0; }
int open(const char *name, int flags, ...) { return flags + (name != NULL); }
int exit_code(int x) {
  if (open(NULL, x) == 12)
    return 1;
  return fork() + time;
}
int pincer_supplied(int x) {
  int answer = 0;
  if (x == 9 && ask(&answer) == 5)
    return answer;
  return pincer_thunk_0;
}
static int pincer_bool(int x) { return x > 5; }
int last(int x) { return pincer_bool(x) ? 1 : (int)strlen("ab"); }
