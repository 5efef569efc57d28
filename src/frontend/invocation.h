#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <span>
#include <string>

namespace frontend {

/// The settings of a compilation as clang-19's own driver makes them from a command line (without
/// the compiler's name); null after errors, which went to `diagnostics`.
std::unique_ptr<clang::CompilerInvocation>
makeInvocation(std::span<const std::string> words,
               llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace frontend
