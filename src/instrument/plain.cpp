#include "instrument/plain.h"

#include "instrument/coverage.h"
#include "instrument/object.h"
#include "instrument/optimiser.h"
#include "instrument/variables.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

// Markers stay opaque while the optimiser works, so that the events of a run are the same as in
// every other lowering; only then do they become stores.

namespace instrument {

support::Status lowerPlain(const std::filesystem::path &markedBitcode,
                           const std::filesystem::path &object) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(markedBitcode.string(), diagnostic, context);
  if (!module)
    return support::Error{
        fmt::format("{}: {}", markedBitcode.string(), diagnostic.getMessage().str())};
  const auto machine = makeMachine(*module);
  if (!machine)
    return machine.error();
  module->setDataLayout((*machine)->createDataLayout());

  optimise(*module, **machine, llvm::OptimizationLevel::O1);
  lowerMarkers(*module);
  listVariables(*module);
  cleanUp(*module, **machine, /*branches=*/false);

  std::string problem;
  llvm::raw_string_ostream problemOut(problem);
  if (llvm::verifyModule(*module, &problemOut))
    return support::Error{
        fmt::format("{}: lowering made invalid code: {}", markedBitcode.string(), problem)};
  return writeObject(*module, **machine, object);
}

} // namespace instrument
