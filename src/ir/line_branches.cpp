#include "ir/line_branches.h"

#include "abi/target.h"

#include <fmt/format.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

// A block is executed exactly if one of the edges is taken that it is control dependent on: edges
// after which every way leads through it, from blocks where that is not so yet. Edges that have no
// marker (the compiler's own) are replaced by what their blocks depend on.

namespace ir {

using llvm::BasicBlock;

namespace {

/// The markers whose numbers stand for the successors of this block, or null.
const llvm::CallInst *markerOf(const BasicBlock &block) {
  const llvm::CallInst *last = nullptr;
  for (const llvm::Instruction &instruction : block)
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction();
          callee &&
          (callee->getName() == PINCER_BRANCH_MARKER || callee->getName() == PINCER_SWITCH_MARKER))
        last = call;
  return last;
}

/// The branch that going to successor number i means; none: it has no marker.
std::optional<model::BranchId> branchOf(const BasicBlock &block, unsigned successor) {
  const llvm::CallInst *marker = markerOf(block);
  if (!marker)
    return std::nullopt;
  const auto first = llvm::cast<llvm::ConstantInt>(marker->getArgOperand(0))->getZExtValue();
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch && branch->isConditional() && marker->getArgOperand(1) == branch->getCondition())
    return model::BranchId(first + successor);
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
  if (choice && marker->getArgOperand(1) == choice->getCondition()) // successor 0 is the default
    return model::BranchId(first + (successor == 0 ? choice->getNumCases() : successor - 1));
  return std::nullopt;
}

class Search {
public:
  explicit Search(LineBranches &found) : found_(found) {}

  void lookIn(llvm::Function &function, const std::string &file, std::uint32_t line) {
    std::set<const BasicBlock *> blocks;
    for (const BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block) {
        const llvm::DILocation *location = instruction.getDebugLoc();
        if (!location || location->getLine() == 0 || pathOf(*location) != file)
          continue;
        found_.linesWithCode.insert(location->getLine());
        if (location->getLine() == line)
          blocks.insert(&block);
      }
    if (blocks.empty())
      return;
    const llvm::PostDominatorTree tree(function);
    for (const BasicBlock *block : blocks)
      dependOn(function, tree, *block);
  }

private:
  static std::string pathOf(const llvm::DILocation &location) {
    const std::filesystem::path name(location.getFilename().str());
    return (name.is_absolute() ? name : location.getDirectory().str() / name)
        .lexically_normal()
        .string();
  }

  void dependOn(llvm::Function &function, const llvm::PostDominatorTree &tree,
                const BasicBlock &target) {
    if (!done_.insert(&target).second)
      return;
    if (tree.dominates(&target, &function.getEntryBlock()))
      found_.always.insert(function.getName().str());
    for (const BasicBlock &from : function) {
      const auto *end = from.getTerminator();
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        if (end->getNumSuccessors() < 2 || !tree.dominates(&target, end->getSuccessor(i)) ||
            tree.properlyDominates(&target, &from))
          continue;
        if (const auto branch = branchOf(from, i))
          found_.branches.insert(*branch);
        else
          dependOn(function, tree, from);
      }
    }
  }

  LineBranches &found_;
  std::set<const BasicBlock *> done_;
};

} // namespace

support::Result<LineBranches> branchesLeadingTo(const std::filesystem::path &markedBitcode,
                                                const std::string &file, std::uint32_t line) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseIRFile(markedBitcode.string(), problem, context);
  if (!module)
    return support::Error{
        fmt::format("{}: {}", markedBitcode.string(), problem.getMessage().str())};
  LineBranches found;
  for (llvm::Function &function : *module)
    if (!function.isDeclaration())
      Search(found).lookIn(function, file, line);
  return found;
}

} // namespace ir
