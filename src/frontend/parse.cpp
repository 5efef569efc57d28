#include "frontend/parse.h"

#include "frontend/derived_classes.h"
#include "frontend/drivability.h"
#include "frontend/files.h"
#include "frontend/flags.h"
#include "frontend/invocation.h"
#include "frontend/length_pairs.h"
#include "frontend/makers.h"
#include "frontend/merge_types.h"
#include "frontend/pure_reader.h"
#include "frontend/storage.h"
#include "frontend/unit_reader.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <map>

namespace frontend {

using support::Error;
using support::Result;
using support::Status;

namespace {

class ReadingConsumer : public clang::ASTConsumer {
public:
  ReadingConsumer(clang::CompilerInstance &compiler, model::UnitId unit, Reading &reading)
      : compiler_(compiler), unit_(unit), reading_(reading) {}
  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!context.getDiagnostics().hasErrorOccurred())
      readUnit(compiler_.getSema(), unit_, reading_);
  }

private:
  clang::CompilerInstance &compiler_;
  model::UnitId unit_;
  Reading &reading_;
};

class ReadingAction : public clang::ASTFrontendAction {
public:
  ReadingAction(model::UnitId unit, Reading &reading) : unit_(unit), reading_(reading) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<ReadingConsumer>(compiler, unit_, reading_);
  }

private:
  model::UnitId unit_;
  Reading &reading_;
};

/// Clang's errors in plain text, as on a terminal without colours.
llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> plainErrors() {
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  options->IgnoreWarnings = true;
  return options;
}

Error cannotCompile(const model::Unit &unit, std::string diagnostics) {
  while (diagnostics.ends_with('\n'))
    diagnostics.pop_back();
  return Error{fmt::format("{} does not compile {}with clang-19{}:\n{}", unit.path,
                           isHeader(unit.path) ? "by itself " : "",
                           isHeader(unit.path) ? " (what it needs before it can be given, as in "
                                                 "-- -include FILE)"
                                               : "",
                           diagnostics)};
}

Status parseUnit(model::UnitId id, Reading &reading, const std::vector<std::string> &moreFlags) {
  const model::Unit unit = reading.subject[id];
  auto files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
      llvm::vfs::createPhysicalFileSystem().release());
  if (const auto error = files->setCurrentWorkingDirectory(unit.directory))
    return Error{fmt::format("{}: can't compile in folder '{}': {}", unit.path, unit.directory,
                             error.message())};
  std::string text;
  llvm::raw_string_ostream stream(text);
  const auto options = plainErrors();
  clang::TextDiagnosticPrinter printer(stream, options.get());

  std::vector<std::string> words = unit.flags;
  words.insert(words.end(), moreFlags.begin(), moreFlags.end());
  words.push_back(unit.path);
  auto invocation = makeInvocation(
      words, clang::CompilerInstance::createDiagnostics(options.get(), &printer, false), files);
  if (!invocation || !text.empty())
    return cannotCompile(unit, text.empty() ? "clang makes nothing of its flags" : text);
  if (invocation->getLangOpts().ObjC)
    return Error{fmt::format("{}: only C and C++ sources can be tested", unit.path)};
  reading.subject.units[id.index].isCxx = invocation->getLangOpts().CPlusPlus;
  // What it includes may include it: `#pragma once` counts in a header only.
  invocation->getLangOpts().IsHeaderFile = isHeader(unit.path);
  // The user's -Wno-... decide what is an error; how it looks is ours.
  clang::DiagnosticOptions &looks = invocation->getDiagnosticOpts();
  looks.IgnoreWarnings = true;
  looks.ShowColors = false;
  looks.MessageLength = 0;
  invocation->getFrontendOpts().DisableFree = false;

  clang::CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&printer, false);
  compiler.createFileManager(files);
  compiler.setVerboseOutputStream(stream);
  ReadingAction action(id, reading);
  if (!compiler.ExecuteAction(action) || compiler.getDiagnostics().hasErrorOccurred())
    return cannotCompile(unit, text);
  return support::Done{};
}

} // namespace

namespace {

/// Undefined variables, seen as the parameters that they are to the program.
std::vector<model::LengthPair> variablePairs(const model::Subject &subject) {
  std::vector<Named> named;
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const model::Supply &supply = subject.supplies[i];
    if (supply.kind != model::Supply::Kind::Variable)
      continue;
    const bool isArray = subject[supply.type].kind == model::TypeKind::Array;
    named.push_back({supply.name, supply.type, isArray});
    numbers.push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<model::LengthPair> pairs;
  for (const model::LengthPair &pair : parameterPairs(subject, named))
    pairs.push_back({numbers[pair.pointer], numbers[pair.length]});
  return pairs;
}

/// Reads those units again that hold templates nobody uses.
Status makeInstances(Reading &reading, const std::vector<std::string> &moreFlags) {
  std::set<model::UnitId> units;
  for (const auto &[place, function] : reading.withoutInstance)
    units.insert(reading.subject.functions[function].unit);
  reading.makesInstances = true;
  for (const model::UnitId unit : units)
    if (const Status status = parseUnit(unit, reading, moreFlags); !status)
      return status;
  return support::Done{};
}

/// Functions of one name get the types of their parameters as part of it.
void tellOverloadsApart(Reading &reading) {
  std::map<std::string, std::size_t> uses;
  for (const model::Function &function : reading.subject.functions)
    ++uses[function.name];
  for (std::size_t i = 0; i < reading.subject.functions.size(); ++i)
    if (model::Function &function = reading.subject.functions[i]; uses[function.name] > 1)
      function.name += reading.parameterTexts[i];
}

} // namespace

Result<model::Subject> parse(std::span<const model::Unit> units,
                             const std::filesystem::path &headers) {
  Reading reading;
  reading.subject.units.assign(units.begin(), units.end());
  reading.ourHeaders = headers.string();
  std::vector<std::string> lastFolder;
  if (!headers.empty())
    lastFolder = {"-idirafter", headers.string()};
  std::vector<std::size_t> typesEnd; // by unit
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (const Status status = parseUnit(model::UnitId(i), reading, lastFolder); !status)
      return status.error();
    typesEnd.push_back(reading.subject.types.size());
  }
  model::Subject &subject = reading.subject;
  if (const Status status = makeInstances(reading, lastFolder); !status)
    return status.error();
  tellOverloadsApart(reading);
  for (model::Unit &unit : subject.units)
    if (unit.includesOurs)
      unit.flags.insert(unit.flags.end(), lastFolder.begin(), lastFolder.end());
  // Constants of one unit may matter to another, so they wait for all.
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    subject.functions[i].constants = reading.constants.constantsFor(reading.functionNames[i]);
  subject.supplies = undefinedIn(subject, reading.symbols);
  settlePures(subject, reading.symbols.defined);
  mergeTypes(subject, typesEnd);
  subject.supplyPairs = variablePairs(subject);
  for (model::Type &type : subject.types)
    if (type.kind == model::TypeKind::Struct && type.literal == model::Literal::None)
      type.lengthPairs = fieldPairs(subject, type.fields);
  addStorage(subject);
  addFiles(subject);
  keepNeededClasses(subject);
  excludeUnmade(subject);
  const std::set<model::TypeId> made = madeClasses(subject);
  for (model::Function &function : subject.functions)
    function.limit = limitOf(subject, function, made);
  return std::move(subject);
}

} // namespace frontend
