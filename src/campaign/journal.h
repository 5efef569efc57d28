#pragma once

#include "model/suite.h"
#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace campaign {

/// Tests on disk: each is in DIR/inputs before the next step begins, so that neither Ctrl-C nor
/// kill -9 loses one.
class Journal {
public:
  explicit Journal(std::filesystem::path outputFolder);

  /// Tests that earlier runs left, as far as they still fit the subject; the others are counted in
  /// `stale`.
  std::vector<model::TestCase> load(const model::Subject &subject, std::size_t &stale) const;

  /// What earlier runs found and did not judge.
  std::vector<model::TestCase> loadUnjudged(const model::Subject &subject) const;

  support::Status save(const model::Subject &subject, const std::string &id,
                       const model::TestCase &test) const;
  /// The same for what was found and is not judged yet; it is forgotten once a run finishes.
  support::Status saveUnjudged(const model::Subject &subject, const std::string &id,
                               const model::TestCase &test) const;

  /// True if the last run with this output folder reached its end.
  bool lastRunFinished() const;
  support::Status markStarted() const;
  support::Status markFinished() const;

private:
  std::filesystem::path inputs_, unjudged_, state_;
};

/// The name of a test: a hash of the call it makes, so it stays the same from run to run.
std::string testId(const model::Subject &subject, const model::TestCase &test);

} // namespace campaign
