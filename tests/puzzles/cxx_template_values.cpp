// Function templates over values: the test names the instance that the sources use, whatever the
// type of its argument.
// RUN: --steps 20000
// EXPECT: exit 0
// EXPECT: covered 6 of 6
#include <array>
#include <cstddef>

template <std::size_t n> bool isSorted(const std::array<int, n> &all) {
  for (std::size_t i = 1; i < n; i++)
    if (all[i - 1] > all[i])
      return false;
  return true;
}

template <char separator, bool strict> int isBetween(const std::array<char, 2> &text) {
  return text[1] == separator ? strict : 7;
}

bool first(const std::array<int, 3> &all) { return isSorted(all); }
int second(const std::array<char, 2> &text) { return isBetween<'/', true>(text); }
