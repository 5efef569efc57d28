// Functions that nobody defines are stubs: what a call of them returns, and writes through its pointers, is
// an input, call by call.
// EXPECT: exit 0
// EXPECT: environment read_sensor 'stub function'
// EXPECT: environment fatal 'stub function'
// EXPECT: covered 24 of 24
// EXPECT: no finding
struct point { int x, y; };
int read_sensor(int channel);
int get_reading(int channel, int *value, struct point *where);
const char *name_of(int id);
struct point origin(struct point from);
int note(const char *format, ...);
int old_style();
void fatal(const char *why) __attribute__((noreturn));

int error_code(int channel) {
  int code = read_sensor(channel);
  if (code == -22)
    return 1;
  if (code > 1000 && read_sensor(channel + 1) == 7) /* the second call gives something else */
    return 2;
  return 3;
}

int out_parameter(int channel) {
  int value = 0;
  struct point where = {0, 0};
  if (get_reading(channel, &value, &where) != 0)
    return -1;
  if (value > 100)
    return where.y == 5 ? 2 : 1;
  return 0;
}

int pointer(int id) {
  const char *name = name_of(id);
  if (!name)
    return 0;
  return name[0] == 'x' ? 1 : 2;
}

int by_value(void) {
  struct point p = origin((struct point){1, 2});
  return p.x == p.y + 1 ? 1 : 0;
}

int odd_ones(int x) {
  if (x == 3)
    fatal("three");
  if (note("%d", x) < 0)
    return 1;
  return old_style(x, 3) == 12 ? 2 : 3;
}
