#pragma once

#include "emit/file.h"
#include "model/suite.h"

#include <string>
#include <vector>

namespace emit {

/// The suite as a CMake project of GoogleTests in tests/. For each source STEM.c:
///   STEM_exports.c       includes the source and exports what C++ can't reach by itself
///   STEM_test.cpp        tests that pass
///   STEM_crash_test.cpp  tests that crash, hang or try what they must not
///   STEM_ub_test.cpp     tests that need undefined behaviour
std::vector<File> googleTest(const model::Suite &suite, const Layout &layout);

/// Whether the default run of that project runs this test: it is green, and not disabled.
bool isRunByDefault(const model::Subject &subject, const model::KeptTest &test);

/// Every path that googleTest may write for these sources, whatever tests there are.
std::vector<std::string> googleTestPaths(const model::Subject &subject);

/// A line broken after commas (outside literals) so that it keeps within 100 columns where it can.
std::string wrapped(const std::string &line, std::size_t indent);

} // namespace emit
