// Containers and algorithms of the standard library: each function has a branch that only knowledge of what went in takes.
// RUN: --strategy concolic --steps 6000
// EXPECT: exit 0
// EXPECT: covered 46 of 46
// EXPECT: no finding
#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
int sorted(int a, int b, int c) {
  std::vector<int> v{a, b, c};
  std::sort(v.begin(), v.end());
  return v[0] == -1717 && v[2] == 90210 ? 1 : 0;
}
int grown(const unsigned char *bytes, int n) {
  if (!bytes || n != 5)
    return -1;
  std::vector<int> v;
  for (int i = 0; i < n; ++i)
    v.push_back(bytes[i] * 3);
  return std::accumulate(v.begin(), v.end(), 0) == 1001 ? 1 : 0;
}
int mapped(int key, int value) {
  std::map<int, int> m{{3, 1}, {70, 2}};
  m[key + 5] = value;
  const auto found = m.find(31337);
  return found != m.end() && found->second == 4711 ? 1 : 0;
}
int inSet(const char *s) {
  if (!s)
    return -1;
  const std::set<std::string> words{"abacus", "zebra"};
  return words.count(std::string(s) + "ra") ? 1 : 0;
}
int hashed(const char *s, int n) {
  if (!s)
    return -1;
  std::unordered_map<std::string, int> m{{"one", 1}, {"seven", 7}};
  const auto found = m.find(s);
  if (found == m.end())
    return 0;
  return found->second * 1000 == n ? 2 : 1;
}
int manyHashed(int x) {
  std::unordered_set<int> s;
  for (int i = 0; i < 5; ++i)
    s.insert(i * 1111);
  return s.count(x - 50000) && x != 50000 ? 1 : 0;
}
int listed(int a, int b) {
  std::list<int> l{a, b, 8};
  l.reverse();
  l.remove(8);
  return !l.empty() && l.front() == 555 ? 1 : 0;
}
int queued(short a, short b, short c) {
  std::deque<short> d;
  d.push_front(a);
  d.push_back(b);
  std::priority_queue<short> q(d.begin(), d.end());
  q.push(c);
  return q.top() == 321 && d[1] == -9 ? 1 : 0;
}
int found(const int *p, int n) {
  if (!p || n < 3 || n > 8)
    return -1;
  const auto at = std::find_if(p, p + n, [n](int x) { return x == 1000 * n + 1; });
  return at != p + n ? 1 : 0;
}
int searched(int x) {
  static const std::array<int, 6> primes{1009, 2003, 3001, 4001, 5003, 6007};
  return std::binary_search(primes.begin(), primes.end(), x) ? 1 : 0;
}
