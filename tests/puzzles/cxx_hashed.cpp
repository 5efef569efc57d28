// Hashed containers: unordered_map and unordered_set of numbers and texts, and hashes themselves.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 16 of 16
// EXPECT: no finding
#include <string>
#include <unordered_map>
#include <unordered_set>
int texts(const char *s, int n) {
  if (!s)
    return -1;
  std::unordered_map<std::string, int> m{{"one", 1}, {"seven", 7}};
  const auto found = m.find(s);
  if (found == m.end())
    return 0;
  return found->second * 1000 == n ? 2 : 1;
}
int numbers(int x) {
  std::unordered_set<int> s;
  for (int i = 0; i < 5; ++i)
    s.insert(i * 1111);
  return s.count(x - 50000) ? 1 : 0;
}
int entered(int key, int value) {
  std::unordered_map<int, int> m{{5, 50}, {6, 60}};
  m[key] += value;
  return m[5] == 12345 ? 1 : 0;
}
int same(int a, int b, int c) {
  const std::unordered_set<int> s{a, b, c};
  return s.size() == 1 && a > 99999 ? 1 : 0;
}
