#pragma once

#include "emit/file.h"
#include "emit/google_test/cxx_types.h"
#include "emit/google_test/export_names.h"

#include <map>
#include <set>
#include <string>

namespace emit {

/// What the tests of one source use of it, each with the names of these tests.
struct Used {
  std::map<model::FunctionId, std::set<std::string>> functions;
  std::map<model::GlobalId, std::set<std::string>> globals; // those that are checked
  std::map<model::TypeId, std::set<std::string>> records;
};

/// tests/STEM_exports.c: the source itself and, behind it, what lets C++ reach into it.
/// `isRefused`: tests refuse the subject memory.
File exportsFile(const CxxTypes &types, const ExportNames &names, const Layout &layout,
                 model::UnitId unit, const Used &used, const TypeNeeds &needs, bool isRefused);

} // namespace emit
