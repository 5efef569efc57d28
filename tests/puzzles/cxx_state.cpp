// State that copying bytes does not put back: static locals that the first call makes, variables of inline functions and
// templates, objects that own memory, thread-local ones. Each test finds it as the program has it at its start, so
// that four outcomes take a second call in the same test. A table that nobody changes is made once for all tests,
// beside a number that each of them finds as it was.
// EXPECT: exit 0
// EXPECT: covered 26 of 26
// EXPECT: stat 'tests dropped by the final check' at most 0
// EXPECT: no finding
#include <map>
#include <string>
#include <vector>
int remember(int x) {
  static std::vector<int> seen;
  seen.push_back(x);
  return seen.back() > 10 ? static_cast<int>(seen.size()) : 0;
}
inline int add(int by) {
  static int total = 5;
  return total += by % 10;
}
int useAdd(int x) { return add(x) > 7 ? 7 : 8; }
int named(int x) {
  static const std::string local = x > 3 ? std::string(100, 'b') : "small";
  return local.size() > 30 ? 1 : 0;
}
struct Registry {
  std::map<int, int> counts;
  static Registry &get() {
    static Registry registry;
    return registry;
  }
};
int registered(int key) { return ++Registry::get().counts[key] == 1 && key > 5 ? 2 : 1; }
std::vector<int> history = {1, 2};
int historic(int x) {
  history.push_back(x);
  return history.size() == 3 && x > 3 ? 100 : 0;
}
thread_local int calls;
int often(int x) { return ++calls == 1 && x == 77 ? 1 : 0; }
int looked(int key) {
  static const std::map<int, std::string> names{{1, "one"}, {20, "a name that does not fit into the object"}};
  static int calls;
  const auto found = names.find(key);
  if (++calls == 1 && found != names.end())
    return static_cast<int>(found->second.size());
  return 0;
}
