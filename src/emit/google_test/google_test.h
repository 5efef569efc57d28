#pragma once

#include "emit/dialects/dialect.h"
#include "emit/file.h"
#include "emit/google_test/cmake_lists.h"
#include "model/suite.h"

#include <string>
#include <vector>

namespace emit {

/// The suite as a CMake project in the dialect's folder. For each source STEM.c:
///   STEM_exports.c       includes the source and exports what C++ can't reach by itself
///   STEM_test.cpp        tests that pass
///   STEM_crash_test.cpp  tests that crash, hang or try what they must not
///   STEM_ub_test.cpp     tests that need undefined behaviour
struct RenderedTests {
  std::vector<File> files;
  Executables executables;
};
RenderedTests testsIn(const Dialect &dialect, const model::Suite &suite, const Layout &layout);

/// The files in tests/.
std::vector<File> googleTest(const model::Suite &suite, const Layout &layout);

/// Whether the default run of that project runs this test: it is green, and not disabled.
bool isRunByDefault(const model::Subject &subject, const model::KeptTest &test);

/// Every path that testsIn may write for these sources, whatever tests there are.
std::vector<std::string> testPaths(const Dialect &dialect, const model::Subject &subject);

/// A line broken after commas (outside literals) so that it keeps within 100 columns where it can.
std::string wrapped(const std::string &line, std::size_t indent);

} // namespace emit
