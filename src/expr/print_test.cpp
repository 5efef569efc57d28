#include "expr/print.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace expr {
namespace {

using enum Operation;

class Text : public ::testing::Test {
protected:
  Pool pool;
  const TermId n = pool.input(32, 0), m = pool.input(32, 1), s = pool.input(8, 2),
               t = pool.input(8, 3), flag = pool.input(1, 4);

  TermId k(unsigned width, std::uint64_t value) { return pool.constant(width, value); }
  TermId op(Operation operation, TermId a, TermId b) {
    return pool.make(operation, isComparison(operation) ? 1 : pool[a].width, a, b);
  }
  TermId op(Operation operation, TermId a, std::uint64_t b) {
    return op(operation, a, k(pool[a].width, b));
  }
  TermId zext(TermId a, unsigned width) { return pool.make(ZeroExtend, width, a); }
  TermId sext(TermId a, unsigned width) { return pool.make(SignExtend, width, a); }
  TermId extract(TermId a, unsigned low, unsigned width) {
    return pool.make(Extract, width, a, {}, {}, low);
  }
  TermId no(TermId a) { return pool.negation(a); }

  std::string text(TermId term, std::size_t most = 200) {
    static const char *const names[] = {"n", "m", "s[0]", "s[1]", "flag", "d", "e"};
    return toText(pool, term, [](std::uint32_t i) { return std::string(names[i]); }, most);
  }
};

TEST_F(Text, Comparisons) {
  EXPECT_EQ(text(op(SLess, k(32, 3), n)), "n > 3");
  EXPECT_EQ(text(op(SLess, n, m)), "n < m");
  EXPECT_EQ(text(no(op(SLess, n, m))), "m <= n");
  EXPECT_EQ(text(op(SLess, n, ~4ull)), "n < -5");
  EXPECT_EQ(text(op(ULess, n, 10)), "n < 10u");
  EXPECT_EQ(text(op(ULess, n, m)), "(unsigned)n < m");
  EXPECT_EQ(text(op(SLessEqual, k(32, 0), n)), "n >= 0");
  EXPECT_EQ(text(op(Equal, n, 7)), "n == 7");
  EXPECT_EQ(text(no(op(Equal, n, m))), "n != m");
  EXPECT_EQ(text(op(Equal, n, ~0ull)), "n == -1");
}

TEST_F(Text, Characters) {
  EXPECT_EQ(text(op(Equal, s, 'a')), "s[0] == 'a'");
  EXPECT_EQ(text(op(Equal, sext(s, 32), '\'')), "s[0] == '\\''");
  EXPECT_EQ(text(no(op(Equal, s, 0))), "s[0] != 0");
  EXPECT_EQ(text(op(SLess, s, 'a')), "s[0] < 'a'");
  EXPECT_EQ(text(op(ULess, s, 'a')), "(unsigned char)s[0] < 'a'");
  EXPECT_EQ(text(op(ULess, op(Sub, s, '0'), 10)), "s[0] >= '0' && s[0] <= '9'");
  EXPECT_EQ(text(op(SLess, op(Sub, sext(s, 32), 48), m)), "s[0] - 48 < m");
}

TEST_F(Text, Arithmetic) {
  EXPECT_EQ(text(op(Add, op(Mul, n, 3), m)), "m + n * 3");
  EXPECT_EQ(text(op(Mul, op(Add, n, 3), m)), "m * (n + 3)");
  EXPECT_EQ(text(op(Sub, n, op(Sub, m, op(Mul, n, n)))), "n - (m - n * n)");
  EXPECT_EQ(text(op(SDiv, n, 10)), "n / 10");
  EXPECT_EQ(text(op(UDiv, n, 10)), "n / 10u");
  EXPECT_EQ(text(op(URem, n, m)), "(unsigned)n % m");
  EXPECT_EQ(text(op(Sub, k(32, 0), n)), "-n");
  EXPECT_EQ(text(op(Xor, n, ~0ull)), "~n");
}

TEST_F(Text, BitsAreMasksAndShifts) {
  EXPECT_EQ(text(op(And, n, 0xff)), "n & 0xff");
  EXPECT_EQ(text(op(And, n, 0xff00)), "n & 0xff00");
  EXPECT_EQ(text(op(And, n, 0x101)), "n & 0x101");
  EXPECT_EQ(text(op(LShr, n, 4)), "(unsigned)n >> 4");
  EXPECT_EQ(text(op(AShr, n, 4)), "n >> 4");
  EXPECT_EQ(text(op(Shl, n, 4)), "n << 4");
  EXPECT_EQ(text(op(Equal, op(And, n, 4), 0)), "(n & 0x4) == 0");
  EXPECT_EQ(text(no(op(Equal, op(And, n, 4), 0))), "(n & 0x4) != 0");
  EXPECT_EQ(text(op(Equal, op(And, n, 0xf0), 0x30)), "(n & 0xf0) == 0x30");
  EXPECT_EQ(text(extract(n, 31, 1)), "n < 0");
  EXPECT_EQ(text(extract(n, 0, 8)), "(char)n");
  EXPECT_EQ(text(op(Or, op(Shl, zext(s, 32), 8), zext(t, 32))), "s[0] << 8 | s[1]");
}

TEST_F(Text, Logic) {
  const TermId a = op(SLess, n, 3), b = op(Equal, m, 1);
  EXPECT_EQ(text(op(And, a, b)), "n < 3 && m == 1");
  EXPECT_EQ(text(op(And, op(Or, a, b), flag)), "flag && (n < 3 || m == 1)");
  EXPECT_EQ(text(no(op(And, a, b))), "!(n < 3 && m == 1)");
  EXPECT_EQ(text(no(flag)), "!flag");
  EXPECT_EQ(text(pool.make(Choose, 32, flag, n, m)), "flag ? n : m");
  EXPECT_EQ(text(op(Add, zext(flag, 32), n)), "n + flag");
}

TEST_F(Text, FloatingPoint) {
  const TermId d = pool.input(64, 5), e = pool.input(64, 6);
  const auto number = [&](double value) { return k(64, std::bit_cast<std::uint64_t>(value)); };
  const auto single = [&](float value) { return k(32, std::bit_cast<std::uint32_t>(value)); };
  const auto one = [&](Operation operation, unsigned width, TermId a, unsigned extra = 0) {
    return pool.make(operation, width, a, {}, {}, extra);
  };
  EXPECT_EQ(text(op(FLess, op(FMul, d, d), number(2))), "d * d < 2.0");
  EXPECT_EQ(text(op(FLess, number(0.1), d)), "d > 0.1");
  EXPECT_EQ(text(op(FLessEqual, n, single(0.1f))), "n <= 0.1f");
  EXPECT_EQ(text(no(op(FLess, d, e))), "!(d < e)");
  EXPECT_EQ(text(no(op(FEqual, d, e))), "d != e");
  EXPECT_EQ(text(op(FMul, op(FAdd, d, number(1e100)), e)), "e * (d + 1e+100)");
  EXPECT_EQ(text(op(FUnordered, d, d)), "isnan(d)");
  EXPECT_EQ(text(op(FLess, d, number(HUGE_VAL))), "d < INFINITY");
  EXPECT_EQ(text(op(FLess, op(Xor, d, 1ull << 63), op(And, e, ~0ull >> 1))), "-d < fabs(e)");
  EXPECT_EQ(text(op(Equal, one(FToInt, 32, op(FMul, d, number(100))), 1234)),
            "(int)(d * 100.0) == 1234");
  EXPECT_EQ(text(op(FMul, one(IntToF, 64, n), number(0.5))), "(double)n * 0.5");
  EXPECT_EQ(text(op(FAdd, one(UIntToF, 32, n), single(1))), "(float)(unsigned)n + 1.0f");
  EXPECT_EQ(text(one(FConvert, 32, d)), "(float)d");
  EXPECT_EQ(text(one(FRound, 64, d, PINCER_ROUND_DOWN)), "floor(d)");
  EXPECT_EQ(text(one(FSqrt, 32, n)), "sqrtf(n)");
  EXPECT_EQ(text(pool.make(Apply, 64, d, number(0), {}, PINCER_FUNCTION_sin)), "sin(d)");
  EXPECT_EQ(text(pool.make(Apply, 64, d, number(2), {}, PINCER_FUNCTION_pow)), "pow(d, 2.0)");
}

TEST_F(Text, IsCut) {
  TermId sum = n;
  for (int i = 0; i < 1000; ++i)
    sum = op(Add, op(Mul, sum, sum), m);
  const std::string cut = text(sum, 50);
  EXPECT_EQ(cut.size(), 53u);
  EXPECT_TRUE(cut.ends_with("..."));
}

TEST_F(Text, SmtLibNamesSharedTermsOnce) {
  const TermId square = op(Mul, n, n);
  const TermId conditions[] = {op(Equal, square, 49), op(SLess, square, n)};
  EXPECT_EQ(toSmtLib(pool, conditions),
            "(set-logic QF_BV)\n"
            "(declare-const in0_32 (_ BitVec 32))\n"
            "(define-fun t5 () (_ BitVec 32) (bvmul in0_32 in0_32))\n"
            "(define-fun t7 () (_ BitVec 1) (ite (= t5 (_ bv49 32)) (_ bv1 1) (_ bv0 1)))\n"
            "(define-fun t8 () (_ BitVec 1) (ite (bvslt t5 in0_32) (_ bv1 1) (_ bv0 1)))\n"
            "(assert (= t7 (_ bv1 1)))\n"
            "(assert (= t8 (_ bv1 1)))\n"
            "(check-sat)\n");
}

} // namespace
} // namespace expr
