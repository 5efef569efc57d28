// Ordered containers: map, set, multimap, multiset.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 34 of 34
// EXPECT: no finding
#include <map>
#include <set>
#include <string>
int mapped(int key, int value) {
  std::map<int, int> m{{3, 1}, {70, 2}};
  m[key + 5] = value;
  const auto found = m.find(31337);
  return found != m.end() && found->second == 4711 ? 1 : 0;
}
int shadowed(int key) {
  std::map<int, int> m{{-300, 1}, {40, 2}, {5000, 3}, {60000, 4}};
  return m.insert({key, 5}).second ? 0 : m[key];
}
int texts(const char *s) {
  if (!s)
    return -1;
  const std::set<std::string> words{"ab", "z"};
  return words.count(s) ? 1 : 0;
}
int between(int x) {
  const std::set<int> limits{-5000, 100, 70000};
  const auto next = limits.upper_bound(x);
  return next != limits.end() && *next == 70000 ? 1 : 0;
}
int first(int a, int b, int c) {
  const std::set<int> s{a, b, c};
  return s.size() == 2 && *s.begin() == -2718 ? 1 : 0;
}
int erased(int x) {
  std::map<int, char> m{{17, 'a'}, {12345, 'b'}, {99999, 'c'}};
  return m.erase(x) == 1 && m.begin()->second == 'a' && m.rbegin()->second == 'b' ? 1 : 0;
}
int manyOfAKind(int a, int b) {
  std::multimap<int, int> m{{7000, 1}};
  m.emplace(a, 2);
  m.emplace(b, 3);
  return m.count(7000) == 3 ? 1 : 0;
}
int counted(int a, int b) {
  const std::multiset<int> s{a, b, 4096};
  const auto range = s.equal_range(a);
  int n = 0;
  for (auto i = range.first; i != range.second; ++i)
    ++n;
  return n == 2 && a != 4096 && b > 1000000 ? 1 : 0;
}
