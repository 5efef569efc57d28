#include "ir/goal_places.h"

#include <filesystem>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <map>
#include <unordered_map>

namespace ir {
namespace {

/// "max<int>" is an instance of "max".
llvm::StringRef withoutTemplateArguments(llvm::StringRef name) {
  const std::size_t open = name.find('<');
  const bool isInstance =
      name.ends_with(">") && open != llvm::StringRef::npos && !name.starts_with("operator");
  return isInstance ? name.take_front(open) : name;
}

/// Which places are in which file: there may be thousands of places, and millions of instructions.
class PlacesByFile {
public:
  explicit PlacesByFile(const std::vector<model::GoalPlace> &places) : places_(places) {}

  struct InFile {
    std::vector<std::size_t> all;
    std::multimap<std::uint32_t, std::size_t> byLine; // those that are lines
    std::set<std::uint32_t> linesWithCode;
  };
  InFile &operator[](const llvm::DIFile *file) {
    const auto [known, isNew] = files_.try_emplace(file);
    if (!isNew)
      return *known->second;
    const std::filesystem::path name(file->getFilename().str());
    const std::string path =
        (name.is_absolute() ? name : file->getDirectory().str() / name).lexically_normal().string();
    const auto [found, isNewPath] = paths_.try_emplace(path);
    known->second = &found->second;
    for (std::size_t i = 0; i < places_.size() && isNewPath; ++i) {
      if (path != places_[i].file && !path.ends_with("/" + places_[i].file))
        continue;
      found->second.all.push_back(i);
      if (places_[i].function.empty())
        found->second.byLine.emplace(places_[i].line, i);
    }
    return found->second;
  }
  const std::map<std::string, InFile> &paths() const { return paths_; }

private:
  const std::vector<model::GoalPlace> &places_;
  std::map<std::string, InFile> paths_;
  std::unordered_map<const llvm::DIFile *, InFile *> files_; // only looked up
};

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

std::vector<PlaceCode> findCode(llvm::Module &module, const std::vector<model::GoalPlace> &places) {
  std::vector<PlaceCode> codes(places.size());
  if (places.empty())
    return codes;
  PlacesByFile files(places);
  for (llvm::Function &function : module) {
    const llvm::DISubprogram *subprogram = function.getSubprogram();
    if (function.isDeclaration() || !subprogram)
      continue;
    for (const std::size_t i : files[subprogram->getFile()].all)
      if (!places[i].function.empty() && sourceName(function) == places[i].function)
        codes[i].starts.push_back(&*function.getEntryBlock().getFirstInsertionPt());
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      const llvm::DILocation *location = instruction.getDebugLoc();
      // Code that a debugger steps over is no code of the line: cleared locals, our own counters.
      if (!location || location->getLine() == 0 || !mayFollowMarker(instruction) ||
          instruction.isDebugOrPseudoInst())
        continue;
      PlacesByFile::InFile &file = files[location->getFile()];
      if (file.all.empty())
        continue;
      file.linesWithCode.insert(location->getLine());
      const auto [first, end] = file.byLine.equal_range(location->getLine());
      for (auto place = first; place != end; ++place) {
        auto &starts = codes[place->second].starts;
        if (starts.empty() || starts.back()->getParent() != instruction.getParent())
          starts.push_back(&instruction);
      }
    }
  }
  for (const auto &[path, file] : files.paths())
    for (const std::size_t i : file.all)
      codes[i].linesWithCode.insert(file.linesWithCode.begin(), file.linesWithCode.end());
  return codes;
}

} // namespace ir
