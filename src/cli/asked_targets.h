#pragma once

#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

/// What `pincer reach` is asked for.
struct AskedTarget {
  enum class Origin : unsigned char { Named, Changed, Alarm };
  std::string text; // FILE:LINE, FILE:LINE:true, FILE:LINE:false or FILE:FUNCTION
  Origin origin = Origin::Named;
  std::string alarm = {}; // what the analyser says of it
};

/// Every line that differs from a revision, by git, in the repository of these sources.
support::Result<std::vector<AskedTarget>>
changedLines(const std::string &revision, const std::vector<std::filesystem::path> &sources);

/// The place of every alarm in a SARIF file of a static analyser; several at one place are one.
support::Result<std::vector<AskedTarget>> alarmsIn(const std::filesystem::path &sarif);

} // namespace cli
