// A pointer to a function refers to a stub of its type, or is null: as a parameter, in a table of operations,
// in a variable, as a result. (Null where none may be is an unlikely input, but a finding.)
// EXPECT: exit 1
// EXPECT: environment pincer_callback_compare 'callback function'
// EXPECT: covered 28 of 28
// EXPECT: function run tested
// EXPECT: function dispatch tested
#include <stddef.h>
int smaller(const void *a, const void *b, int (*compare)(const void *, const void *)) {
  return compare(a, b) < 0 ? 1 : 2;
}

int visit(const int *values, size_t count, int (*visitor)(void *context, int value), void *context) {
  int accepted = 0;
  for (size_t i = 0; i < count; i++)
    if (visitor && visitor(context, values[i]) == 3)
      accepted++;
  return accepted == 2 ? 1 : 0;
}

struct operations {
  int (*open)(const char *name);
  int (*read)(int handle, char *buffer, int size);
  void (*close)(int handle);
};
int run(const struct operations *operations) {
  char buffer[4] = "";
  if (!operations || !operations->open || !operations->read)
    return -1;
  int handle = operations->open("a");
  if (handle < 0)
    return -2;
  int count = operations->read(handle, buffer, 4);
  if (operations->close)
    operations->close(handle);
  return count > 0 && buffer[0] == 'q' ? 1 : 0;
}

int (*handler_of(int code))(int);
int dispatch(int code) {
  int (*handler)(int) = handler_of(code);
  if (!handler)
    return 0;
  return handler(code) > 0 ? 1 : 2;
}
