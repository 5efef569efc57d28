#include "ir/checks.h"

#include "abi/target.h"
#include "ir/testing/subjects.h"
#include "support/file_system.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <set>

namespace ir {
namespace {

const char *const text = "static int table[8];\n"
                         "int f(int a, int b, unsigned i, double d) {\n"
                         "  int x = a + b;\n"
                         "  x = x - 3;\n"
                         "  x = x * b;\n"
                         "  x = -x;\n"
                         "  x <<= b;\n"
                         "  x /= a;\n"
                         "  x ^= table[i];\n"
                         "  x ^= (int)d;\n"
                         "  if (x > 5 && a % b == 3)\n"
                         "    return 1;\n"
                         "  return (int)(i + 1u);\n"
                         "}\n";

class Checks : public ::testing::Test {
protected:
  MarkedProgram mark(const std::vector<std::string> &flags) {
    source_ = testing::writeText(folder_.path() / "p.c", text);
    return testing::markSources({source_}, flags);
  }

  /// Conditional branches and binary operations of f, and whether it calls something of this name.
  std::vector<std::string> operations(bool dropped) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto module =
        llvm::parseIRFile(testing::markedBitcode(source_).string(), diagnostic, context);
    if (dropped)
      dropChecks(*module);
    std::vector<std::string> all;
    for (const llvm::Instruction &instruction : llvm::instructions(module->getFunction("f"))) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const bool isNamed = call && call->getCalledFunction();
      all.push_back(isNamed ? call->getCalledFunction()->getName().str()
                            : instruction.getOpcodeName());
    }
    return all;
  }

  support::TemporaryDirectory folder_;
  std::filesystem::path source_;
};

const std::vector<std::string> flags(std::begin(checkFlags), std::end(checkFlags));

TEST_F(Checks, EveryOperationThatCanGoWrongHasOneWithKindAndLine) {
  const MarkedProgram program = mark(flags);
  std::multiset<std::pair<std::uint32_t, std::string>> found;
  for (const model::Check &check : program.checks)
    found.insert({check.line, check.kind});
  const std::multiset<std::pair<std::uint32_t, std::string>> expected = {
      {3, "signed-integer-overflow"}, {4, "signed-integer-overflow"},
      {5, "signed-integer-overflow"}, {6, "signed-integer-overflow"},
      {7, "invalid-shift"},           {8, "division-by-zero"},
      {9, "out-of-bounds"},           {10, "invalid-conversion"},
      {8, "signed-integer-overflow"}, {11, "division-by-zero"},
      {11, "signed-integer-overflow"}};
  EXPECT_EQ(expected, found);
}

TEST_F(Checks, OfADivisionBothEndTheRun) {
  const MarkedProgram program = mark(flags);
  std::set<std::uint32_t> ends;
  for (const model::Check &check : program.checks) {
    EXPECT_EQ(source_.string(), check.file);
    if (!check.isArithmetic)
      ends.insert(check.line);
  }
  EXPECT_EQ((std::set<std::uint32_t>{8, 9, 11}), ends);
}

TEST_F(Checks, WithoutTheirMarkersTheCodeIsAsIfTheyHadNeverBeen) {
  const MarkedProgram plain = mark({});
  const std::vector<std::string> expected = operations(false);
  const MarkedProgram checked = mark(flags);
  EXPECT_EQ(plain.branches.sites.size(), checked.branches.sites.size());
  EXPECT_EQ(0u, checked.unmatched.size());
  EXPECT_NE(expected, operations(false));
  EXPECT_EQ(expected, operations(true));
}

} // namespace
} // namespace ir
