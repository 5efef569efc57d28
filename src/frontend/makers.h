#pragma once

#include "model/subject.h"

#include <set>

namespace frontend {

/// The opaque types of which some function that tests can call makes an object, with arguments that
/// can be made as well.
std::set<model::TypeId> madeClasses(const model::Subject &subject);

/// Functions that need an object of a class that nothing makes can't be called: says so, with the
/// reason. All functions must be known.
void excludeUnmade(model::Subject &subject);

} // namespace frontend
