#include "instrument/symbolic/operations/intrinsics.h"
#include "instrument/symbolic/operations/wide.h"

namespace instrument {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

namespace {
constexpr unsigned wordBits = 64;
}

bool WideAlgebra::has(intrinsic::ID intrinsic, unsigned width) {
  switch (intrinsic) {
  case intrinsic::sadd_with_overflow:
  case intrinsic::uadd_with_overflow:
  case intrinsic::ssub_with_overflow:
  case intrinsic::usub_with_overflow:
  case intrinsic::smax:
  case intrinsic::smin:
  case intrinsic::umax:
  case intrinsic::umin:
  case intrinsic::abs:
  case intrinsic::expect:
    return true;
  case intrinsic::bswap:
  case intrinsic::bitreverse:
  case intrinsic::ctpop:
  case intrinsic::ctlz:
  case intrinsic::cttz:
  case intrinsic::fshl:
  case intrinsic::fshr:
    return width == 2 * wordBits;
  default:
    return false;
  }
}

Termed WideAlgebra::isNegative(Termed high) {
  return algebra_.compare(CmpInst::ICMP_SLT, high, algebra_.number(high.value->getType(), 0));
}

WideAlgebra::Checked WideAlgebra::checkedSum(Wide a, Wide b, bool isSigned) {
  const Wide result = binary(Instruction::Add, a, b);
  if (!isSigned)
    return {result, compare(CmpInst::ICMP_ULT, result, a)};
  return {result, isNegative(plain(Instruction::And, plain(Instruction::Xor, a.high, result.high),
                                   plain(Instruction::Xor, b.high, result.high)))};
}

WideAlgebra::Checked WideAlgebra::checkedDifference(Wide a, Wide b, bool isSigned) {
  const Wide result = binary(Instruction::Sub, a, b);
  if (!isSigned)
    return {result, compare(CmpInst::ICMP_ULT, a, b)};
  return {result, isNegative(plain(Instruction::And, plain(Instruction::Xor, a.high, b.high),
                                   plain(Instruction::Xor, a.high, result.high)))};
}

/// The intrinsic on 64 bits.
Termed WideAlgebra::ofHalf(intrinsic::ID intrinsic, Termed half) {
  llvm::SmallVector<Value *, 2> arguments = {half.value};
  llvm::SmallVector<Termed, 2> termed = {half};
  if (intrinsic == intrinsic::ctlz || intrinsic == intrinsic::cttz) {
    arguments.push_back(builder_.getFalse());
    termed.push_back(algebra_.concrete(builder_.getFalse()));
  }
  Value *value = builder_.CreateIntrinsic(intrinsic, {half.value->getType()}, arguments);
  return {value, expandIntrinsic(algebra_, intrinsic, termed, value)[0]};
}

Wide WideAlgebra::count(intrinsic::ID intrinsic, Wide a) {
  const Termed low = ofHalf(intrinsic, a.low), high = ofHalf(intrinsic, a.high);
  if (intrinsic == intrinsic::ctpop)
    return {plain(Instruction::Add, low, high), word(0)};
  // The half where counting begins; if it is zero, the other one and 64 more.
  const bool fromAbove = intrinsic == intrinsic::ctlz;
  const Termed isZero = algebra_.compare(CmpInst::ICMP_EQ, fromAbove ? a.high : a.low, word(0));
  const Termed more = plain(Instruction::Add, fromAbove ? low : high, word(wordBits));
  return {algebra_.choose(isZero, more, fromAbove ? high : low), word(0)};
}

Wide WideAlgebra::funnel(Wide high, Wide low, Termed amount, bool left) {
  amount = plain(Instruction::And, amount, word(2 * wordBits - 1));
  const Wide by = {amount, word(0)};
  // The rest is shifted by one bit less, and then by that one: a shift by 128 is none.
  const Wide rest = {plain(Instruction::Sub, word(2 * wordBits - 1), amount), word(0)};
  const Wide one = {word(1), word(0)};
  if (left)
    return binary(Instruction::Or, binary(Instruction::Shl, high, by),
                  binary(Instruction::LShr, binary(Instruction::LShr, low, one), rest));
  return binary(Instruction::Or, binary(Instruction::LShr, low, by),
                binary(Instruction::Shl, binary(Instruction::Shl, high, one), rest));
}

llvm::SmallVector<Value *, 1> WideAlgebra::intrinsic(intrinsic::ID intrinsic,
                                                     llvm::ArrayRef<Wide> arguments) {
  using Terms = llvm::SmallVector<Value *, 1>;
  const auto terms = [](Wide a) -> Terms { return {a.low.term, a.high.term}; };
  const auto both = [](const Checked &checked) -> Terms {
    return {checked.result.low.term, checked.result.high.term, checked.overflow.term};
  };
  const Wide a = arguments[0], b = arguments.size() > 1 ? arguments[1] : a;
  const auto pick = [&](CmpInst::Predicate predicate) {
    return terms(choose(compare(predicate, a, b), a, b));
  };
  switch (intrinsic) {
  case intrinsic::sadd_with_overflow:
    return both(checkedSum(a, b, true));
  case intrinsic::uadd_with_overflow:
    return both(checkedSum(a, b, false));
  case intrinsic::ssub_with_overflow:
    return both(checkedDifference(a, b, true));
  case intrinsic::usub_with_overflow:
    return both(checkedDifference(a, b, false));
  case intrinsic::smax:
    return pick(CmpInst::ICMP_SGT);
  case intrinsic::smin:
    return pick(CmpInst::ICMP_SLT);
  case intrinsic::umax:
    return pick(CmpInst::ICMP_UGT);
  case intrinsic::umin:
    return pick(CmpInst::ICMP_ULT);
  case intrinsic::abs: {
    const Wide zero = {word(0), algebra_.number(a.high.value->getType(), 0)};
    return terms(choose(isNegative(a.high), binary(Instruction::Sub, zero, a), a));
  }
  case intrinsic::bswap:
  case intrinsic::bitreverse:
    return terms({ofHalf(intrinsic, a.high), ofHalf(intrinsic, a.low)});
  case intrinsic::ctpop:
  case intrinsic::ctlz:
  case intrinsic::cttz:
    return terms(count(intrinsic, a));
  case intrinsic::fshl:
  case intrinsic::fshr:
    return terms(funnel(a, b, arguments[2].low, intrinsic == intrinsic::fshl));
  default:
    return terms(a); // expect
  }
}

} // namespace instrument
