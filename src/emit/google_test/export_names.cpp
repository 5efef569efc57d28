#include "emit/google_test/export_names.h"

#include "emit/google_test/identifiers.h"
#include "emit/google_test/real_names.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace emit {

using model::FunctionId;
using model::GlobalId;
using model::Subject;
using model::SupplyId;
using model::UnitId;

namespace {

namespace fs = std::filesystem;

/// What CMake and the shell take as it stands; bytes of other alphabets too.
bool isPlain(char c, bool isFirst) {
  return std::isalnum(static_cast<unsigned char>(c)) || (static_cast<unsigned char>(c) & 0x80) ||
         c == '_' || (!isFirst && (c == '-' || c == '.' || c == '+'));
}

/// The last `folders` folders and the stem, as one identifier-like word.
std::string stemOf(const std::string &path, std::size_t folders) {
  const fs::path file(path);
  std::vector<std::string> words{file.stem().string()};
  fs::path folder = file.parent_path();
  for (; folders > 0 && folder.has_filename(); --folders, folder = folder.parent_path())
    words.insert(words.begin(), folder.filename().string());
  std::string stem;
  for (const std::string &word : words)
    stem += (stem.empty() ? "" : "_") + word;
  for (std::size_t i = 0; i < stem.size(); ++i)
    if (!isPlain(stem[i], i == 0))
      stem[i] = '_';
  return stem;
}

std::vector<std::string> uniqueStems(const Subject &subject) {
  std::vector<std::string> stems;
  std::vector<std::size_t> folders(subject.units.size(), 0);
  for (int round = 0; round < 16; ++round) {
    stems.clear();
    std::map<std::string, int> uses;
    for (std::size_t i = 0; i < subject.units.size(); ++i) {
      stems.push_back(stemOf(subject.units[i].path, folders[i]));
      ++uses[stems.back()];
    }
    bool clash = false;
    for (std::size_t i = 0; i < stems.size(); ++i)
      if (uses[stems[i]] > 1) {
        ++folders[i];
        clash = true;
      }
    if (!clash)
      return stems;
  }
  // One source twice, with different flags.
  for (std::size_t i = 0; i < stems.size(); ++i)
    if (std::count(stems.begin(), stems.end(), stems[i]) > 1)
      stems[i] += fmt::format("_{}", i + 1);
  return stems;
}

} // namespace

ExportNames::ExportNames(const Subject &subject) : subject_(subject), stems_(uniqueStems(subject)) {
  for (const model::Function &function : subject.functions)
    ++uses_[identifierFrom(function.name)];
  for (const model::Global &global : subject.globals)
    ++uses_[identifierFrom(global.name)];
}

std::string ExportNames::exportsFile(UnitId unit) const {
  return stem(unit) + (subject_[unit].isCxx ? "_exports.cpp" : "_exports.c");
}

std::string ExportNames::space(UnitId unit) const {
  const std::string extension = fs::path(subject_[unit].path).extension().string();
  return identifierFrom(stem(unit) + extension);
}

std::string ExportNames::exported(const std::string &text, UnitId unit) const {
  const std::string name = identifierFrom(text);
  const auto uses = uses_.find(name);
  if (uses != uses_.end() && uses->second > 1)
    return fmt::format("pincer_{}_{}", identifierFrom(stem(unit)), name);
  return "pincer_" + name;
}

bool ExportNames::needsWrapper(FunctionId id) const {
  const model::Function &function = subject_[id];
  return function.isStatic || function.name == "main" || !function.preparation.empty() ||
         function.symbolName() != function.name || isKeyword(function.name) ||
         isTaken(function.name);
}

std::string ExportNames::callee(FunctionId id) const {
  const model::Function &function = subject_[id];
  return needsWrapper(id) ? exported(function.name, function.unit) : function.name;
}

bool ExportNames::needsWrapperThere(FunctionId id) const {
  return subject_[id].name == "main" || !subject_[id].preparation.empty();
}

std::string ExportNames::realCallee(FunctionId id) const {
  return needsWrapperThere(id) ? callee(id) : inTest(realName(subject_[id]));
}

std::string ExportNames::calleeInC(FunctionId id) const {
  const model::Function &function = subject_[id];
  return function.name == "main" ? programMain(function.unit) : function.calleeName();
}

bool ExportNames::needsAccessor(GlobalId id) const {
  const model::Global &global = subject_[id];
  return global.isStatic || subject_[global.unit].isCxx || isKeyword(global.name) ||
         isTaken(global.name) || subject_.facts.renamed.contains(global.name);
}

std::string ExportNames::accessor(GlobalId id) const {
  return exported(subject_[id].name, subject_[id].unit);
}

std::string ExportNames::supplied(SupplyId id) const { return safeName(subject_[id].name); }

std::string ExportNames::label(SupplyId id) const {
  const std::string &name = subject_[id].name;
  return safeName(name) == name ? "" : fmt::format(" __asm__(\"{}\")", name);
}

std::string ExportNames::giver(SupplyId id) const {
  const std::string &name = subject_[id].name;
  return fmt::format("{}{}_gives", name.starts_with("pincer_") ? "" : "pincer_", name);
}

std::string ExportNames::programMain(UnitId unit) const {
  const auto uses = uses_.find("main");
  return uses != uses_.end() && uses->second > 1
             ? fmt::format("pincer_{}_program_main", identifierFrom(stem(unit)))
             : "pincer_program_main";
}

std::string ExportNames::reset(UnitId unit) const {
  return fmt::format("pincer_{}_reset", identifierFrom(stem(unit)));
}

bool ExportNames::hasWritableGlobals(UnitId unit) const {
  return std::any_of(subject_.globals.begin(), subject_.globals.end(),
                     [&](const model::Global &each) { return each.unit == unit && !each.isConst; });
}

} // namespace emit
