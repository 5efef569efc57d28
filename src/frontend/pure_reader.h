#pragma once

#include "model/subject.h"

#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace frontend {

/// Adds the functions that this unit calls and that are declared to be pure: with PINCER_PURE
/// (pincer.h), or with __attribute__((const)) if the unit has no body for them. Those of which a
/// user said so and which can't be kept are there too, with the reason.
void readPures(clang::ASTContext &context, model::UnitId unit,
               std::vector<model::PureFunction> &pures);

/// One of each that several units call; what a unit defines without the user's word is left out: it
/// is followed.
void settlePures(model::Subject &subject, const std::set<std::string> &definedSymbols);

} // namespace frontend
