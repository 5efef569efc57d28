#pragma once

#include "emit/file.h"
#include "model/suite.h"
#include "support/json.h"

#include <vector>

namespace emit {

/// report.json: the contract with other programs; report.schema.json beside this file describes it.
File reportJson(const model::Suite &suite, const Layout &layout);

/// What a test gives to the code, by name: as report.json has it.
support::Json inputsJson(const model::Subject &subject, const model::TestCase &test);

/// inputs/ID.json for each test: what `pincer replay` runs again.
std::vector<File> inputFiles(const model::Suite &suite, const Layout &layout);

/// The file that one test is kept in.
File inputFile(const model::Suite &suite, const model::KeptTest &test, const Layout &layout);

} // namespace emit
