// One function that can't be driven never stops the others.
// EXPECT: exit 0
// EXPECT: function log_list skipped va_list
// EXPECT: function log_all skipped
// EXPECT: function main skipped entry point
// EXPECT: function twice tested
// EXPECT: function caller skipped thing
// EXPECT: environment thing 'undefined symbol'
#include <stdarg.h>
struct opaque;
extern struct opaque thing;
int log_list(const char *format, va_list list) { return format != 0; }
int log_all(const char *format, ...) { return format != 0; }
int caller(int x) { return x == (int)(long)&thing; }
int twice(int x) { return x == 9 ? 1 : 2; }
int main(void) { return twice(3); }
