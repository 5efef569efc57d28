#include "instrument/symbolic/operations/intrinsics.h"

#include "abi/trace.h"
#include "instrument/symbolic/flow.h"
#include "instrument/symbolic/types.h"

#include <llvm/IR/IntrinsicInst.h>

// Each intrinsic in terms of plain arithmetic. This code runs only where something is symbolic, so
// it may compute again what the intrinsic itself computed.

namespace instrument {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

class Expansion {
public:
  Expansion(TermAlgebra &algebra, intrinsic::ID intrinsic, llvm::ArrayRef<Termed> arguments,
            Value *result)
      : algebra_(algebra), builder_(algebra.builder()), intrinsic_(intrinsic),
        arguments_(arguments), result_(result), type_(arguments[0].value->getType()),
        width_(widthOf(type_)) {}

  llvm::SmallVector<Value *, 1> run() {
    const Termed a = arguments_[0];
    if (isIdentity(intrinsic_))
      return {a.term};
    switch (intrinsic_) {
    case intrinsic::smax:
      return {pick(CmpInst::ICMP_SGT)};
    case intrinsic::smin:
      return {pick(CmpInst::ICMP_SLT)};
    case intrinsic::umax:
      return {pick(CmpInst::ICMP_UGT)};
    case intrinsic::umin:
      return {pick(CmpInst::ICMP_ULT)};
    case intrinsic::scmp:
      return {threeWay(CmpInst::ICMP_SLT, CmpInst::ICMP_SGT)};
    case intrinsic::ucmp:
      return {threeWay(CmpInst::ICMP_ULT, CmpInst::ICMP_UGT)};
    case intrinsic::abs:
      return {
          algebra_.choose(less(a, zero()), binary(Instruction::Sub, zero(), a), a, result_).term};
    case intrinsic::fshl:
      return {funnel(/*left=*/true)};
    case intrinsic::fshr:
      return {funnel(/*left=*/false)};
    case intrinsic::bswap:
      return {reversed(8)};
    case intrinsic::bitreverse:
      return {reversed(1)};
    case intrinsic::ctpop:
      return {narrowed(population(widened(a)))};
    case intrinsic::ctlz:
      return {leadingZeros()};
    case intrinsic::cttz:
      return {trailingZeros()};
    case intrinsic::ptrmask:
      return {mask()};
    default:
      return withOverflow();
    }
  }

private:
  Termed number(std::uint64_t value) { return algebra_.number(type_, value & mask64()); }
  Termed zero() { return number(0); }
  std::uint64_t mask64() const { return width_ >= 64 ? ~0ull : (1ull << width_) - 1; }
  std::uint64_t minimum() const { return 1ull << (width_ - 1); }
  Termed binary(Instruction::BinaryOps opcode, Termed a, Termed b) {
    return algebra_.binary(opcode, a, b);
  }
  Termed less(Termed a, Termed b) { return algebra_.compare(CmpInst::ICMP_SLT, a, b); }

  Value *pick(CmpInst::Predicate predicate) {
    const Termed first = algebra_.compare(predicate, arguments_[0], arguments_[1]);
    return algebra_.choose(first, arguments_[0], arguments_[1], result_).term;
  }

  Value *threeWay(CmpInst::Predicate below, CmpInst::Predicate above) {
    llvm::Type *type = result_->getType();
    const Termed low = algebra_.compare(below, arguments_[0], arguments_[1]);
    const Termed high = algebra_.compare(above, arguments_[0], arguments_[1]);
    const Termed positive = algebra_.resize(high, type, /*isSigned=*/false);
    return algebra_
        .choose(low, algebra_.concrete(llvm::Constant::getAllOnesValue(type)), positive, result_)
        .term;
  }

  Value *funnel(bool left) {
    const Termed high = arguments_[0], low = arguments_[1];
    // 2^n mod width is no plain remainder where the width itself does not fit.
    if (width_ == 1)
      return arguments_[left ? 0 : 1].term;
    const Termed amount = binary(Instruction::URem, arguments_[2], number(width_));
    const Termed rest = binary(Instruction::Sub, number(width_), amount);
    const Termed upper = algebra_.totalShift(PINCER_OP_Shl, high, left ? amount : rest);
    const Termed lower = algebra_.totalShift(PINCER_OP_LShr, low, left ? rest : amount);
    return algebra_.binary(Instruction::Or, upper, lower, result_).term;
  }

  /// Pieces of `size` bits in reverse order.
  Value *reversed(unsigned size) {
    Termed result = algebra_.concrete(zero().value);
    for (unsigned low = 0; low < width_; low += size) {
      const Termed piece =
          algebra_.resize(algebra_.extract(arguments_[0], low, size), type_, /*isSigned=*/false);
      const Termed moved = low + size == width_
                               ? piece
                               : binary(Instruction::Shl, piece, number(width_ - size - low));
      result = binary(Instruction::Or, result, moved);
    }
    return result.term;
  }

  // Counting bits, in 64 bits whatever the width

  Termed wide(std::uint64_t value) { return algebra_.number(builder_.getInt64Ty(), value); }
  Termed widened(Termed a) { return algebra_.resize(a, builder_.getInt64Ty(), /*isSigned=*/false); }
  Value *narrowed(Termed count) {
    return algebra_.resize(count, type_, /*isSigned=*/false, result_).term;
  }

  Termed population(Termed x) {
    const auto shifted = [&](Termed a, unsigned by) {
      return binary(Instruction::LShr, a, wide(by));
    };
    const auto masked = [&](Termed a, std::uint64_t mask) {
      return binary(Instruction::And, a, wide(mask));
    };
    x = binary(Instruction::Sub, x, masked(shifted(x, 1), 0x5555555555555555ull));
    x = binary(Instruction::Add, masked(x, 0x3333333333333333ull),
               masked(shifted(x, 2), 0x3333333333333333ull));
    x = masked(binary(Instruction::Add, x, shifted(x, 4)), 0x0f0f0f0f0f0f0f0full);
    x = binary(Instruction::Mul, x, wide(0x0101010101010101ull));
    return shifted(x, 56);
  }

  Value *leadingZeros() {
    Termed x = widened(arguments_[0]);
    for (unsigned by = 1; by < 64; by *= 2)
      x = binary(Instruction::Or, x, binary(Instruction::LShr, x, wide(by)));
    return narrowed(binary(Instruction::Sub, wide(width_), population(x)));
  }

  Value *trailingZeros() {
    Termed x = widened(arguments_[0]);
    if (width_ < 64) // zero counts to the width
      x = binary(Instruction::Or, x, wide(1ull << width_));
    const Termed below = binary(Instruction::And, binary(Instruction::Xor, x, wide(~0ull)),
                                binary(Instruction::Sub, x, wide(1)));
    return narrowed(population(below));
  }

  Value *mask() {
    const Termed pointer{algebra_.word(arguments_[0].value), arguments_[0].term};
    const Termed bits = algebra_.resize(arguments_[1], builder_.getInt64Ty(), false);
    return algebra_.binary(Instruction::And, pointer, bits, algebra_.word(result_)).term;
  }

  // Overflow and saturation

  struct Checked {
    Termed result, overflow;
  };

  Checked added(bool isSigned) {
    const Termed a = arguments_[0], b = arguments_[1], sum = binary(Instruction::Add, a, b);
    if (!isSigned)
      return {sum, algebra_.compare(CmpInst::ICMP_ULT, sum, a)};
    return {sum, less(binary(Instruction::And, binary(Instruction::Xor, a, sum),
                             binary(Instruction::Xor, b, sum)),
                      zero())};
  }

  Checked subtracted(bool isSigned) {
    const Termed a = arguments_[0], b = arguments_[1], difference = binary(Instruction::Sub, a, b);
    if (!isSigned)
      return {difference, algebra_.compare(CmpInst::ICMP_ULT, a, b)};
    return {difference, less(binary(Instruction::And, binary(Instruction::Xor, a, b),
                                    binary(Instruction::Xor, a, difference)),
                             zero())};
  }

  Checked multiplied(bool isSigned) {
    const Termed a = arguments_[0], b = arguments_[1], product = binary(Instruction::Mul, a, b);
    if (width_ <= 32) {
      llvm::Type *twice = builder_.getIntNTy(2 * width_);
      const Termed exact = binary(Instruction::Mul, algebra_.resize(a, twice, isSigned),
                                  algebra_.resize(b, twice, isSigned));
      return {product,
              algebra_.compare(CmpInst::ICMP_NE, exact, algebra_.resize(product, twice, isSigned))};
    }
    // It fits if the upper half is what the lower one extends to.
    const Termed high = highOfProduct(isSigned);
    const Termed expected =
        isSigned ? binary(Instruction::AShr, product, number(width_ - 1)) : zero();
    return {product, algebra_.compare(CmpInst::ICMP_NE, high, expected)};
  }

  /// Of the product of twice the width. With signs, each factor is 2^width too large if negative.
  Termed highOfProduct(bool isSigned) {
    const Termed a = arguments_[0], b = arguments_[1];
    llvm::Type *twice = builder_.getIntNTy(2 * width_);
    Value *product = builder_.CreateMul(builder_.CreateZExt(a.value, twice),
                                        builder_.CreateZExt(b.value, twice));
    Value *value = builder_.CreateTrunc(builder_.CreateLShr(product, width_), type_);
    const Termed high{value, algebra_.binaryTerm(PINCER_OP_MulHigh, a, b, value)};
    if (!isSigned)
      return high;
    const auto ifNegative = [&](Termed factor, Termed other) {
      return algebra_.choose(less(factor, zero()), other, zero());
    };
    return binary(Instruction::Sub, binary(Instruction::Sub, high, ifNegative(a, b)),
                  ifNegative(b, a));
  }

  Value *saturated(const Checked &checked, Termed bound) {
    return algebra_.choose(checked.overflow, bound, checked.result, result_).term;
  }
  /// Where a signed sum or difference ends that overflows: on the side of its first operand.
  Termed signedBound() {
    return algebra_.choose(less(arguments_[0], zero()), number(minimum()), number(minimum() - 1));
  }

  llvm::SmallVector<Value *, 1> withOverflow() {
    const auto both = [](const Checked &checked) -> llvm::SmallVector<Value *, 1> {
      return {checked.result.term, checked.overflow.term};
    };
    switch (intrinsic_) {
    case intrinsic::uadd_with_overflow:
      return both(added(false));
    case intrinsic::sadd_with_overflow:
      return both(added(true));
    case intrinsic::usub_with_overflow:
      return both(subtracted(false));
    case intrinsic::ssub_with_overflow:
      return both(subtracted(true));
    case intrinsic::umul_with_overflow:
      return both(multiplied(false));
    case intrinsic::smul_with_overflow:
      return both(multiplied(true));
    case intrinsic::uadd_sat:
      return {saturated(added(false), number(~0ull))};
    case intrinsic::usub_sat:
      return {saturated(subtracted(false), zero())};
    case intrinsic::sadd_sat:
      return {saturated(added(true), signedBound())};
    case intrinsic::ssub_sat:
      return {saturated(subtracted(true), signedBound())};
    default:
      llvm_unreachable("isArithmetic says more than is known here");
    }
  }

  TermAlgebra &algebra_;
  llvm::IRBuilder<> &builder_;
  intrinsic::ID intrinsic_;
  llvm::ArrayRef<Termed> arguments_;
  Value *result_;
  llvm::Type *type_;
  unsigned width_;
};

} // namespace

llvm::SmallVector<Value *, 1> expandIntrinsic(TermAlgebra &algebra, intrinsic::ID intrinsic,
                                              llvm::ArrayRef<Termed> arguments, Value *result) {
  return Expansion(algebra, intrinsic, arguments, result).run();
}

Termed reduceStep(TermAlgebra &algebra, intrinsic::ID reduction, Termed sum, Termed element) {
  const auto pick = [&](CmpInst::Predicate predicate) {
    return algebra.choose(algebra.compare(predicate, element, sum), element, sum);
  };
  switch (reduction) {
  case intrinsic::vector_reduce_add:
    return algebra.binary(Instruction::Add, sum, element);
  case intrinsic::vector_reduce_mul:
    return algebra.binary(Instruction::Mul, sum, element);
  case intrinsic::vector_reduce_and:
    return algebra.binary(Instruction::And, sum, element);
  case intrinsic::vector_reduce_or:
    return algebra.binary(Instruction::Or, sum, element);
  case intrinsic::vector_reduce_xor:
    return algebra.binary(Instruction::Xor, sum, element);
  case intrinsic::vector_reduce_smax:
    return pick(CmpInst::ICMP_SGT);
  case intrinsic::vector_reduce_smin:
    return pick(CmpInst::ICMP_SLT);
  case intrinsic::vector_reduce_umax:
    return pick(CmpInst::ICMP_UGT);
  case intrinsic::vector_reduce_umin:
    return pick(CmpInst::ICMP_ULT);
  case intrinsic::vector_reduce_fadd:
    return algebra.binary(Instruction::FAdd, sum, element);
  case intrinsic::vector_reduce_fmul:
    return algebra.binary(Instruction::FMul, sum, element);
  default:
    llvm_unreachable("isReduction says more than is known here");
  }
}

} // namespace instrument
