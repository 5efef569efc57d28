#pragma once

#include <llvm/IR/IntrinsicInst.h>

namespace instrument {

/// What x86 has intrinsics of its own for on single words (checksums, fields of bits, sums with a
/// carry), as plain instructions; none: it is not known here.
llvm::Value *writtenOutOnWords(llvm::IntrinsicInst &call);

} // namespace instrument
