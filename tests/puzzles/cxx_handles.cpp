// What holds or looks at others: queue, bitset, valarray, any, tuple, pair, span, shared_ptr, weak_ptr and multimaps.
// RUN: --strategy concolic --steps 1000 -- -std=c++20
// EXPECT: exit 0
// EXPECT: covered 40 of 40
// EXPECT: no finding
#include <any>
#include <bitset>
#include <memory>
#include <queue>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
int queued(int a, int b) {
  std::queue<int> q;
  q.push(a);
  q.push(b);
  q.pop();
  return q.front() == 31415 ? 1 : 0;
}
int largestFirst(int a, int b, int c) {
  std::priority_queue<int> q;
  for (const int x : {a, b, c})
    q.push(x);
  q.pop();
  return q.top() == 4242 && a == 4242 ? 1 : 0;
}
int flags(unsigned x) {
  const std::bitset<24> bits(x);
  return bits.count() == 5 && bits.test(17) && bits.to_ulong() % 1000 == 35 ? 1 : 0;
}
int elementwise(unsigned a, unsigned b) {
  const std::valarray<unsigned> v{a, b, 3}, w{2, 3, 5};
  return (v * w).sum() == 5015 && a == 1000 ? 1 : 0;
}
int anything(int x) {
  const std::any held = x > 500 ? std::any(x) : std::any(std::string("few"));
  const int *number = std::any_cast<int>(&held);
  return number && *number == 777 ? 1 : 0;
}
int ordered(int a, short b) {
  const std::tuple<int, short, char> t{a, b, 'x'};
  return t > std::tuple<int, short, char>{800, 9, 'w'} && std::get<0>(t) < 801 ? 1 : 0;
}
int viewed(const int *a, int n) {
  if (!a || n != 6)
    return -1;
  int sum = 0;
  for (const int x : std::span(a, 6).subspan(2, 3))
    sum += x & 0xff;
  return sum == 701 ? 1 : 0;
}
int shared(int x) {
  const auto one = std::make_shared<int>(x);
  const std::weak_ptr<int> other = one;
  const auto again = other.lock();
  return *again + again.use_count() == 60606 ? 1 : 0;
}
int several(int key) {
  const std::unordered_multimap<int, int> m{{5, 1}, {5, 2}, {9, 3}};
  return m.count(key - 1000) == 2 ? 1 : 0;
}
