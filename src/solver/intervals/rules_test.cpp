// Every rule against the machine: operands are drawn from small random ranges, the operation is
// computed, and no rule may ever lose what was drawn.
#include "solver/intervals/rules.h"

#include "expr/floating.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace solver::intervals {
namespace {

using expr::Bits;
using expr::maskOf;
using expr::Operation;

/// PINCER_RULES_ROUNDS runs more of them.
unsigned rounds(unsigned usual) {
  const char *asked = std::getenv("PINCER_RULES_ROUNDS");
  return asked ? static_cast<unsigned>(std::strtoul(asked, nullptr, 10)) : usual;
}

class Draw {
public:
  explicit Draw(std::uint64_t seed) : rng_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return rng_.below(bound); }

  std::uint64_t bits(unsigned width, bool isNumber) {
    return isNumber ? bitsOfNumber(width) : integer(width);
  }

  /// A range around some values, so that they are in it; sometimes nothing else is.
  Domain around(unsigned width, Domain::View view, const std::vector<std::uint64_t> &values) {
    Domain domain(width, view);
    if (below(12) == 0)
      return domain;
    Domain hull(width, view);
    hull.meetValue(values[0]);
    if ((view & Domain::Number) != 0 && expr::isNan(values[0], width)) { // any NaN
      hull = Domain(width, view);
      hull.meetNumbers(NumberRange::onlyNan());
    }
    for (std::size_t i = 1; i < values.size(); ++i) {
      Domain next(width, view);
      if ((view & Domain::Number) != 0 && expr::isNan(values[i], width))
        next.meetNumbers(NumberRange::onlyNan());
      else
        next.meetValue(values[i]);
      hull.join(next);
    }
    domain.meet(hull);
    if (domain.isInteger() && below(3) == 0) { // some bits are known
      const std::uint64_t some = rng_.next() & rng_.next();
      std::uint64_t zeros = some, ones = some;
      for (const std::uint64_t value : values) {
        zeros &= ~value;
        ones &= value;
      }
      domain.meetBits(zeros, ones);
    }
    return domain;
  }

private:
  std::uint64_t integer(unsigned width) {
    static constexpr std::uint64_t special[] = {0, 1, 2, 3, 7, 10, 255};
    std::uint64_t value = rng_.next();
    switch (below(6)) {
    case 0:
      value = special[below(std::size(special))];
      break;
    case 1:
      value = 0 - special[below(std::size(special))];
      break;
    case 2:
      value = expr::signBitOf(width) + below(5) - 2;
      break;
    case 3:
      value >>= below(64);
      break;
    case 4:
      value = below(20);
      break;
    default:
      break;
    }
    return value & maskOf(width);
  }

  std::uint64_t bitsOfNumber(unsigned width) {
    static constexpr double special[] = {0,
                                         1,
                                         2,
                                         3,
                                         0.5,
                                         0.1,
                                         1e-3,
                                         1e10,
                                         1e300,
                                         1e-300,
                                         5e-324,
                                         2.2250738585072014e-308,
                                         1.7976931348623157e308,
                                         infinity,
                                         3.141592653589793,
                                         1.5707963267948966,
                                         2147483647,
                                         2147483648,
                                         9223372036854775807.0,
                                         1.1754943508222875e-38,
                                         3.4028234663852886e38,
                                         1.401298464324817e-45};
    double value = special[below(std::size(special))];
    switch (below(8)) {
    case 0:
      return rng_.next() & maskOf(width);
    case 1:
    case 2:
      value = static_cast<double>(below(2000)) / 100;
      break;
    case 3:
      value = static_cast<double>(below(20));
      break;
    case 4:
      value = std::ldexp(1 + static_cast<double>(below(1u << 30)) / (1u << 30),
                         static_cast<int>(below(60)) - 30);
      break;
    case 5:
      value *= 1 + static_cast<double>(below(100)) * 1e-7;
      break;
    default:
      break;
    }
    if (below(40) == 0)
      value = std::nan("");
    value = below(2) ? value : -value;
    if (value == value && below(3) == 0)
      value = stepped(value, static_cast<std::int64_t>(below(7)) - 3, width);
    return bitsOf(value, width);
  }

  support::Rng rng_;
};

struct Operands {
  unsigned width = 0; // of the result
  unsigned of[3] = {0, 0, 0};
};

/// Widths that go together, drawn.
Operands widthsFor(Operation operation, unsigned extra, Draw &draw) {
  for (;;) {
    static constexpr unsigned some[] = {1, 2, 5, 8, 16, 31, 32, 32, 33, 63, 64, 64};
    const auto width = [&] { return some[draw.below(std::size(some))]; };
    Operands widths;
    widths.width = expr::isComparison(operation) ? 1 : width();
    for (unsigned i = 0; i < expr::operandCount(operation); ++i)
      widths.of[i] = width();
    if (draw.below(2) == 0)
      widths.of[1] = expr::operandCount(operation) > 1 ? widths.of[0] : 0;
    if (draw.below(2) == 0 && operation == Operation::Choose)
      widths.of[2] = widths.of[1] = widths.width;
    if (expr::fits(operation, widths.width, extra, widths.of[0], widths.of[1], widths.of[2]))
      return widths;
  }
}

bool readsNumber(Operation operation) {
  return expr::isFloating(operation) && operation != Operation::IntToF &&
         operation != Operation::UIntToF;
}

std::string textOf(const Domain &domain) {
  return "[" + std::to_string(domain.low()) + ", " + std::to_string(domain.high()) + "] signed [" +
         std::to_string(domain.signedLow()) + ", " + std::to_string(domain.signedHigh()) +
         "] number [" + std::to_string(domain.number().low) + ", " +
         std::to_string(domain.number().high) + (domain.number().nan ? "] or NaN" : "]") +
         (domain.isEmpty() ? " empty" : "");
}

void checkRule(Operation operation, unsigned extra, Draw &draw) {
  const Operands widths = widthsFor(operation, extra, draw);
  const unsigned count = expr::operandCount(operation);
  const bool isSquare = count == 2 && widths.of[0] == widths.of[1] && draw.below(4) == 0;
  const auto canBeNumber = [](unsigned width) { return width == 32 || width == 64; };
  const auto viewOf = [&](bool isNumber, unsigned width) {
    if (draw.below(4) == 0 && canBeNumber(width))
      return Domain::Both;
    return isNumber ? Domain::Number : Domain::Integer;
  };
  constexpr unsigned samples = 4;
  const bool choosesNumbers =
      operation == Operation::Choose && canBeNumber(widths.width) && draw.below(2) == 0;
  std::vector<std::uint64_t> values[3];
  Domain domains[3];
  const Domain::View chosen = viewOf(choosesNumbers, widths.width);
  for (unsigned i = 0; i < count; ++i) {
    const bool isNumber = readsNumber(operation) || (choosesNumbers && i > 0);
    for (unsigned j = 0; j < samples; ++j)
      values[i].push_back(draw.bits(widths.of[i], isNumber));
    if (isSquare && i == 1)
      values[1] = values[0];
    if (draw.below(3) == 0)
      values[i].resize(1 + draw.below(2));
    const bool isChosen = operation == Operation::Choose && i > 0;
    domains[i] =
        draw.around(widths.of[i], isChosen ? chosen : viewOf(isNumber, widths.of[i]), values[i]);
    for (const std::uint64_t value : values[i])
      ASSERT_TRUE(domains[i].contains(value)) << expr::nameOf(operation) << textOf(domains[i]);
  }
  if (isSquare) {
    values[1] = values[0];
    domains[1] = domains[0];
  }
  const Shape shape{operation, static_cast<std::uint8_t>(widths.width),
                    static_cast<std::uint16_t>(extra), isSquare};
  const bool givesNumber = expr::givesNumber(operation);
  const Domain::View resultView =
      operation == Operation::Choose ? chosen : viewOf(givesNumber, widths.width);
  Domain result(widths.width, resultView);
  forward(shape, result, domains[0], domains[1], domains[2]);
  for (unsigned sample = 0; sample < 6; ++sample) {
    std::uint64_t operand[3] = {0, 0, 0};
    for (unsigned i = 0; i < count; ++i)
      operand[i] = values[i][draw.below(values[i].size())];
    if (isSquare)
      operand[1] = operand[0];
    const auto bits = [&](unsigned i) {
      return i < count ? Bits{operand[i], widths.of[i]} : Bits{};
    };
    const std::uint64_t value =
        expr::apply(operation, widths.width, extra, bits(0), bits(1), bits(2));
    const std::string name = std::string(expr::nameOf(operation)) + " " + std::to_string(extra) +
                             (isSquare ? " of same" : "") + " width " +
                             std::to_string(widths.width) + ": " + textOf(domains[0]) + ", " +
                             textOf(domains[1]) + ", values " + std::to_string(operand[0]) + " " +
                             std::to_string(operand[1]) + " " + std::to_string(operand[2]) +
                             " give " + std::to_string(value);
    ASSERT_TRUE(result.contains(value)) << name << " outside of " << textOf(result);
    // Backwards from a range around the result.
    std::vector<std::uint64_t> targets = {value};
    if (draw.below(2) == 0)
      targets.push_back(draw.bits(widths.width, givesNumber));
    Domain target = draw.around(widths.width, resultView, targets);
    ASSERT_TRUE(target.contains(value));
    Domain a = domains[0], b = domains[1], c = domains[2];
    backward(shape, target, a, isSquare ? a : b, c);
    ASSERT_TRUE(a.contains(operand[0])) << name << " lost a, target " << textOf(target);
    ASSERT_TRUE(count < 2 || isSquare || b.contains(operand[1]))
        << name << " lost b, target " << textOf(target);
    ASSERT_TRUE(count < 3 || c.contains(operand[2]))
        << name << " lost c, target " << textOf(target);
  }
}

unsigned extrasOf(Operation operation) {
  return operation == Operation::FRound  ? PINCER_ROUND_COUNT
         : operation == Operation::Apply ? PINCER_FUNCTION_COUNT
                                         : 1;
}

TEST(IntervalRules, LoseNothingThatTheMachineComputes) {
  const unsigned each = rounds(400);
  for (unsigned index = 0; index < PINCER_OPERATION_COUNT; ++index) {
    const auto operation = static_cast<Operation>(index);
    if (!hasRule(operation))
      continue;
    for (unsigned extra = 0; extra < extrasOf(operation); ++extra)
      for (unsigned round = 0; round < each; ++round) {
        Draw draw(round + 1'000'003ull * (extra + 100ull * index));
        const unsigned lowest =
            operation == Operation::Extract ? static_cast<unsigned>(draw.below(40)) : extra;
        checkRule(operation, lowest, draw);
        if (HasFatalFailure())
          return;
      }
  }
}

TEST(IntervalRules, AbsoluteValues) {
  for (unsigned round = 0; round < rounds(2000); ++round) {
    Draw draw(round);
    const unsigned width = draw.below(2) ? 32 : 64;
    const std::vector<std::uint64_t> values = {draw.bits(width, true), draw.bits(width, true)};
    const Domain x = draw.around(width, draw.below(2) ? Domain::Number : Domain::Both, values);
    Domain z(width, Domain::Both);
    forwardAbsolute(z, x);
    const std::uint64_t size = values[0] & ~expr::signBitOf(width);
    ASSERT_TRUE(z.contains(size)) << textOf(x) << textOf(z);
    const Domain target = draw.around(width, Domain::Both, {size, draw.bits(width, true)});
    Domain back = x;
    backwardAbsolute(target, back);
    ASSERT_TRUE(back.contains(values[0])) << textOf(x) << textOf(target) << textOf(back);
  }
}

NumberRange range(double low, double high) { return {low, high, false}; }

Domain numbers(double low, double high, unsigned width = 64) {
  Domain domain(width, Domain::Number);
  domain.meetNumbers(range(low, high));
  return domain;
}

/// Not only sound: these must be found.
TEST(IntervalRules, AreTight) {
  const auto of = [](Operation operation, const Domain &a, const Domain &b, bool isSquare = false) {
    Domain z(64, Domain::Number), none;
    forward({operation, 64, 0, isSquare}, z, a, b, none);
    return z.number();
  };
  EXPECT_EQ(of(Operation::FAdd, numbers(1, 2), numbers(3, 5)), range(4, 7));
  EXPECT_EQ(of(Operation::FSub, numbers(1, 2), numbers(3, 5)), range(-4, -1));
  EXPECT_EQ(of(Operation::FMul, numbers(-1, 2), numbers(3, 5)), range(-5, 10));
  EXPECT_EQ(of(Operation::FMul, numbers(-3, 2), numbers(-3, 2), true), range(0, 9));
  EXPECT_EQ(of(Operation::FDiv, numbers(1, 2), numbers(4, 8)), range(0.125, 0.5));
  EXPECT_EQ(of(Operation::FDiv, numbers(1, 2), numbers(0.0, 8)), range(0.125, infinity));
  EXPECT_TRUE(of(Operation::FDiv, numbers(-1, 2), numbers(-1, 8)).nan) << "0 / 0";
  EXPECT_TRUE(of(Operation::FSub, numbers(1, infinity), numbers(1, infinity)).nan);
  EXPECT_TRUE(of(Operation::FMul, numbers(0, 1), numbers(1, infinity)).nan);
}

TEST(IntervalRules, ProjectBackwards) {
  Domain none;
  Domain a = numbers(-100, 100), b = numbers(2, 3);
  backward({Operation::FMul, 64, 0, false}, numbers(6, 12), a, b, none);
  EXPECT_NEAR(a.number().low, 2, 1e-9);
  EXPECT_NEAR(a.number().high, 6, 1e-9);
  a = numbers(-100, 100);
  backward({Operation::FMul, 64, 0, true}, numbers(4, 9), a, a, none);
  EXPECT_NEAR(a.number().low, -3, 1e-9);
  EXPECT_NEAR(a.number().high, 3, 1e-9);
  a = numbers(-100, 100);
  Domain unused(64, Domain::Number);
  backward({Operation::Apply, 64, PINCER_FUNCTION_exp, false}, numbers(1, 10), a, unused, none);
  EXPECT_NEAR(a.number().low, 0, 1e-2);
  EXPECT_NEAR(a.number().high, std::log(10), 1e-2);
  Domain n(32, Domain::Integer);
  backward({Operation::IntToF, 64, 0, false}, numbers(2.5, 7.5), n, none, none);
  EXPECT_EQ(n.signedLow(), 3);
  EXPECT_EQ(n.signedHigh(), 7);
}

TEST(IntervalRules, AProductThatNoFactorGivesEmptiesThem) {
  Domain z(8, Domain::Integer), a(8, Domain::Integer), b(8, Domain::Integer), none;
  z.meetValue(1);
  a.meetUnsigned(0, 1);
  b.meetValue(2);
  backward({Operation::Mul, 8, 0, false}, z, a, b, none); // of the empty one nothing is asked
  EXPECT_TRUE(a.isEmpty());
}

/// A number and its bits are one thing.
TEST(IntervalDomains, ViewsInformEachOther) {
  Domain x(64, Domain::Both);
  x.meetSigned(std::numeric_limits<std::int64_t>::min(), -1);
  EXPECT_EQ(x.number(), (NumberRange{-infinity, -0.0, true}));
  x.meetNumbers(range(-2, 5));
  EXPECT_EQ(x.number(), range(-2, -0.0));
  EXPECT_EQ(x.high(), bitsOf(-2, 64));
  Domain n(8, Domain::Integer);
  n.meetBits(0x80, 0x01);
  EXPECT_EQ(n.signedLow(), 1);
  EXPECT_EQ(n.high(), 127u);
}

} // namespace
} // namespace solver::intervals
