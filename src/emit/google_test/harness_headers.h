#pragma once

#include "emit/file.h"
#include "model/subject.h"

#include <string>
#include <vector>

namespace emit {

/// The folder of our headers that the unit includes from; empty if it includes none.
std::string ourHeaderFolder(const model::Unit &unit);

/// Copies of these headers for the suite, which is built where we are not: tests/include/...
std::vector<File> harnessHeaders(const model::Subject &subject, const Layout &layout);

} // namespace emit
