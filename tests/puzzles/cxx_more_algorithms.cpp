// Algorithms that move and combine: partitions, heaps, permutations, merges, sums, and ranges.
// RUN: --strategy concolic --steps 1500 -- -std=c++20
// EXPECT: exit 0
// EXPECT: covered 40 of 40
// EXPECT: no finding
#include <algorithm>
#include <array>
#include <numeric>
#include <ranges>
#include <vector>
int removed(int a, int b, int c) {
  std::vector<int> v{a, b, c};
  v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2 != 0; }), v.end());
  return v.size() == 2 && v[0] == 1234 && b == 7 ? 1 : 0;
}
int middle(int a, int b, int c) {
  std::array<int, 3> v{a, b, c};
  std::nth_element(v.begin(), v.begin() + 1, v.end());
  return v[1] == 5555 && a == 9999 ? 1 : 0;
}
int extremes(int a, int b, int c) {
  const std::array<int, 3> v{a, b, c};
  const auto [low, high] = std::minmax_element(v.begin(), v.end());
  return *high == 321 && *low == -321 ? 1 : 0;
}
int permuted(unsigned char a, unsigned char b, unsigned char c) {
  std::array<unsigned char, 3> v{a, b, c};
  return std::next_permutation(v.begin(), v.end()) && v[0] == 'x' && v[1] == 'b' ? 1 : 0;
}
int conditions(int a, int b) {
  const std::array<int, 2> v{a, b};
  if (std::all_of(v.begin(), v.end(), [](int x) { return x > 1000; }))
    return std::any_of(v.begin(), v.end(), [](int x) { return x == 4321; }) ? 2 : 1;
  return 0;
}
int together(int a, int b) {
  const std::array<int, 2> v{1, 50}, w{a, b};
  std::vector<int> all;
  if (!std::is_sorted(w.begin(), w.end()))
    return -1;
  std::merge(v.begin(), v.end(), w.begin(), w.end(), std::back_inserter(all));
  return all[1] == 30 && all[3] == 60 ? 1 : 0;
}
int heap(int a, int b, int c) {
  std::vector<int> v{a, b};
  std::make_heap(v.begin(), v.end());
  v.push_back(c);
  std::push_heap(v.begin(), v.end());
  return v.front() == 2468 && c == 2468 ? 1 : 0;
}
int sums(int a, int b, int c) {
  std::array<int, 3> v{a & 0xfff, b & 0xfff, c & 0xfff}, w{};
  std::partial_sum(v.begin(), v.end(), w.begin());
  return std::inner_product(v.begin(), v.end(), w.begin(), 0) == 100000 ? 1 : 0;
}
int filtered(int a, int b, int c) {
  const std::array<int, 3> v{a, b, c};
  int sum = 0;
  for (const int x : v | std::views::filter([](int x) { return x > 100; }) |
                         std::views::transform([](int x) { return x % 1000; }))
    sum += x;
  return sum == 1998 ? 1 : 0;
}
