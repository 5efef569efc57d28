#include "instrument/object.h"

#include "support/file_system.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

namespace instrument {
namespace {

/// Scheduling and register allocation take the square of a function's size. Where one is huge, a
/// generated parser or table, code is generated without; and where there are very many, too: a user
/// would wait for that longer than all runs together gain by it.
bool isHuge(const llvm::Module &module) {
  constexpr unsigned hugeFunction = 10'000, hugeModule = 200'000; // instructions
  unsigned all = 0;
  for (const llvm::Function &function : module) {
    const unsigned count = function.getInstructionCount();
    all += count;
    if (count > hugeFunction || all > hugeModule)
      return true;
  }
  return false;
}

} // namespace

support::Result<std::unique_ptr<llvm::TargetMachine>> makeMachine(const llvm::Module &module) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser(); // inline assembly
  std::string problem;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), problem);
  if (!target)
    return support::Error{
        fmt::format("no code can be made for {}: {}", module.getTargetTriple(), problem)};
  // The oldest with SSE2, as clang has it: functions say more about themselves.
  const char *cpu = llvm::Triple(module.getTargetTriple()).isArch64Bit() ? "x86-64" : "pentium4";
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  options.UseInitArray = true; // nobody runs .ctors
  options.DataSections = true; // a link may put variables in any order
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(module.getTargetTriple(), cpu, "", options, llvm::Reloc::PIC_,
                                  std::nullopt, llvm::CodeGenOptLevel::Less));
  if (!machine)
    return support::Error{fmt::format("no code can be made for {}", module.getTargetTriple())};
  return machine;
}

support::Status writeObject(llvm::Module &module, llvm::TargetMachine &machine,
                            const std::filesystem::path &object) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream out(code);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile))
    return support::Error{
        fmt::format("{}: this machine's code generator writes no object files", object.string())};
  passes.run(module);
  return support::writeFile(object, std::string_view(code.data(), code.size()));
}

support::Status lower(const std::filesystem::path &bitcode, const std::filesystem::path &object,
                      const std::function<void(llvm::Module &, llvm::TargetMachine &)> &transform) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIRFile(bitcode.string(), diagnostic, context);
  if (!module)
    return support::Error{fmt::format("{}: {}", bitcode.string(), diagnostic.getMessage().str())};
  const auto machine = makeMachine(*module);
  if (!machine)
    return machine.error();
  module->setDataLayout((*machine)->createDataLayout());
  transform(*module, **machine);
  if (isHuge(*module))
    (*machine)->setOptLevel(llvm::CodeGenOptLevel::None);
  std::string problem;
  llvm::raw_string_ostream problemOut(problem);
  if (llvm::verifyModule(*module, &problemOut))
    return support::Error{
        fmt::format("{}: lowering made invalid code: {}", bitcode.string(), problem)};
  return writeObject(*module, **machine, object);
}

} // namespace instrument
