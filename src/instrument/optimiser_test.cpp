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

bool hasCalls(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (llvm::isa<llvm::CallInst>(instruction))
      return true;
  return false;
}

std::unique_ptr<llvm::Module> optimised(llvm::LLVMContext &context, const std::string &functions) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString("target triple = \"x86_64-pc-linux-gnu\"\n" + functions,
                                          diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  const auto machine = makeMachine(*module);
  EXPECT_TRUE(machine);
  optimise(*module, **machine, llvm::OptimizationLevel::O2);
  return module;
}

TEST(Optimiser, LeavesHugeFunctionsAsTheyAre) {
  llvm::LLVMContext context;
  const auto module = optimised(context, function("small", 10) + function("huge", 20'000));
  EXPECT_FALSE(hasLocals(*module->getFunction("small")));
  EXPECT_TRUE(hasLocals(*module->getFunction("huge")));
}

TEST(Optimiser, DoesOnlyWhatIsCheapInHugeUnits) {
  std::string many = "define i32 @caller(i32 %x) {\n  %y = call i32 @f0(i32 %x)\n  ret i32 %y\n}\n";
  for (int i = 0; i < 60; ++i)
    many += function("f" + std::to_string(i), 10);
  llvm::LLVMContext context;
  EXPECT_FALSE(hasCalls(*optimised(context, many)->getFunction("caller")));
  for (int i = 60; i < 100; ++i)
    many += function("f" + std::to_string(i), 6'000);
  const auto module = optimised(context, many);
  EXPECT_TRUE(hasCalls(*module->getFunction("caller")));
  EXPECT_FALSE(hasLocals(*module->getFunction("f99")));
}

} // namespace
} // namespace instrument
