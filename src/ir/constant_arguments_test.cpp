#include "ir/constant_arguments.h"

#include "abi/target.h"
#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

namespace ir {
namespace {

/// What is said of the calls in `f`, in their order: 'c' for a constant.
std::string said(const std::string &text) {
  const support::TemporaryDirectory folder;
  const auto source =
      testing::writeText(folder.path() / "p.c",
                         "unsigned klee_is_symbolic(unsigned long n);\n"
                         "void klee_make_symbolic(void *to, unsigned long size, const char *);\n"
                         "int input(void);\n" +
                             text);
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module =
      llvm::parseIRFile(testing::analysisBitcode(source).string(), diagnostic, context);
  sayWhichArgumentsAreConstant(*module);
  std::string all;
  for (llvm::Instruction &instruction : llvm::instructions(*module->getFunction("f")))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->getCalledFunction() &&
        call->getCalledFunction()->getName() == PINCER_IS_SYMBOLIC_HERE)
      all += llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->isOne() ? 'c' : '?';
  return all;
}

TEST(ConstantArguments, AreMadeOfConstantsAlone) {
  EXPECT_EQ("c", said("int f(void) { return klee_is_symbolic(5); }"));
  EXPECT_EQ("c?", said("int f(void) { int x, z = 0; klee_make_symbolic(&x, sizeof x, \"x\");\n"
                       "return klee_is_symbolic(z) + klee_is_symbolic(x); }"));
  EXPECT_EQ("?", said("int f(void) { int z = 0; z += input(); return klee_is_symbolic(z); }"));
  EXPECT_EQ("?", said("int f(int z) { return klee_is_symbolic(z); }"));
}

TEST(ConstantArguments, MayDependOnWhichWayARunGoes) {
  EXPECT_EQ("c",
            said("int f(void) { int z = 0; if (input()) z = 7; return klee_is_symbolic(z); }"));
  EXPECT_EQ("?c", said("int f(void) { int z = 0, n = input(); for (int i = 0; i < n; ++i) ++z;\n"
                       "return klee_is_symbolic(n) + klee_is_symbolic(z * 3); }"));
}

TEST(ConstantArguments, AreFollowedThroughMemoryThatNobodyElseReaches) {
  EXPECT_EQ("c?", said("static int a, b; int f(void) { a = 3; b = input();\n"
                       "return klee_is_symbolic(a) + klee_is_symbolic(b); }"));
  EXPECT_EQ("?", said("int a; int f(void) { a = 3; return klee_is_symbolic(a); }"));
  EXPECT_EQ("c?", said("int f(void) { struct { int x, y; } s = {0}; int t[2] = {1, 2};\n"
                       "return klee_is_symbolic(s.y) + klee_is_symbolic(t[input()]); }"));
}

TEST(ConstantArguments, AreFollowedToTheCallsOfAStaticFunction) {
  EXPECT_EQ("", said("static int g(int n) { return klee_is_symbolic(n); }\n"
                     "int f(void) { return g(1) + g(2); }"));
  EXPECT_EQ("c", said("static int f(int n) { return klee_is_symbolic(n); }\n"
                      "int g(void) { return f(1) + f(2); }"));
  EXPECT_EQ("?", said("static int f(int n) { return klee_is_symbolic(n); }\n"
                      "int g(void) { return f(1) + f(input()); }"));
}

} // namespace
} // namespace ir
