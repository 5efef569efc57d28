#pragma once

#include <llvm/IR/IntrinsicInst.h>

namespace instrument {

/// Writes loads and stores under a mask, LLVM's and AVX's, and AVX's gathering loads, element by
/// element, as plain accesses to memory; where the run decides whether an element is accessed, a
/// branch asks. False: the call is none of these.
bool writeOutMaskedAccess(llvm::IntrinsicInst &call);

} // namespace instrument
