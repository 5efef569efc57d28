#include "expr/lines.h"

#include "expr/evaluator.h"

#include <gtest/gtest.h>

namespace expr {
namespace {

std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

TEST(Lines, TermsComeBackAsTheyWere) {
  Pool pool;
  const TermId x = pool.input(8, 3), y = pool.input(8, 5);
  const TermId wide = pool.make(Operation::SignExtend, 32, x);
  const TermId sum = pool.make(Operation::Add, 32, wide, pool.constant(32, 1000));
  const TermId middle = pool.make(Operation::Extract, 8, sum, {}, {}, 5);
  const TermId chosen = pool.make(Operation::Choose, 8, pool.equal(x, y), middle, y);
  const TermId sine = pool.make(Operation::Apply, 64, pool.input(64, 7), pool.constant(64, 0), {},
                                PINCER_FUNCTION_cos);
  LineWriter writer(pool);
  const std::vector<TermId> first = {middle}, all = {chosen, sine};
  const std::string text = writer.lines(first) + writer.lines(all);
  Pool other;
  LineReader reader(other);
  for (const std::string &line : split(text)) {
    const support::Status status = reader.read(line);
    ASSERT_TRUE(status) << status.error().message;
  }
  const std::vector<std::uint64_t> inputs = {0, 0, 0, 200, 0, 200, 0, 0x3ff0'0000'0000'0000};
  Evaluator before(pool, inputs), after(other, inputs);
  for (const TermId term : {middle, chosen, sine}) {
    const TermId back = reader.term(writer.numberOf(term));
    EXPECT_EQ(other[back].width, pool[term].width);
    EXPECT_EQ(after(back), before(term));
  }
  EXPECT_EQ(writer.lines(all), "") << "written already";
}

TEST(Lines, NonsenseIsRefused) {
  Pool pool;
  LineReader reader(pool);
  ASSERT_TRUE(reader.read("in 8 0"));
  ASSERT_TRUE(reader.read("in 16 1"));
  for (const char *line : {"", "in", "in 65 0", "in 0 0", "is 8", "Constant 8", "Sum 8 0 0",
                           "Add 8 0 1", "Add 8 0", "Add 8 0 2", "Extract 8 0 1"})
    EXPECT_FALSE(reader.read(line)) << line;
  EXPECT_TRUE(reader.read("Add 8 0 0"));
}

} // namespace
} // namespace expr
