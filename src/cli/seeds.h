#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

/// Tests made from files, such as fuzzers leave: one per file of the folder, in the order of their
/// names. Each file is what a program reads, or the buffer of the one driven function that takes
/// bytes and their number; a .ktest file is what a harness is given. `notes` says what was left
/// out.
support::Result<std::vector<model::TestCase>> readSeeds(const std::filesystem::path &folder,
                                                        const model::Subject &subject,
                                                        std::vector<std::string> &notes);

} // namespace cli
