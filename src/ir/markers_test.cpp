#include "ir/markers.h"

#include "abi/target.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>

// What -O2 must not do to markers. Each of these goes wrong if markers are declared willreturn.

namespace ir {
namespace {

class Markers : public ::testing::Test {
protected:
  /// Puts a marker at every conditional branch and optimises as -O2 does.
  llvm::Function &optimised(const char *text) {
    llvm::SMDiagnostic diagnostic;
    module_ = llvm::parseAssemblyString(text, diagnostic, context_);
    EXPECT_TRUE(module_) << diagnostic.getMessage().str();
    llvm::Function &function = *module_->getFunction("f");
    Matching matching;
    for (llvm::BasicBlock &block : function)
      if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()))
        if (branch->isConditional())
          matching.branches.push_back({branch, branch->getCondition(), {}, {}});
    insertMarkers(*module_, matching, 0);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder passes;
    passes.registerModuleAnalyses(modules);
    passes.registerCGSCCAnalyses(components);
    passes.registerFunctionAnalyses(functions);
    passes.registerLoopAnalyses(loops);
    passes.crossRegisterProxies(loops, functions, components, modules);
    passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(*module_, modules);
    return function;
  }

  static std::vector<llvm::CallInst *> markersOf(llvm::Function &function) {
    std::vector<llvm::CallInst *> markers;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (call->getCalledFunction()->getName() == PINCER_BRANCH_MARKER)
          markers.push_back(call);
    return markers;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(Markers, OutcomeOfABranchThatGuardsACrashStaysOpen) {
  llvm::Function &function = optimised("define i32 @f(i32 %n, i32 %d) {\n"
                                       "  %zero = icmp eq i32 %d, 0\n"
                                       "  br i1 %zero, label %bad, label %good\n"
                                       "bad:\n"
                                       "  %q = udiv i32 %n, %d\n"
                                       "  br label %good\n"
                                       "good:\n"
                                       "  %r = udiv i32 7, %d\n"
                                       "  ret i32 %r\n"
                                       "}\n");
  const auto markers = markersOf(function);
  ASSERT_EQ(1u, markers.size());
  EXPECT_FALSE(llvm::isa<llvm::Constant>(markers[0]->getArgOperand(1)));
}

TEST_F(Markers, BeforeUnreachableSurvives) {
  llvm::Function &function = optimised("define i32 @f(i32 %a, i32 %b) {\n"
                                       "  %first = icmp eq i32 %a, 0\n"
                                       "  br i1 %first, label %inner, label %good\n"
                                       "inner:\n"
                                       "  %second = icmp sgt i32 %b, 3\n"
                                       "  br i1 %second, label %dead, label %dead2\n"
                                       "dead:\n"
                                       "  unreachable\n"
                                       "dead2:\n"
                                       "  unreachable\n"
                                       "good:\n"
                                       "  ret i32 1\n"
                                       "}\n");
  const auto markers = markersOf(function);
  ASSERT_EQ(2u, markers.size());
  for (const llvm::CallInst *marker : markers)
    EXPECT_FALSE(llvm::isa<llvm::Constant>(marker->getArgOperand(1)));
}

TEST_F(Markers, ACrashIsNotHoistedAboveEarlierEvents) {
  llvm::Function &function = optimised("define i32 @f(i32 %n, i32 %a, i32 %b) {\n"
                                       "  br label %loop\n"
                                       "loop:\n"
                                       "  %i = phi i32 [ 0, %0 ], [ %next, %latch ]\n"
                                       "  %s = phi i32 [ 0, %0 ], [ %sum, %latch ]\n"
                                       "  %odd = trunc i32 %i to i1\n"
                                       "  br i1 %odd, label %then, label %latch\n"
                                       "then:\n"
                                       "  br label %latch\n"
                                       "latch:\n"
                                       "  %add = phi i32 [ 1, %loop ], [ 2, %then ]\n"
                                       "  %q = udiv i32 %a, %b\n"
                                       "  %part = add i32 %s, %q\n"
                                       "  %sum = add i32 %part, %add\n"
                                       "  %next = add i32 %i, 1\n"
                                       "  %more = icmp slt i32 %next, %n\n"
                                       "  br i1 %more, label %loop, label %done\n"
                                       "done:\n"
                                       "  ret i32 %sum\n"
                                       "}\n");
  bool eventSeen = false;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    eventSeen |= llvm::isa<llvm::CallInst>(instruction);
    if (instruction.getOpcode() == llvm::Instruction::UDiv) {
      EXPECT_TRUE(eventSeen);
    }
  }
}

TEST_F(Markers, EqualMarkersInTwoArmsAreNotMerged) {
  llvm::Function &function = optimised("declare void @g()\n"
                                       "define void @f(i1 %a, i1 %b) {\n"
                                       "  br i1 %a, label %left, label %right\n"
                                       "left:\n"
                                       "  br i1 %b, label %call, label %done\n"
                                       "right:\n"
                                       "  br i1 %b, label %call, label %done\n"
                                       "call:\n"
                                       "  call void @g()\n"
                                       "  br label %done\n"
                                       "done:\n"
                                       "  ret void\n"
                                       "}\n");
  EXPECT_EQ(3u, markersOf(function).size());
}

TEST_F(Markers, SlotsFollowTheOrderOfSuccessorsAndCases) {
  llvm::SMDiagnostic diagnostic;
  module_ = llvm::parseAssemblyString("define void @f(i128 %x) {\n"
                                      "  switch i128 %x, label %d [ i128 5, label %a\n"
                                      "                             i128 9, label %b ]\n"
                                      "a:\n  ret void\nb:\n  ret void\nd:\n  ret void\n}\n",
                                      diagnostic, context_);
  auto *decision =
      llvm::cast<llvm::SwitchInst>(module_->getFunction("f")->getEntryBlock().getTerminator());
  Matching matching;
  SwitchPoint point;
  point.instruction = decision;
  point.cases = {RegionOutcome{4, OutcomeKind::Case}, std::nullopt};
  point.otherwise = RegionOutcome{6, OutcomeKind::Default};
  matching.switches.push_back(point);
  const Slots slots = insertMarkers(*module_, matching, 10);
  ASSERT_EQ(3u, slots.size());
  EXPECT_EQ(4u, slots[0]->region);
  EXPECT_FALSE(slots[1]);
  EXPECT_EQ(6u, slots[2]->region);
  const auto *marker = llvm::cast<llvm::CallInst>(decision->getPrevNode());
  ASSERT_EQ(4u, marker->arg_size());
  EXPECT_EQ(10u, llvm::cast<llvm::ConstantInt>(marker->getArgOperand(0))->getZExtValue());
  EXPECT_EQ(9u, llvm::cast<llvm::ConstantInt>(marker->getArgOperand(3))->getZExtValue());
}

} // namespace
} // namespace ir
