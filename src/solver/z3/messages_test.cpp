#include "solver/z3/messages.h"

#include <gtest/gtest.h>

namespace solver::z3worker {
namespace {

TEST(Messages, RepliesArriveAsTheyWereSent) {
  const auto sent = [](const Reply &reply) {
    const auto arrived = decodeReply(encode(reply));
    EXPECT_TRUE(arrived);
    return *arrived;
  };
  EXPECT_EQ(std::get<Solution>(sent(Solution{{{3, ~0ull}, {1, 7}}})).values,
            (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{3, ~0ull}, {1, 7}}));
  EXPECT_EQ(std::get<Contradiction>(sent(Contradiction{{0, 5}})).core,
            (std::vector<std::uint32_t>{0, 5}));
  EXPECT_EQ(std::get<Surrender>(sent(Surrender{"steps"})).why, "steps");
}

TEST(Messages, EveryCutReplyIsRefused) {
  const std::vector<std::byte> whole = encode(Reply(Solution{{{3, 4}, {1, 7}}}));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(decodeReply({whole.data(), size})) << size;
  std::vector<std::byte> longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(decodeReply(longer));
}

TEST(Messages, GarbledRepliesAreRefused) {
  std::vector<std::byte> bytes = encode(Reply(Contradiction{{1, 2}}));
  for (std::size_t i = 0; i < 16; ++i) { // mark, kind, length
    std::vector<std::byte> changed = bytes;
    changed[i] ^= std::byte{0x80};
    EXPECT_FALSE(decodeReply(changed)) << i;
  }
}

TEST(Messages, QueriesWithOperandsFromNowhereAreRefused) {
  WireQuery query;
  query.terms.push_back({.operation = expr::Operation::Input, .width = 1});
  query.conditions = {0};
  EXPECT_TRUE(decodeQuery(encode(query)));
  query.conditions = {1};
  EXPECT_FALSE(decodeQuery(encode(query)));
  query.conditions = {1};
  query.terms.push_back({.operation = expr::Operation::And, .width = 1, .a = 0, .b = 1});
  EXPECT_FALSE(decodeQuery(encode(query)));
}

} // namespace
} // namespace solver::z3worker
