#pragma once

#include "instrument/symbolic/algebra.h"

#include <optional>
#include <string>
#include <vector>

namespace instrument {

/// What a function on floats or doubles means: an intrinsic or one of the C library. Its operands
/// are all that it depends on.
struct NumberRule {
  enum class Kind {
    Round,    // detail: PINCER_ROUND_...
    RoundInt, // the same, and then to a signed integer
    SquareRoot,
    Remainder,
    Absolute,
    CopySign,
    FusedMultiply,
    MinNumber, // a NaN only if both are; detail: 1 if of equal numbers the second is taken
    MaxNumber,
    Minimum, // a NaN if one is; -0 is less than +0
    Maximum,
    Class,     // is.fpclass
    Saturated, // fptosi.sat, fptoui.sat; detail: 1 if signed
    Truncated, // cvttss2si and the like, of element 0 of a vector; detail: 1 if rounded to nearest
    Apply      // detail: PINCER_FUNCTION_...
  };
  Kind kind;
  unsigned detail = 0;
};

/// Whether it looks at nothing but the bits of its operands.
bool isOnBits(NumberRule rule);

/// The rule of an intrinsic, or of a call that markNumberFunctions marked.
std::optional<NumberRule> numberRuleOf(const llvm::Instruction &instruction);

/// Marks direct calls of number functions that only the C library defines.
void markNumberFunctions(llvm::Module &module, const std::vector<std::string> &definedElsewhere);

/// Whether markNumberFunctions would mark it.
bool isNumberFunction(const llvm::CallBase &call, const std::vector<std::string> &definedElsewhere);

/// The term of `result`, which the rule gives on these operands.
llvm::Value *expandNumber(TermAlgebra &algebra, NumberRule rule, llvm::ArrayRef<Termed> operands,
                          llvm::Value *result);

} // namespace instrument
