#pragma once

#include "instrument/symbolic/calls/kept_calls.h"
#include "model/subject.h"

#include <set>
#include <string>
#include <vector>

namespace build {

/// A pure function that nobody defines can't be called: a stub stands for it, as for any other. One
/// with more arguments than a term holds can't be kept.
void refusePures(model::Subject &subject, const std::set<std::string> &undefined);

/// For the user: which functions that he declared to be pure are not kept, and why.
std::vector<std::string> notesOnPures(const model::Subject &subject);

/// The function in the unit's generated file that calls it (PincerPure in abi/target.h).
std::string pureThunkText(const model::Subject &subject, model::PureId pure);

/// The table of all of them, as part of the file of tables.
std::string pureTable(const model::Subject &subject);

/// What the symbolic lowering of a unit keeps; places in the list are PureIds.
instrument::KeptFunctions keptIn(const model::Subject &subject, model::UnitId unit);

} // namespace build
