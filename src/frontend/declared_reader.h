#pragma once

#include "frontend/type_reader.h"
#include "model/subject.h"

#include <set>
#include <string>
#include <vector>

namespace frontend {

/// What units use and what they define, by symbol.
struct Symbols {
  std::set<std::string> defined;
  std::vector<model::Supply> used; // declared and used; one per symbol and unit
};

/// Elements of an array that is declared without a bound and defined nowhere.
inline constexpr std::uint64_t inventedBound = 16;

/// Adds the symbols that the unit defines, and those it uses and does not define. Left out is what
/// C code behind the source can't define: thread-local variables, symbols that differ from their
/// names, weak references (which may stay undefined).
void readSymbols(clang::ASTContext &context, model::UnitId unit, TypeReader &types,
                 Symbols &symbols);

/// C: the functions that are used though nothing declares them.
std::set<std::string> calledUndeclared(clang::ASTContext &context);

/// One supply per symbol that no unit defines, in the order of units and declarations; of several
/// declarations the one that says most.
std::vector<model::Supply> undefinedIn(const model::Subject &subject, const Symbols &symbols);

} // namespace frontend
