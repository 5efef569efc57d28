#pragma once

#include "emit/cxx_types.h"
#include "emit/export_names.h"
#include "emit/file.h"

#include <set>

namespace emit {

/// What the tests of one source use of it.
struct Used {
  std::set<model::FunctionId> functions;
  std::set<model::GlobalId> globals; // those that are checked
};

/// tests/STEM_exports.c: the source itself and, behind it, what lets C++ reach into it.
File exportsFile(const CxxTypes &types, const ExportNames &names, const Layout &layout,
                 model::UnitId unit, const Used &used, const TypeNeeds &needs);

} // namespace emit
