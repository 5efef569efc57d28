// Variables that nobody defines are inputs, const ones too; what the function changes in them is checked.
// EXPECT: exit 0
// EXPECT: environment limit 'extern variable'
// EXPECT: covered 14 of 14
// EXPECT: function count_up tested
struct range { int low, high; const char *name; };
extern const int limit;
extern struct range window;
extern const char *title;
extern double gains[3];
extern unsigned calls;

int classify(int x) {
  if (x > limit)
    return 1;
  if (window.name && window.low == 5)
    return 2;
  if (title && title[0] == '!')
    return 3;
  return gains[1] > 2.5 ? 4 : 5;
}

int count_up(int by) {
  extern int hidden;
  calls += 3;
  window.high = by;
  return hidden == 42 ? 1 : 0;
}
