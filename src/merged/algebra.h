#pragma once

#include "expr/pool.h"

#include <functional>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>
#include <optional>
#include <vector>

namespace merged {

/// The scalars that a value consists of, in order; none: a value that terms can't say.
using Scalars = std::vector<expr::TermId>;

/// How many scalars a value of this type has; none if terms can't say them.
std::optional<unsigned> scalarCount(const llvm::Type *type);
/// Bits of a scalar type; 0: it is none.
unsigned widthOf(const llvm::Type *type);

/// Instructions that look at nothing but their operands, as terms.
class Algebra {
public:
  using Operands = std::function<Scalars(const llvm::Value *)>;
  Algebra(expr::Pool &pool, const llvm::DataLayout &layout) : pool_(pool), layout_(layout) {}

  /// Empty: it has no terms.
  Scalars computed(const llvm::Instruction &instruction, const Operands &valueOf);
  /// None: it is not known here. A scalar that is no term may be anything.
  std::optional<Scalars> intrinsic(const llvm::CallBase &call, const Operands &valueOf);
  /// How far a pointer is moved.
  expr::TermId offsetOf(const llvm::GEPOperator &place, const Operands &valueOf);

private:
  using TermId = expr::TermId;
  TermId cast(const llvm::CastInst &instruction, TermId from);
  TermId compared(llvm::CmpInst::Predicate predicate, TermId a, TermId b);
  std::optional<Scalars> overflowing(llvm::Intrinsic::ID id, TermId a, TermId b);
  /// None: no scalar.
  static TermId scalarOf(const llvm::Value *value, const Operands &valueOf);

  expr::Pool &pool_;
  const llvm::DataLayout &layout_;
};

} // namespace merged
