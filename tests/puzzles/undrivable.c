// One function that can't be driven never stops the others.
// EXPECT: exit 0
// EXPECT: function sort skipped
// EXPECT: function log_all skipped
// EXPECT: function main skipped entry point
// EXPECT: function twice tested
// EXPECT: function caller skipped missing
int missing(int);
int sort(int (*compare)(int, int)) { return compare(1, 2) ? 1 : 0; }
int log_all(const char *format, ...) { return format != 0; }
int caller(int x) { return missing(x); }
int twice(int x) { return x == 9 ? 1 : 2; }
int main(void) { return twice(3); }
