// The ends of a container are two arguments of one variable; templates over iterators and functions
// that nobody uses are called with obvious ones.
// RUN: --steps 20000
// EXPECT: exit 1
// EXPECT: covered 8 of 8
// EXPECT: finding null-dereference 25
// EXPECT: function countBig tested
// EXPECT: function countWhere tested
// EXPECT: emitted values.begin(), values.end()
#include <vector>

int countBig(std::vector<int>::const_iterator first, std::vector<int>::const_iterator last,
             int limit) {
  int count = 0;
  for (; first != last; ++first)
    if (*first > limit)
      ++count;
  return count;
}

template <class Iterator, class Predicate>
int countWhere(Iterator first, Iterator last, Predicate predicate) {
  int count = 0;
  for (; first != last; ++first)
    if (predicate(*first))
      ++count;
  return count;
}
