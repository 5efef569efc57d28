#include "frontend/storage.h"

#include "frontend/drivability.h"
#include "model/name_words.h"
#include "model/sequences.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace frontend {

using model::Function;
using model::FunctionId;
using model::Subject;
using model::TypeId;

namespace {

/// Only names tell a function that fills memory from one that expects it filled: both store into
/// it. Whether it is enough to have been called, runs will show.
bool saysItInitialises(const Function &function) {
  static const std::set<std::string, std::less<>> beginnings = {
      "init",  "initialise", "initialize", "setup", "create",    "new",  "open",
      "start", "starts",     "begin",      "make",  "construct", "ctor", "reset"};
  return std::ranges::any_of(model::wordsOf(function.name), [](const std::string &word) {
    return beginnings.contains(word) ||
           (word.ends_with("init") && word != "deinit" && word != "uninit" && word != "fini");
  });
}

/// The struct whose memory the function is given to fill; none: it is not.
TypeId initialisedBy(const Subject &subject, const Function &function) {
  if (function.undrivable || function.form != model::CallForm::Function ||
      subject[function.unit].isCxx || !saysItInitialises(function))
    return {};
  for (const model::Parameter &parameter : function.parameters)
    if (const auto type = model::wantedBy(subject, parameter))
      return subject[*type].kind == model::TypeKind::Struct &&
                     !subject[parameter.type].pointeeIsConst
                 ? *type
                 : TypeId();
  return {};
}

TypeId pointerTo(const Subject &subject, const Function &initialiser, TypeId type) {
  for (const model::Parameter &parameter : initialiser.parameters)
    if (model::wantedBy(subject, parameter) == type)
      return parameter.type;
  return {};
}

} // namespace

void addStorage(Subject &subject) {
  std::set<TypeId> made;
  for (const Function &function : subject.functions)
    if (const auto type = model::madeBy(subject, function); type && !function.undrivable)
      made.insert(*type);
  std::map<TypeId, FunctionId> initialised; // by one of them
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (const TypeId type = initialisedBy(subject, subject.functions[i]);
        type && !made.contains(type)) {
      subject.functions[i].isInitialiser = true;
      initialised.emplace(type, FunctionId(i));
    }
  for (const auto &[type, by] : initialised) {
    Function storage;
    storage.isImplicit = true;
    storage.unit = subject[by].unit;
    storage.file = subject[by].file;
    storage.line = subject[by].line;
    storage.owner = type;
    Function end = storage;
    storage.form = model::CallForm::Storage;
    storage.name = fmt::format("memory for {}", nameOf(subject[type]));
    storage.result = pointerTo(subject, subject[by], type);
    end.form = model::CallForm::EndOfStorage;
    end.name = fmt::format("end of the memory for {}", nameOf(subject[type]));
    for (std::size_t i = 0; i < subject.types.size() && !end.result; ++i)
      if (subject.types[i].kind == model::TypeKind::Void)
        end.result = TypeId(i);
    end.parameters.push_back({.name = "memory", .type = storage.result});
    if (!end.result)
      continue;
    subject.functions.push_back(std::move(storage));
    subject.functions.push_back(std::move(end));
  }
}

} // namespace frontend
