#include "instrument/object.h"
#include "instrument/optimiser.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

namespace instrument {
namespace {

std::string function(const std::string &name, unsigned additions) {
  std::string text = "define i32 @" + name +
                     "(i32 %x) {\n  %s = alloca i32\n  store i32 %x, ptr %s\n"
                     "  %v0 = load i32, ptr %s\n";
  for (unsigned i = 1; i <= additions; ++i)
    text += "  %v" + std::to_string(i) + " = add i32 %v" + std::to_string(i - 1) + ", %x\n";
  return text + "  ret i32 %v" + std::to_string(additions) + "\n}\n";
}

bool hasLocals(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      return true;
  return false;
}

TEST(Optimiser, LeavesHugeFunctionsAsTheyAre) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module =
      llvm::parseAssemblyString("target triple = \"x86_64-pc-linux-gnu\"\n" +
                                    function("small", 10) + function("huge", 20'000),
                                diagnostic, context);
  ASSERT_TRUE(module) << diagnostic.getMessage().str();
  const auto machine = makeMachine(*module);
  ASSERT_TRUE(machine);
  optimise(*module, **machine, llvm::OptimizationLevel::O2);
  EXPECT_FALSE(hasLocals(*module->getFunction("small")));
  EXPECT_TRUE(hasLocals(*module->getFunction("huge")));
}

} // namespace
} // namespace instrument
