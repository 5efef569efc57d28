#pragma once

#include "model/subject.h"

#include <string>

namespace build {

/// Whether a call is a function's with arguments and a result that C has too.
bool takesWhatCHas(const model::Subject &subject, const model::Function &function);

/// The thunk of any other call of C++ (methods, constructors, references, classes of the library),
/// and the function that destroys its result if that is the test's.
std::string callThunkText(const model::Subject &subject, model::FunctionId id);

/// What such thunks need before them; empty if the unit has none.
std::string callThunkHead(const model::Subject &subject, model::UnitId unit);

} // namespace build
