#include "support/hash.h"
#include "support/rng.h"

#include <gtest/gtest.h>
#include <set>

namespace support {
namespace {

TEST(Rng, SameSeedSameNumbers) {
  Rng a(42), b(42), c(43);
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(a.next(), c.next());
}

TEST(Rng, BelowReachesEveryValueAndNoOther) {
  Rng rng(1);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i)
    seen.insert(rng.below(7));
  EXPECT_EQ((std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6}), seen);
}

TEST(Hash, IsStableAcrossMachines) {
  EXPECT_EQ(shortHash("pincer"), shortHash("pincer"));
  EXPECT_NE(shortHash("pincer"), shortHash("pincers"));
  EXPECT_EQ(8u, shortHash("").size());
}

} // namespace
} // namespace support
