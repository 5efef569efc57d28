// Algorithms: what they compare, move and sum is followed.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 46 of 46
// EXPECT: no finding
#include <algorithm>
#include <array>
#include <numeric>
#include <queue>
#include <vector>
int sorted(int a, int b, int c) {
  std::vector<int> v{a, b, c};
  std::sort(v.begin(), v.end());
  return v[0] == -1717 && v[2] == 90210 ? 1 : 0;
}
int stable(int a, int b) {
  std::array<std::array<int, 2>, 3> v{{{a, 1}, {b, 2}, {500, 3}}};
  std::stable_sort(v.begin(), v.end(), [](const auto &x, const auto &y) { return x[0] < y[0]; });
  return v[0][1] == 2 && v[1][1] == 1 && v[1][0] == 500 ? 1 : 0;
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
int bounded(int x) {
  static const std::array<int, 5> limits{-90000, -10, 0, 12345, 700000};
  return std::lower_bound(limits.begin(), limits.end(), x) - limits.begin() == 4 ? 1 : 0;
}
int summed(short a, short b, short c) {
  const std::array<short, 3> v{a, b, c};
  return std::accumulate(v.begin(), v.end(), 0) == 54321 ? 1 : 0;
}
int distinct(int a, int b, int c, int d) {
  std::array<int, 4> v{a, b, c, d};
  return std::unique(v.begin(), v.end()) == v.begin() + 2 && v[1] == 1000 ? 1 : 0;
}
int rotated(int a, int b, int c) {
  std::array<int, 3> v{a, b, c};
  std::rotate(v.begin(), v.begin() + 1, v.end());
  return v[0] == 111 && v[2] == 33333 ? 1 : 0;
}
int heaped(short a, short b, short c) {
  std::priority_queue<short> q;
  q.push(a);
  q.push(b);
  q.push(c);
  q.pop();
  return q.top() == 321 ? 1 : 0;
}
int largest(int a, int b, int c) {
  const auto [low, high] = std::minmax({a, b, c});
  return low == -7777 && high == 8888 ? 1 : 0;
}
int transformed(const char *s) {
  if (!s)
    return -1;
  char out[8] = {};
  const char *end = s;
  while (*end && end - s < 7)
    ++end;
  std::transform(s, end, out, [](char c) { return static_cast<char>(c ^ 1); });
  static const char wanted[] = "ndd";
  return std::equal(out, out + 4, wanted) ? 1 : 0;
}
