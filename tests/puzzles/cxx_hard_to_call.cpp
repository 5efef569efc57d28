// What makes a call hard to write never stops the others.
// EXPECT: exit 0
// EXPECT: covered 12 of 16
// EXPECT: no finding
// EXPECT: function leave tested
// EXPECT: function ask_twice tested
// EXPECT: function foreign skipped a call of it does not compile
// EXPECT: function gone skipped is unavailable
// EXPECT: function look_elsewhere skipped "'other::size(other::Text const&)', which none of"
// EXPECT: function simple tested
#include <cstdlib>
__attribute__((noreturn)) void leave(int x) {
  if (x > 3)
    std::exit(3);
  std::exit(4);
}
extern "C" int ask(int *value, bool *flag);
int ask_twice(int x) {
  int value = 0;
  bool flag = false;
  if (ask(&value, &flag) == 2 && flag)
    return value == x ? 1 : 2;
  return 3;
}
__attribute__((ms_abi)) int foreign(int x) { return x == 5 ? 1 : 2; }
__attribute__((unavailable)) int gone(int x) { return x == 6 ? 1 : 2; }
namespace other {
struct Text;
int size(const Text &text);
} // namespace other
int look_elsewhere(const other::Text *text) { return other::size(*text) == 7 ? 1 : 2; }
int simple(int x) { return x == 42 ? 1 : 2; }
int call_foreign(int x) { return foreign(x); }
