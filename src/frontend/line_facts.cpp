#include "frontend/line_facts.h"

#include "frontend/invocation.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <filesystem>

namespace frontend {
namespace {

/// The same for one unit, while it is preprocessed.
class Watch : public clang::PPCallbacks {
public:
  Watch(const clang::SourceManager &sources, const std::string &directory, const std::string &file,
        std::uint32_t line, LineFacts &facts, bool &isSkipped)
      : sources_(sources), directory_(directory), file_(file), line_(line), facts_(facts),
        isSkipped_(isSkipped) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (lineOf(location))
      facts_.isIncluded = true;
  }
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    // From the # of the directive that says so to that of the one that ends it.
    const auto first = lineOf(range.getBegin()), last = lineOf(range.getEnd());
    isSkipped_ = isSkipped_ || (first && last && *first < line_ && line_ < *last);
  }
  void MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) override {
    const clang::MacroInfo *info = directive->getMacroInfo();
    const auto first = lineOf(info->getDefinitionLoc()), last = lineOf(info->getDefinitionEndLoc());
    if (first && last && *first <= line_ && line_ <= *last)
      facts_.macro = name.getIdentifierInfo()->getName().str();
  }
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange range, const clang::MacroArgs *) override {
    const auto line = lineOf(sources_.getExpansionLoc(range.getBegin()));
    if (facts_.macro && line && name.getIdentifierInfo()->getName() == *facts_.macro)
      facts_.uses.insert(*line);
  }

private:
  /// None: another file.
  std::optional<std::uint32_t> lineOf(clang::SourceLocation location) const {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(location));
    if (!file)
      return std::nullopt;
    const std::filesystem::path name(file->getName().str());
    if ((directory_ / name).lexically_normal() != file_)
      return std::nullopt;
    return sources_.getSpellingLineNumber(location);
  }

  const clang::SourceManager &sources_;
  const std::filesystem::path directory_;
  const std::string &file_;
  const std::uint32_t line_;
  LineFacts &facts_;
  bool &isSkipped_;
};

class WatchedAction : public clang::PreprocessOnlyAction {
public:
  WatchedAction(const std::string &directory, const std::string &file, std::uint32_t line,
                LineFacts &facts, bool &isSkipped)
      : directory_(directory), file_(file), line_(line), facts_(facts), isSkipped_(isSkipped) {}
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Watch>(
        compiler.getSourceManager(), directory_, file_, line_, facts_, isSkipped_));
    return clang::PreprocessOnlyAction::BeginSourceFileAction(compiler);
  }

private:
  const std::string &directory_, &file_;
  std::uint32_t line_;
  LineFacts &facts_;
  bool &isSkipped_;
};

void readUnit(const model::Unit &unit, const std::string &file, std::uint32_t line,
              LineFacts &facts, bool &isSkipped) {
  auto files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
      llvm::vfs::createPhysicalFileSystem().release());
  if (files->setCurrentWorkingDirectory(unit.directory))
    return;
  clang::IgnoringDiagConsumer silent;
  std::vector<std::string> words = unit.flags;
  words.push_back(unit.path);
  auto invocation = makeInvocation(
      words,
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &silent, false),
      files);
  if (!invocation)
    return;
  clang::CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&silent, false);
  compiler.createFileManager(files);
  WatchedAction action(unit.directory, file, line, facts, isSkipped);
  compiler.ExecuteAction(action);
}

} // namespace

LineFacts factsOf(std::span<const model::Unit> units, const std::string &file, std::uint32_t line) {
  LineFacts facts;
  bool isEverywhereSkipped = true;
  for (const model::Unit &unit : units) {
    LineFacts here;
    bool isSkipped = false;
    readUnit(unit, file, line, here, isSkipped);
    if (!here.isIncluded)
      continue;
    facts.isIncluded = true;
    isEverywhereSkipped = isEverywhereSkipped && isSkipped;
    if (here.macro)
      facts.macro = here.macro;
    facts.uses.insert(here.uses.begin(), here.uses.end());
  }
  facts.isRemoved = facts.isIncluded && isEverywhereSkipped;
  return facts;
}

} // namespace frontend
