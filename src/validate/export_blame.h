#pragma once

#include "build/blame.h"
#include "emit/file.h"
#include "support/deadline.h"
#include "support/process.h"
#include "support/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace validate {

/// What of an exports file does not compile. Neither: something that all of its tests need.
struct ExportBlame {
  std::vector<build::Guilty> parts;  // of the file; some tests need them
  std::optional<std::string> source; // the compiler's error in the user's text, alone
};

/// A compilation of an exports file that failed.
struct FailedExports {
  const emit::File &file;
  std::filesystem::path path;
  support::Command command;
  std::string errors;
};

/// Finds out by the places of the errors or, where these are in the user's text, by compiling parts
/// of the file, in `folder`. An error: the deadline was over first.
support::Result<ExportBlame> blameExports(const FailedExports &failed,
                                          const std::filesystem::path &folder,
                                          const support::Deadline &deadline);

/// The first line that is an error's, else the first one.
std::string firstError(const std::string &errors);

} // namespace validate
