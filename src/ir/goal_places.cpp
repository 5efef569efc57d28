#include "ir/goal_places.h"

#include <filesystem>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

namespace ir {
namespace {

/// "max<int>" is an instance of "max".
llvm::StringRef withoutTemplateArguments(llvm::StringRef name) {
  const std::size_t open = name.find('<');
  const bool isInstance =
      name.ends_with(">") && open != llvm::StringRef::npos && !name.starts_with("operator");
  return isInstance ? name.take_front(open) : name;
}

template <class Located> bool isIn(const model::GoalPlace &place, const Located &located) {
  const std::filesystem::path name(located.getFilename().str());
  const std::string path =
      (name.is_absolute() ? name : located.getDirectory().str() / name).lexically_normal().string();
  return path == place.file || path.ends_with("/" + place.file);
}

/// Markers stand between instructions, and none may come before these.
bool mayFollowMarker(const llvm::Instruction &instruction) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) && !instruction.isEHPad();
}

} // namespace

std::string sourceName(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  if (!subprogram)
    return function.getName().str();
  std::string name = withoutTemplateArguments(subprogram->getName()).str();
  for (const llvm::DIScope *scope = subprogram->getScope();
       scope && llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope);
       scope = scope->getScope())
    if (!scope->getName().empty())
      name = withoutTemplateArguments(scope->getName()).str() + "::" + name;
  return name;
}

PlaceCode findCode(llvm::Module &module, const model::GoalPlace &place) {
  PlaceCode code;
  for (llvm::Function &function : module) {
    const llvm::DISubprogram *subprogram = function.getSubprogram();
    if (function.isDeclaration() || !subprogram)
      continue;
    if (!place.function.empty() && isIn(place, *subprogram) &&
        sourceName(function) == place.function)
      code.starts.push_back(&*function.getEntryBlock().getFirstInsertionPt());
    const llvm::BasicBlock *found = nullptr;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      const llvm::DILocation *location = instruction.getDebugLoc();
      // Code that a debugger steps over is no code of the line: cleared locals, our own counters.
      if (!location || location->getLine() == 0 || !mayFollowMarker(instruction) ||
          instruction.isDebugOrPseudoInst() || !isIn(place, *location))
        continue;
      code.linesWithCode.insert(location->getLine());
      if (place.function.empty() && location->getLine() == place.line &&
          found != instruction.getParent()) {
        found = instruction.getParent();
        code.starts.push_back(&instruction);
      }
    }
  }
  return code;
}

} // namespace ir
