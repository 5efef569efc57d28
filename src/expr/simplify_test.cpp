#include "expr/evaluator.h"
#include "expr/floating.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace expr {
namespace {

/// Terms as they were asked for, beside what the pool made of them.
class RandomTerms {
public:
  RandomTerms(std::uint64_t seed, unsigned widest, std::vector<unsigned> inputWidths)
      : rng_(seed), widest_(widest), inputWidths_(std::move(inputWidths)) {
    for (std::size_t i = 0; i < inputWidths_.size(); ++i)
      add({Operation::Input, inputWidths_[i], 0, {}, i});
    for (int i = 0; i < 3; ++i)
      addConstant(randomWidth());
  }

  void grow(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      if (rng_.oneIn(6))
        addPieces();
      else
        addOperation();
  }

  /// Every term has the value that was asked for, and its known bits.
  void check(std::span<const std::uint64_t> inputs) {
    Evaluator evaluate(pool_, inputs);
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      values.push_back(valueOf(nodes_[i], values, inputs));
      ASSERT_EQ(pool_[ids_[i]].width, nodes_[i].width) << text(i);
      ASSERT_EQ(evaluate(ids_[i]), values[i]) << text(i);
      const KnownBits &known = pool_.known(ids_[i]);
      ASSERT_EQ(values[i] & known.zeros, 0u) << text(i);
      ASSERT_EQ(values[i] & known.ones, known.ones) << text(i);
    }
  }

  std::uint64_t randomValue(unsigned width) {
    if ((width == 32 || width == 64) && rng_.oneIn(3))
      return randomNumber(width);
    switch (rng_.below(4)) {
    case 0:
      return rng_.below(4) & maskOf(width);
    case 1:
      return (0 - rng_.below(3)) & maskOf(width);
    case 2: // a run of ones
      return (maskOf(static_cast<unsigned>(1 + rng_.below(width))) << rng_.below(width)) &
             maskOf(width);
    default:
      return rng_.next() & maskOf(width);
    }
  }

  /// An IEEE number: one of those that rules stumble over, or one near 1.
  std::uint64_t randomNumber(unsigned width) {
    const double special[] = {0.0, 1.0, 2.0, 0.5, 1e10, 3.7, HUGE_VAL, NAN, 5e-324, 1e-40, 0.1};
    const std::uint64_t sign = rng_.oneIn(2) ? signBitOf(width) : 0;
    if (rng_.oneIn(3)) { // between 2^-3 and 2^5
      const std::uint64_t fraction = rng_.next() & (width == 32 ? 0x7f'ffff : maskOf(52));
      const std::uint64_t exponent = (width == 32 ? 124 : 1020) + rng_.below(8);
      return sign | exponent << (width == 32 ? 23 : 52) | fraction;
    }
    if (rng_.oneIn(3))
      return sign | rng_.below(3); // denormal
    const double value = special[rng_.below(std::size(special))];
    return sign ^ (width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                               : std::bit_cast<std::uint64_t>(value));
  }

private:
  struct Node {
    Operation operation;
    unsigned width, extra;
    std::vector<std::size_t> operands;
    std::uint64_t value;
  };

  void add(Node node) {
    const auto operand = [&](std::size_t i) {
      return i < node.operands.size() ? ids_[node.operands[i]] : TermId();
    };
    if (node.operation == Operation::Constant)
      ids_.push_back(pool_.constant(node.width, node.value));
    else if (node.operation == Operation::Input)
      ids_.push_back(pool_.input(node.width, static_cast<std::uint32_t>(node.value)));
    else
      ids_.push_back(
          pool_.make(node.operation, node.width, operand(0), operand(1), operand(2), node.extra));
    nodes_.push_back(std::move(node));
  }

  std::size_t addConstant(unsigned width) {
    add({Operation::Constant, width, 0, {}, randomValue(width)});
    return nodes_.size() - 1;
  }

  unsigned randomWidth() { return static_cast<unsigned>(1 + rng_.below(widest_)); }
  /// One of the newest, half of the time, so that operations nest.
  std::size_t any() {
    const std::size_t last = nodes_.size() - 1;
    return rng_.oneIn(2) ? rng_.below(nodes_.size())
                         : last - rng_.below(std::min<std::size_t>(nodes_.size(), 4));
  }

  std::size_t ofWidth(unsigned width) {
    if (!rng_.oneIn(4))
      for (int i = 0; i < 10; ++i)
        if (const std::size_t node = any(); nodes_[node].width == width)
          return node;
    return addConstant(width);
  }

  void addOperation() {
    const auto operation =
        static_cast<Operation>(2 + rng_.below(static_cast<unsigned>(Operation::Call) - 2));
    if (isFloating(operation))
      return addFloating(operation);
    const std::size_t a = any();
    const unsigned width = nodes_[a].width;
    switch (operation) {
    case Operation::Choose: {
      const std::size_t condition = ofWidth(1), other = ofWidth(width);
      return add({operation, width, 0, {condition, a, other}, 0});
    }
    case Operation::ZeroExtend:
    case Operation::SignExtend:
      if (width < widest_)
        add({operation, static_cast<unsigned>(width + 1 + rng_.below(widest_ - width)), 0, {a}, 0});
      return;
    case Operation::Extract:
      addExtract(a);
      return;
    case Operation::WideDiv:
    case Operation::WideRem: {
      const std::size_t b = ofWidth(width), divisor = ofWidth(width);
      return add({operation, width, 0, {a, b, divisor}, 0});
    }
    case Operation::Concat: {
      const std::size_t b = any();
      if (width + nodes_[b].width <= widest_)
        add({operation, width + nodes_[b].width, 0, {a, b}, 0});
      return;
    }
    default: {
      std::size_t b = ofWidth(width), first = a;
      if (rng_.oneIn(2))
        std::swap(first, b);
      return add({operation, isComparison(operation) ? 1 : width, 0, {first, b}, 0});
    }
    }
  }

  /// Operands are 32 or 64 bits wide where they are numbers.
  void addFloating(Operation operation) {
    if (widest_ < 64)
      return;
    const unsigned width = rng_.oneIn(2) ? 32 : 64;
    switch (operation) {
    case Operation::FToInt:
      return add({operation, rng_.oneIn(2) ? 32u : 64u, 0, {ofWidth(width)}, 0});
    case Operation::IntToF:
    case Operation::UIntToF:
      return add({operation, width, 0, {any()}, 0});
    case Operation::FConvert:
      return add({operation, width, 0, {ofWidth(96 - width)}, 0});
    default:
      break;
    }
    std::vector<std::size_t> operands;
    for (unsigned i = 0; i < operandCount(operation); ++i)
      operands.push_back(rng_.oneIn(8) && i > 0 ? operands[0] : ofWidth(width));
    const unsigned extras = operation == Operation::FRound  ? PINCER_ROUND_COUNT
                            : operation == Operation::Apply ? PINCER_FUNCTION_COUNT
                                                            : 1;
    add({operation, isComparison(operation) ? 1 : width, static_cast<unsigned>(rng_.below(extras)),
         std::move(operands), 0});
  }

  std::size_t addExtract(std::size_t a) {
    const unsigned width = nodes_[a].width;
    auto low = static_cast<unsigned>(rng_.below(width));
    if (rng_.oneIn(3)) // the sign
      low = width - 1;
    add({Operation::Extract, static_cast<unsigned>(1 + rng_.below(width - low)), low, {a}, 0});
    return nodes_.size() - 1;
  }

  std::size_t addSignExtend(std::size_t a) {
    const unsigned width = nodes_[a].width;
    if (width >= widest_)
      return a;
    add({Operation::SignExtend,
         static_cast<unsigned>(width + 1 + rng_.below(widest_ - width)),
         0,
         {a},
         0});
    return nodes_.size() - 1;
  }

  /// Parts of one term side by side.
  void addPieces() {
    const std::size_t whole = any();
    std::size_t high = addExtract(whole), low = whole;
    if (rng_.oneIn(2))
      low = addExtract(low);
    if (rng_.oneIn(3))
      low = addSignExtend(low);
    if (rng_.oneIn(3))
      high = addSignExtend(high);
    const unsigned width = nodes_[high].width + nodes_[low].width;
    if (width <= widest_)
      add({Operation::Concat, width, 0, {high, low}, 0});
  }

  std::uint64_t valueOf(const Node &node, const std::vector<std::uint64_t> &values,
                        std::span<const std::uint64_t> inputs) const {
    if (node.operation == Operation::Constant)
      return node.value;
    if (node.operation == Operation::Input)
      return inputs[node.value];
    const auto bits = [&](std::size_t i) {
      return i < node.operands.size()
                 ? Bits{values[node.operands[i]], nodes_[node.operands[i]].width}
                 : Bits{};
    };
    return apply(node.operation, node.width, node.extra, bits(0), bits(1), bits(2));
  }

  std::string text(std::size_t i) const {
    const Node &node = nodes_[i];
    std::string result = std::string(nameOf(node.operation)) + std::to_string(node.width) + "(";
    if (node.operands.empty() || node.operation == Operation::Extract)
      result += std::to_string(node.operands.empty() ? node.value : node.extra) + " ";
    for (const std::size_t operand : node.operands)
      result += text(operand) + " ";
    return result + ")";
  }

  support::Rng rng_;
  unsigned widest_;
  std::vector<unsigned> inputWidths_;
  Pool pool_;
  std::vector<Node> nodes_;
  std::vector<TermId> ids_; // what the pool made of each node
};

/// PINCER_ROUNDS asks for a longer run.
std::uint64_t rounds(std::uint64_t ordinary) {
  const char *asked = std::getenv("PINCER_ROUNDS");
  return asked ? std::strtoull(asked, nullptr, 10) : ordinary;
}

TEST(Simplify, KeepsTheValueForAllSmallInputs) {
  const std::vector<std::vector<unsigned>> shapes = {{1, 2, 3},    {2, 2, 2}, {3, 3},   {4, 2},
                                                     {1, 1, 1, 2}, {4, 1},    {3, 3, 1}};
  for (std::uint64_t seed = 0; seed < rounds(8000); ++seed) {
    const std::vector<unsigned> &widths = shapes[seed % shapes.size()];
    RandomTerms terms(seed, 2 + seed % 5, widths);
    terms.grow(25);
    unsigned bits = 0;
    for (const unsigned width : widths)
      bits += width;
    std::vector<std::uint64_t> inputs(widths.size());
    for (std::uint64_t all = 0; all <= maskOf(bits); ++all) {
      std::uint64_t rest = all;
      for (std::size_t i = 0; i < widths.size(); rest >>= widths[i], ++i)
        inputs[i] = rest & maskOf(widths[i]);
      terms.check(inputs);
      if (HasFatalFailure())
        FAIL() << "seed " << seed;
    }
  }
}

TEST(Simplify, KeepsTheValueForWideInputs) {
  const std::vector<std::vector<unsigned>> shapes = {{64, 64},           {32, 32, 8},  {8, 8, 8, 8},
                                                     {64, 32, 16, 8, 1}, {33, 31, 64}, {16, 16, 1}};
  for (std::uint64_t seed = 0; seed < rounds(8000); ++seed) {
    const std::vector<unsigned> &widths = shapes[seed % shapes.size()];
    RandomTerms terms(seed, 64, widths);
    terms.grow(40);
    std::vector<std::uint64_t> inputs(widths.size());
    for (int round = 0; round < 30; ++round) {
      for (std::size_t i = 0; i < widths.size(); ++i)
        inputs[i] = terms.randomValue(widths[i]);
      terms.check(inputs);
      if (HasFatalFailure())
        FAIL() << "seed " << seed;
    }
  }
}

/// Two ways to write a thing become one term.
class Rules : public ::testing::Test {
protected:
  Pool pool;
  const TermId x = pool.input(32, 0), y = pool.input(32, 1), s = pool.input(8, 2),
               t = pool.input(8, 3), p = pool.input(1, 4), q = pool.input(1, 5);

  TermId k(unsigned width, std::uint64_t value) { return pool.constant(width, value); }
  TermId op(Operation operation, TermId a, TermId b) {
    return pool.make(operation, isComparison(operation) ? 1 : pool[a].width, a, b);
  }
  TermId op(Operation operation, TermId a, std::uint64_t b) {
    return op(operation, a, k(pool[a].width, b));
  }
  TermId zext(TermId a, unsigned width) { return pool.make(Operation::ZeroExtend, width, a); }
  TermId sext(TermId a, unsigned width) { return pool.make(Operation::SignExtend, width, a); }
  TermId extract(TermId a, unsigned low, unsigned width) {
    return pool.make(Operation::Extract, width, a, {}, {}, low);
  }
  TermId concat(TermId a, TermId b) {
    return pool.make(Operation::Concat, pool[a].width + pool[b].width, a, b);
  }
  TermId choose(TermId c, TermId a, TermId b) {
    return pool.make(Operation::Choose, pool[a].width, c, a, b);
  }
  TermId no(TermId a) { return pool.negation(a); }
  TermId is(TermId a, std::uint64_t value) { return op(Operation::Equal, a, value); }
};

using enum Operation;

TEST_F(Rules, NeutralAndAbsorbingElements) {
  for (const Operation operation : {Add, Sub, Or, Xor, Shl, LShr, AShr})
    EXPECT_EQ(op(operation, x, 0), x) << nameOf(operation);
  for (const Operation operation : {Mul, UDiv, SDiv})
    EXPECT_EQ(op(operation, x, 1), x) << nameOf(operation);
  EXPECT_EQ(op(And, x, ~0ull), x);
  EXPECT_EQ(op(And, x, 0), k(32, 0));
  EXPECT_EQ(op(Or, x, ~0ull), k(32, ~0ull));
  EXPECT_EQ(op(Mul, x, 0), k(32, 0));
  EXPECT_EQ(op(URem, x, 1), k(32, 0));
  EXPECT_EQ(op(SRem, x, ~0ull), k(32, 0));
  EXPECT_EQ(op(Shl, x, 32), k(32, 0));
  EXPECT_EQ(op(And, x, x), x);
  EXPECT_EQ(op(Sub, x, x), k(32, 0));
  EXPECT_EQ(op(Xor, x, x), k(32, 0));
  EXPECT_EQ(op(Equal, x, x), k(1, 1));
  EXPECT_EQ(op(SLess, x, x), k(1, 0));
}

TEST_F(Rules, Sums) {
  EXPECT_EQ(op(Sub, op(Add, x, 5), 3), op(Add, x, 2));
  EXPECT_EQ(op(Add, op(Sub, x, y), y), x);
  EXPECT_EQ(op(Sub, op(Add, x, y), x), y);
  EXPECT_EQ(op(Add, op(Add, x, 1), op(Add, y, 2)), op(Add, op(Add, x, y), 3));
  EXPECT_EQ(op(Add, op(Xor, x, ~0ull), 1), op(Sub, k(32, 0), x));
  EXPECT_EQ(op(Sub, k(32, 0), op(Sub, k(32, 0), x)), x);
  EXPECT_EQ(op(Mul, op(Mul, x, 3), 5), op(Mul, x, 15));
  EXPECT_EQ(op(Mul, x, 8), op(Shl, x, 3));
}

TEST_F(Rules, EqualToAConstant) {
  EXPECT_EQ(is(op(Add, x, 5), 7), is(x, 2));
  EXPECT_EQ(is(op(Sub, k(32, 5), x), 7), is(x, ~1ull));
  EXPECT_EQ(is(op(Xor, x, 5), 7), is(x, 2));
  EXPECT_EQ(is(op(Sub, x, y), 0), op(Equal, x, y));
  EXPECT_EQ(is(op(Xor, x, y), 0), op(Equal, y, x));
  EXPECT_EQ(is(op(Mul, x, 3), 21), is(x, 7));
  EXPECT_EQ(is(zext(s, 32), 65), is(s, 65));
  EXPECT_EQ(is(zext(s, 32), 256), k(1, 0));
  EXPECT_EQ(is(sext(s, 32), ~0ull), is(s, 0xff));
  EXPECT_EQ(is(sext(s, 32), 0xff), k(1, 0));
  EXPECT_EQ(is(concat(s, t), 0x4142), op(And, is(s, 0x41), is(t, 0x42)));
  EXPECT_EQ(is(choose(p, k(8, 3), k(8, 4)), 3), p);
  EXPECT_EQ(is(choose(p, k(8, 3), k(8, 4)), 4), no(p));
  EXPECT_EQ(is(choose(p, k(8, 3), s), 4), op(And, no(p), is(s, 4)));
  EXPECT_EQ(is(choose(p, s, k(8, 3)), 3), op(Or, no(p), is(s, 3)));
  EXPECT_EQ(is(op(Or, x, y), 0), op(And, is(x, 0), is(y, 0)));
  EXPECT_EQ(is(p, 1), p);
  EXPECT_EQ(is(p, 0), no(p));
}

TEST_F(Rules, Negation) {
  EXPECT_EQ(no(no(p)), p);
  EXPECT_EQ(no(op(SLess, x, y)), op(SLessEqual, y, x));
  EXPECT_EQ(no(op(ULessEqual, x, y)), op(ULess, y, x));
  EXPECT_EQ(no(no(op(Equal, x, y))), op(Equal, x, y));
  EXPECT_EQ(op(And, p, no(p)), k(1, 0));
  EXPECT_EQ(op(Or, p, no(p)), k(1, 1));
}

TEST_F(Rules, Order) {
  EXPECT_EQ(op(ULess, x, 1), is(x, 0));
  EXPECT_EQ(op(ULess, k(32, 0), x), no(is(x, 0)));
  EXPECT_EQ(op(SLessEqual, x, 3), op(SLess, x, 4));
  EXPECT_EQ(op(SLessEqual, k(32, 4), x), op(SLess, k(32, 3), x));
  EXPECT_EQ(op(SLess, x, k(32, 0x8000'0000)), k(1, 0));
  EXPECT_EQ(op(SLessEqual, x, k(32, 0x7fff'ffff)), k(1, 1));
  EXPECT_EQ(op(SLess, zext(s, 32), 65), op(ULess, s, 65));
  EXPECT_EQ(op(ULess, k(32, 64), zext(s, 32)), op(ULess, k(8, 64), s));
  EXPECT_EQ(op(ULess, zext(s, 32), 256), k(1, 1));
  EXPECT_EQ(op(SLess, sext(s, 32), 65), op(SLess, s, 65));
  EXPECT_EQ(op(SLess, sext(s, 32), 200), k(1, 1));
  EXPECT_EQ(op(ULess, sext(s, 32), 200), no(op(SLess, s, 0)));
  EXPECT_EQ(op(SLess, sext(s, 32), sext(t, 32)), op(SLess, s, t));
  EXPECT_EQ(op(ULess, zext(s, 32), zext(t, 32)), op(ULess, s, t));
  EXPECT_EQ(op(SLess, concat(s, t), 0), op(SLess, s, 0));
}

/// Two comparisons of the same numbers are one, and the same one.
TEST_F(Rules, ComparisonsJoined) {
  EXPECT_EQ(op(And, op(SLess, x, y), op(SLessEqual, x, y)), op(SLess, x, y));
  EXPECT_EQ(op(And, op(SLessEqual, y, x), op(SLessEqual, x, y)), op(Equal, x, y));
  EXPECT_EQ(op(Or, op(ULess, x, y), op(Equal, y, x)), op(ULessEqual, x, y));
  EXPECT_EQ(op(Or, op(ULess, x, y), op(ULess, y, x)), no(op(Equal, y, x)));
  EXPECT_EQ(op(And, op(ULess, x, y), op(ULess, y, x)), k(1, 0));
  const TermId u = pool.input(3, 6), v = pool.input(3, 7);
  std::vector<TermId> comparisons;
  for (const Operation operation : {ULess, ULessEqual, SLess, SLessEqual, Equal})
    for (const auto &[a, b] : {std::pair(u, v), std::pair(v, u)})
      for (const bool negated : {false, true})
        comparisons.push_back(negated ? no(op(operation, a, b)) : op(operation, a, b));
  for (std::uint64_t values = 0; values < 64; ++values) {
    const std::vector<std::uint64_t> inputs = {0, 0, 0, 0, 0, 0, values % 8, values / 8};
    for (const TermId a : comparisons)
      for (const TermId b : comparisons)
        for (const Operation operation : {And, Or}) {
          const TermId joined = op(operation, a, b);
          Evaluator evaluate(pool, inputs);
          const bool wanted =
              operation == And ? evaluate(a) && evaluate(b) : evaluate(a) || evaluate(b);
          ASSERT_EQ(evaluate(joined), wanted);
        }
  }
}

TEST_F(Rules, TakingApartAndPuttingTogether) {
  EXPECT_EQ(concat(extract(x, 8, 24), extract(x, 0, 8)), x);
  EXPECT_EQ(concat(extract(x, 16, 8), concat(extract(x, 8, 8), extract(x, 0, 8))),
            extract(x, 0, 24));
  EXPECT_EQ(extract(extract(x, 8, 16), 4, 8), extract(x, 12, 8));
  EXPECT_EQ(extract(concat(s, t), 8, 8), s);
  EXPECT_EQ(extract(concat(s, t), 2, 3), extract(t, 2, 3));
  EXPECT_EQ(extract(zext(s, 32), 0, 8), s);
  EXPECT_EQ(extract(zext(s, 32), 8, 8), k(8, 0));
  EXPECT_EQ(extract(sext(s, 32), 0, 16), sext(s, 16));
  EXPECT_EQ(concat(extract(sext(s, 32), 8, 24), extract(sext(s, 32), 0, 8)), sext(s, 32));
  EXPECT_EQ(extract(op(And, x, 0xff00), 8, 8), extract(x, 8, 8));
  EXPECT_EQ(extract(op(LShr, x, 8), 0, 8), extract(x, 8, 8));
  EXPECT_EQ(extract(op(Shl, x, 8), 8, 8), extract(x, 0, 8));
  EXPECT_EQ(op(And, x, 0xff), zext(extract(x, 0, 8), 32));
  EXPECT_EQ(op(And, zext(s, 32), 0xff), zext(s, 32));
  EXPECT_EQ(extract(op(Add, zext(s, 32), 1), 0, 8), op(Add, s, 1));
}

TEST_F(Rules, BytesOfANumberMeetAgain) {
  const TermId word = op(Or, op(Shl, zext(s, 32), 8), zext(t, 32));
  EXPECT_EQ(word, zext(concat(s, t), 32));
  EXPECT_EQ(op(Add, op(Mul, zext(s, 32), 256), zext(t, 32)), word);
  EXPECT_EQ(is(word, 0x4142), op(And, is(s, 0x41), is(t, 0x42)));
  EXPECT_EQ(is(word, 0x14142), k(1, 0));
}

TEST_F(Rules, Choices) {
  EXPECT_EQ(choose(k(1, 1), x, y), x);
  EXPECT_EQ(choose(p, x, x), x);
  EXPECT_EQ(choose(no(p), x, y), choose(p, y, x));
  EXPECT_EQ(choose(p, k(1, 1), k(1, 0)), p);
  EXPECT_EQ(choose(p, k(32, 1), k(32, 0)), zext(p, 32));
  EXPECT_EQ(is(choose(p, k(32, 1), k(32, 0)), 0), no(p));
  EXPECT_EQ(choose(p, q, k(1, 0)), op(And, p, q));
  EXPECT_EQ(op(Add, choose(p, k(8, 3), k(8, 4)), 5), choose(p, k(8, 8), k(8, 9)));
  EXPECT_EQ(choose(p, zext(s, 32), zext(t, 32)), zext(choose(p, s, t), 32));
  EXPECT_EQ(op(And, op(Sub, k(32, 0), zext(p, 32)), 0xedb8'8320),
            choose(p, k(32, 0xedb8'8320), k(32, 0)));
}

TEST_F(Rules, Divisions) {
  EXPECT_EQ(op(UDiv, x, 16), op(LShr, x, 4));
  EXPECT_EQ(op(URem, x, 16), op(And, x, 15));
  EXPECT_EQ(op(SRem, zext(s, 32), 10), zext(op(URem, s, 10), 32));
  EXPECT_EQ(op(SDiv, sext(s, 32), 10), sext(op(SDiv, s, 10), 32));
  EXPECT_EQ(op(UDiv, zext(s, 32), 1000), k(32, 0));
  EXPECT_EQ(op(URem, zext(s, 32), 1000), zext(s, 32));
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST_F(Rules, NumbersComparedWithThemselves) {
  const TermId isNan = op(FUnordered, x, x);
  EXPECT_EQ(op(FLess, x, x), k(1, 0));
  EXPECT_EQ(op(FEqual, x, x), no(isNan));
  EXPECT_EQ(op(FLessEqual, x, x), no(isNan));
  EXPECT_EQ(op(FLess, x, bits(NAN)), k(1, 0));
  EXPECT_EQ(op(FUnordered, x, bits(1.0f)), isNan);
  EXPECT_EQ(op(FUnordered, op(Xor, x, 0x8000'0000), op(Xor, x, 0x8000'0000)), isNan);
  EXPECT_EQ(op(FUnordered, op(And, x, 0x7fff'ffff), op(And, x, 0x7fff'ffff)), isNan);
  EXPECT_EQ(op(FLess, op(Xor, x, 0x8000'0000), bits(2.0f)), op(FLess, k(32, bits(-2.0f)), x));
  EXPECT_EQ(op(FAdd, x, bits(-0.0f)) == x, false) << "a NaN may change its bits";
  EXPECT_EQ(op(FMul, op(FAdd, x, y), bits(1.0f)), op(FAdd, x, y));
}

TEST_F(Rules, FloatsAreExactlyDoubles) {
  const auto wide = [&](TermId f) { return pool.make(FConvert, 64, f); };
  EXPECT_EQ(op(FLess, wide(x), wide(y)), op(FLess, x, y));
  EXPECT_EQ(op(FLess, wide(x), bits(2.5)), op(FLess, x, bits(2.5f)));
  EXPECT_EQ(op(FEqual, wide(x), bits(0.1)), k(1, 0));
  EXPECT_EQ(op(FLess, wide(x), bits(0.1)), op(FLessEqual, x, bits(std::nextafterf(0.1f, 0.0f))));
  EXPECT_EQ(op(FLess, k(64, bits(0.1)), wide(x)), op(FLessEqual, k(32, bits(0.1f)), x));
  EXPECT_EQ(pool.make(FConvert, 32, op(FMul, wide(x), wide(y))), op(FMul, x, y));
  EXPECT_EQ(pool.make(FConvert, 32, op(FMul, wide(x), bits(0.1))) == op(FMul, x, bits(0.1f)),
            false);
}

TEST_F(Rules, IntegersAsNumbersAreIntegers) {
  const auto number = [&](TermId n) { return pool.make(IntToF, 64, n); };
  EXPECT_EQ(op(FLess, number(x), bits(2.5)), op(SLess, x, 3));
  EXPECT_EQ(op(FLess, k(64, bits(-2.0)), number(x)), op(SLess, k(32, ~1ull), x));
  EXPECT_EQ(op(FEqual, number(x), bits(7.0)), is(x, 7));
  EXPECT_EQ(op(FEqual, number(x), bits(7.5)), k(1, 0));
  EXPECT_EQ(op(FLess, number(x), bits(1e10)), k(1, 1));
  EXPECT_EQ(op(FLess, number(x), number(y)), op(SLess, x, y));
  EXPECT_EQ(pool.make(FToInt, 64, number(x)), sext(x, 64));
  EXPECT_EQ(pool.make(IntToF, 64, zext(s, 32)), pool.make(UIntToF, 64, s));
  EXPECT_EQ(op(FUnordered, number(x), bits(1.0)), k(1, 0));
  // Of 32 bits a float keeps 24: 2^24 + 1 is rounded to 2^24.
  EXPECT_EQ(op(FEqual, pool.make(IntToF, 32, x), bits(16777218.0f)), is(x, 16777218));
  EXPECT_EQ(op(FLess, k(32, bits(16777216.0f)), pool.make(IntToF, 32, x)),
            op(SLess, k(32, 16777217), x));
}

TEST_F(Rules, TablesOfConstantsBecomeTablesOfResults) {
  TermId table = k(8, 0);
  for (unsigned bit = 0; bit < 6; ++bit)
    table = choose(extract(s, bit, 1), op(Add, table, 1), table);
  EXPECT_EQ(pool.constantLeaves(table), 64u); // how many of the six bits are ones
  EXPECT_EQ(op(ULess, table, 7), k(1, 1));
  TermId all = extract(s, 0, 1);
  for (unsigned bit = 1; bit < 6; ++bit)
    all = op(And, all, extract(s, bit, 1));
  EXPECT_EQ(is(table, 6), all);
  EXPECT_EQ(is(op(Mul, table, 3), 18), is(table, 6));
}

TEST(Simplify, DoesNotNestWithoutEnd) {
  Pool pool;
  TermId x = pool.input(8, 0);
  for (unsigned i = 1; i < 300'000; ++i)
    x = pool.make(Operation::Choose, 8, pool.input(1, i), pool.constant(8, i % 2), x);
  const TermId condition = pool.equal(x, pool.constant(8, 2));
  std::vector<std::uint64_t> inputs(300'000);
  inputs[0] = 2;
  EXPECT_EQ(Evaluator(pool, inputs)(condition), 1u);
  inputs[299'999] = 1;
  EXPECT_EQ(Evaluator(pool, inputs)(condition), 0u);
}

} // namespace
} // namespace expr
