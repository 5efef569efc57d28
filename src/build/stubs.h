#pragma once

#include "model/subject.h"

#include <string>

namespace build {

/// The C function that stands for an undefined function, or to which callbacks point: it gives back
/// what the test supplies for this call (abi/target.h). Belongs behind the source of its unit.
std::string stubText(const model::Subject &subject, model::SupplyId id);

/// A C file that defines the undefined variables, as bytes: nobody else needs their types, and one
/// that the source calls const must still be filled in.
std::string variablesText(const model::Subject &subject);

/// The pieces of the table of supplies (abi/target.h).
std::string supplyDeclaration(const model::Subject &subject, model::SupplyId id);
std::string supplyEntry(const model::Subject &subject, model::SupplyId id);

} // namespace build
