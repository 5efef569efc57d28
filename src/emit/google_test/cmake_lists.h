#pragma once

#include "emit/dialects/dialect.h"
#include "emit/file.h"
#include "emit/google_test/export_names.h"

#include <optional>
#include <string>
#include <vector>

namespace emit {

/// A test file, relative to tests/.
struct TestSource {
  std::string name;
  std::optional<model::UnitId> includes = {}; // the source of which it holds the exports itself
  std::vector<std::string> allTests = {};     // "Suite.Name"
  std::vector<std::string> tests = {};        // those that are not disabled
};

/// The test files of each executable.
struct Executables {
  std::vector<TestSource> green, crash, ub;
};

/// tests/CMakeLists.txt.
File cmakeLists(const Dialect &dialect, const model::Subject &subject, const ExportNames &names,
                const Layout &layout, const Executables &executables);

/// The flags of a unit that gcc and clang both need to compile it, with paths that a CMake list in
/// `folder` understands on any machine that has the same tree.
std::vector<std::string> portableFlags(const model::Unit &unit, const std::string &folder);

/// All flags that the exports of a unit get there.
std::vector<std::string> exportsFlags(const model::Unit &unit, const std::string &folder);

/// All flags that tests get there which include the exports of a unit.
std::vector<std::string> testFlags(const model::Unit &unit, const std::string &folder);

/// What all files get there.
std::vector<std::string> flagsForAll();

/// What undefined behaviour does depends on the compiler; these flags make it what was observed.
std::vector<std::string> asObserved();

} // namespace emit
