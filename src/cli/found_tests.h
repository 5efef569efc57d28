#pragma once

#include "cli/options.h"
#include "emit/formats/test_comp.h"
#include "model/suite.h"
#include "support/result.h"

#include <filesystem>

namespace cli {

/// Writes tests in the formats of other tools, each as soon as it is found: a run that is killed
/// leaves a whole suite behind.
class FoundTests {
public:
  /// Empties the formats' folders below `output` of what an earlier run wrote; an error if there is
  /// something else in them.
  static support::Result<FoundTests> open(const TestOptions &options,
                                          const std::filesystem::path &output,
                                          const std::optional<emit::CoverageGoal> &goal);

  support::Status add(const model::Subject &subject, const model::KeptTest &test,
                      std::optional<model::SiteId> goal);

private:
  FoundTests(const TestOptions &options, std::filesystem::path output)
      : options_(options), output_(std::move(output)) {}
  support::Status write(const std::string &path, const std::string &contents);
  support::Status clear();
  std::filesystem::path list() const { return output_ / ".pincer" / "formats"; }

  const TestOptions &options_;
  std::filesystem::path output_;
  std::string written_; // paths below output_, a line each
  std::size_t count_ = 0;
};

} // namespace cli
