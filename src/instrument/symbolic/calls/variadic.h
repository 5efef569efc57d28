#pragma once

#include <cstdint>
#include <llvm/IR/InstrTypes.h>
#include <optional>
#include <vector>

namespace instrument {

/// Where va_arg finds the variadic arguments of a call on x86-64.
struct VariadicLayout {
  struct Place {
    unsigned argument;
    std::uint32_t at; // in the block of abi/trace.h, PincerVariadicTerms
  };
  std::vector<Place> places;
  std::uint32_t onStack = 0; // bytes
};

/// None: the target or the type of an argument has no layout that we know.
std::optional<VariadicLayout> variadicLayout(const llvm::CallBase &call,
                                             const llvm::DataLayout &layout);

/// Whether a variadic function looks at its arguments.
bool startsVariadic(const llvm::Function &function);

} // namespace instrument
