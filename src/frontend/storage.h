#pragma once

#include "model/subject.h"

namespace frontend {

/// The second idiom of C for objects: the caller has the memory, and a function brings it into its
/// first state (`struct parser p; parser_init(&p, 0);`). Marks such functions, and adds what makes
/// the memory. Structs that some function makes are left alone. All functions must be known.
void addStorage(model::Subject &subject);

} // namespace frontend
