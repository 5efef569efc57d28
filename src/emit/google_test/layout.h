#pragma once

#include "model/subject.h"

namespace emit {

/// True if a plain C++ definition with the fields of this struct or union gets the size, alignment
/// and offsets that the subject's compiler gave it (x86-64 and i386 System V rules).
bool hasNaturalLayout(const model::Subject &subject, model::TypeId record);

} // namespace emit
