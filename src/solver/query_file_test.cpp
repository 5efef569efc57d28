#include "solver/query_file.h"

#include "solver/testing/fake_layer.h"
#include "support/file_system.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

TEST(QueryFile, QueriesComeBack) {
  support::TemporaryDirectory folder;
  expr::Pool pool;
  const auto x = pool.input(32, 2), y = pool.input(32, 4);
  const auto less = pool.make(expr::Operation::ULess, 1, x, y);
  const auto seven = pool.equal(y, pool.constant(32, 7));
  FakeLayer next;
  QueryLog log(next, folder.path());
  TermMarks scratch;
  const auto ask = [&](std::vector<expr::TermId> conditions, std::vector<std::uint64_t> current) {
    Slice slice(pool, std::move(conditions), current, scratch);
    log.solve(slice);
  };
  next.answer = Unsat{{0}};
  ask({less}, {0, 0, 9, 0, 5});
  next.answer = Unknown{"no"};
  ask({less, seven}, {0, 0, 9, 0, 6});
  const auto file = *std::filesystem::directory_iterator(folder.path());
  const auto read = readQueries(file.path());
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->queries.size(), 2u);
  EXPECT_EQ(read->queries[1].conditions.size(), 2u);
  EXPECT_EQ(read->queries[0].conditions[0], read->queries[1].conditions[0]);
  EXPECT_EQ(read->queries[0].current, (std::vector<std::uint64_t>{0, 0, 9, 0, 5}));
  EXPECT_EQ(read->queries[1].current, (std::vector<std::uint64_t>{0, 0, 9, 0, 6}));
  EXPECT_EQ(read->answers, (std::vector<std::string>{"unsat", "unknown"}));
}

TEST(QueryFile, NonsenseIsRefused) {
  support::TemporaryDirectory folder;
  for (const char *text :
       {"ask 0", "in 8 0\nask 0", "now 3", "nothing", "in 8 0\nin 8 1\nAdd 9 0 1"}) {
    ASSERT_TRUE(support::writeFile(folder.path() / "file", text));
    EXPECT_FALSE(readQueries(folder.path() / "file")) << text;
  }
}

} // namespace
} // namespace solver
