#include "library/library.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <search.h>
#include <vector>

namespace library {
namespace {

/// Which elements were compared, as offsets from the array's beginning.
struct Calls {
  const char *begin;
  std::vector<std::ptrdiff_t> offsets;
};

int byFirstByte(const void *a, const void *b, void *extra) {
  auto &calls = *static_cast<Calls *>(extra);
  calls.offsets.push_back(static_cast<const char *>(a) - calls.begin);
  calls.offsets.push_back(static_cast<const char *>(b) - calls.begin);
  return *static_cast<const unsigned char *>(a) - *static_cast<const unsigned char *>(b);
}

/// The same order of equal elements, and the same comparisons on the way.
TEST(Sort, AsGlibcDoes) {
  support::Rng rng(5);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t size = 1 + rng.below(rng.oneIn(3) ? 60 : 9), count = rng.below(80);
    std::vector<char> ours(size * count + 1);
    for (char &c : ours)
      c = static_cast<char>(rng.below(20));
    std::vector<char> theirs = ours;
    Calls ourCalls{ours.data(), {}}, theirCalls{theirs.data(), {}};
    OURS(qsort_r)(ours.data(), count, size, byFirstByte, &ourCalls);
    ::qsort_r(theirs.data(), count, size, byFirstByte, &theirCalls);
    ASSERT_EQ(ours, theirs) << count << " of " << size;
    ASSERT_EQ(ourCalls.offsets, theirCalls.offsets) << count << " of " << size;
  }
}

int compareInts(const void *a, const void *b) {
  return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

TEST(Sort, WithoutAnExtraArgument) {
  int numbers[] = {5, 3, 9, -1, 3};
  OURS(qsort)(numbers, 5, sizeof(int), compareInts);
  EXPECT_EQ((std::vector<int>{-1, 3, 3, 5, 9}), std::vector<int>(numbers, numbers + 5));
}

TEST(Sort, Searching) {
  for (std::size_t count = 0; count < 12; ++count) {
    std::vector<int> numbers;
    for (std::size_t i = 0; i < count; ++i)
      numbers.push_back(static_cast<int>(i / 2 * 4));
    numbers.push_back(1000);
    for (int key = -2; key < 30; ++key) {
      EXPECT_EQ(OURS(bsearch)(&key, numbers.data(), count, sizeof(int), compareInts),
                ::bsearch(&key, numbers.data(), count, sizeof(int), compareInts));
      std::size_t n = count;
      EXPECT_EQ(OURS(lfind)(&key, numbers.data(), &n, sizeof(int), compareInts),
                ::lfind(&key, numbers.data(), &n, sizeof(int), compareInts));
    }
  }
  int numbers[4] = {1, 2};
  std::size_t count = 2;
  const int key = 7;
  EXPECT_EQ(numbers + 2, OURS(lsearch)(&key, numbers, &count, sizeof(int), compareInts));
  EXPECT_EQ(3u, count);
  EXPECT_EQ(7, numbers[2]);
}

} // namespace
} // namespace library
