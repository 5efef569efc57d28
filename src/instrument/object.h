#pragma once

#include "support/result.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace instrument {

/// A code generator for the module's own triple: position-independent, for a generic x86-64, with
/// exact floating point.
support::Result<std::unique_ptr<llvm::TargetMachine>> makeMachine(const llvm::Module &module);

/// Generates machine code for the module as it stands. The module is used up.
support::Status writeObject(llvm::Module &module, llvm::TargetMachine &machine,
                            const std::filesystem::path &object);

/// The frame of every lowering: reads the bitcode, lets `transform` work on it, checks what became
/// of it, and generates machine code.
support::Status lower(const std::filesystem::path &bitcode, const std::filesystem::path &object,
                      const std::function<void(llvm::Module &, llvm::TargetMachine &)> &transform);

} // namespace instrument
