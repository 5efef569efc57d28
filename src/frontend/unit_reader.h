#pragma once

#include "frontend/constant_graph.h"
#include "frontend/declared_reader.h"
#include "model/subject.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Sema;
}

namespace frontend {

/// What is known after some of the units.
struct Reading {
  model::Subject subject;
  ConstantGraph constants;
  std::vector<std::string> functionNames;  // of subject.functions, in `constants`
  std::vector<std::string> parameterTexts; // of subject.functions: "(int, char *)"; empty in C
  std::set<std::string> seenDefinitions;   // those that must not appear again
  std::map<std::string, std::size_t> withoutInstance; // templates among subject.functions that a
                                                      // later unit may have an instance of
  bool makesInstances = false; // the second time: of templates that no unit has any of
  Symbols symbols;
  std::string ourHeaders; // a folder; empty: none
};

/// Adds what the user's files define in this unit, and what they use. The unit was parsed without
/// errors.
void readUnit(clang::Sema &sema, model::UnitId unit, Reading &reading);

} // namespace frontend
