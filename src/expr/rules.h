#pragma once

#include "expr/pool.h"

#include <optional>

// The parts of simplify, one function per operation or family: each returns an equal, simpler term
// or none. They are called when no more than one operand is a constant; a commutative operation's
// constant is its second operand.

namespace expr {

/// Short names for what rules do all the time.
class Maker {
public:
  explicit Maker(Pool &pool) : pool_(pool) {}

  Term at(TermId id) const { return pool_[id]; } // a copy: the pool grows while rules run
  unsigned widthOf(TermId id) const { return pool_[id].width; }
  bool is(TermId id, Operation operation) const { return pool_[id].operation == operation; }
  bool isConstant(TermId id) const { return pool_.isConstant(id); }
  bool isConstant(TermId id, std::uint64_t value) const {
    return isConstant(id) && valueOf(id) == (value & maskOf(widthOf(id)));
  }
  std::uint64_t valueOf(TermId constant) const { return pool_[constant].value; }
  std::uint64_t zeros(TermId id) const { return pool_.known(id).zeros; }
  std::uint64_t ones(TermId id) const { return pool_.known(id).ones; }
  std::uint64_t mayBeOne(TermId id) const { return ~zeros(id) & maskOf(widthOf(id)); }
  bool signIsZero(TermId id) const { return zeros(id) & signBitOf(widthOf(id)); }
  bool signIsOne(TermId id) const { return ones(id) & signBitOf(widthOf(id)); }
  /// a == ~b
  bool areComplements(TermId a, TermId b) const;

  TermId constant(unsigned width, std::uint64_t value) { return pool_.constant(width, value); }
  TermId truth(bool value) { return pool_.boolean(value); }
  TermId negation(TermId condition) { return pool_.negation(condition); }
  /// Two operands of one width, and a result of that width or a truth value.
  TermId binary(Operation operation, TermId a, TermId b) {
    return pool_.make(operation, isComparison(operation) ? 1 : widthOf(a), a, b);
  }
  TermId binary(Operation operation, TermId a, std::uint64_t b) {
    return binary(operation, a, constant(widthOf(a), b));
  }
  TermId minus(TermId a) { return binary(Operation::Sub, constant(widthOf(a), 0), a); }
  TermId choose(TermId condition, TermId a, TermId b) {
    return pool_.make(Operation::Choose, widthOf(a), condition, a, b);
  }
  /// These three give the term itself if it has that width already.
  TermId zeroExtend(TermId a, unsigned width);
  TermId signExtend(TermId a, unsigned width);
  TermId extract(TermId a, unsigned low, unsigned width);
  /// An operation with one operand.
  TermId convert(Operation operation, TermId a, unsigned width) {
    return pool_.make(operation, width, a);
  }
  TermId concat(TermId high, TermId low) {
    return pool_.make(Operation::Concat, widthOf(high) + widthOf(low), high, low);
  }

private:
  Pool &pool_;
};

TermId simplifyAdd(Maker make, const Term &term);
TermId simplifySub(Maker make, const Term &term);
TermId simplifyMul(Maker make, const Term &term);
TermId simplifyDivision(Maker make, const Term &term); // UDiv SDiv URem SRem

TermId simplifyMulHigh(Maker make, const Term &term);
TermId simplifyWideDivision(Maker make, const Term &term); // WideDiv WideRem

TermId simplifyAnd(Maker make, const Term &term);
TermId simplifyOr(Maker make, const Term &term);
TermId simplifyXor(Maker make, const Term &term);
TermId simplifyShift(Maker make, const Term &term); // Shl LShr AShr
/// Two terms of which at most one has a one at each place: their bits side by side. Their sum,
/// disjunction and exclusive disjunction are that.
TermId joined(Maker make, TermId a, TermId b);

TermId simplifyEqual(Maker make, const Term &term);
TermId simplifyOrder(Maker make, const Term &term); // ULess ULessEqual SLess SLessEqual
/// Two comparisons of the same two numbers, joined by And or Or, as one.
TermId oneComparison(Maker make, const Term &term);

TermId simplifyChoose(Maker make, const Term &term);
TermId simplifyExtension(Maker make, const Term &term); // ZeroExtend SignExtend
TermId simplifyExtract(Maker make, const Term &term);
TermId simplifyConcat(Maker make, const Term &term);

TermId simplifyNumberComparison(Maker make, const Term &term); // FEqual FLess ...
TermId simplifyNumberArithmetic(Maker make, const Term &term); // FAdd FSub FMul FDiv
TermId simplifyConversion(Maker make, const Term &term); // FRound FToInt IntToF UIntToF FConvert

TermId simplifyExtended(Maker make, const Term &term);

/// The constant that, extended by `extension` from `width` bits, is `value`.
inline std::optional<std::uint64_t> narrowed(Operation extension, std::uint64_t value,
                                             unsigned width, unsigned wideWidth) {
  const std::uint64_t low = value & maskOf(width);
  const std::uint64_t back = apply(extension, wideWidth, 0, {low, width});
  return back == value ? std::optional(low) : std::nullopt;
}

inline bool isPowerOfTwo(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

} // namespace expr
