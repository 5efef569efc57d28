// A pointer to what only a library can make, or what nobody makes after all, is null; its function is called all the same.
// EXPECT: exit 0
// EXPECT: function width partly no call of open_window gave an object
// EXPECT: function is_open partly no call of open_window gave an object
// EXPECT: emitted EXPECT_EQ(5, height(nullptr))
// EXPECT: emitted EXPECT_EQ(nullptr, handed_on(nullptr))
// EXPECT: function entry partly dirstream
#include <dirent.h>
#include <stddef.h>
struct window;
struct window *open_window(int x) { return x ? NULL : NULL; }
int is_open(struct window *w) { return w != NULL ? 1 : 0; }
int width(const struct window *w, int scale) {
  if (!w)
    return -1;
  return scale > 3 ? 2 : 1;
}
int height(struct window *w) { return (void)w, 5; }
struct door;
struct door *handed_on(struct door *d) { return (void)d, NULL; }
int entry(DIR *folder) { return folder ? readdir(folder) != NULL : -1; }
