#pragma once

#include "execute/executor.h"

#include <algorithm>
#include <functional>
#include <set>

namespace campaign {

/// An executor without processes, for tests: a function says what each run does.
class FakeExecutor final : public execute::Executor {
public:
  using Behaviour =
      std::function<model::Execution(const model::TestCase &, const execute::RunOptions &)>;
  explicit FakeExecutor(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}

  support::Result<std::vector<model::Execution>> run(std::span<const model::TestCase> tests,
                                                     const execute::RunOptions &options) override {
    runs_ += tests.size();
    std::vector<model::Execution> executions;
    for (const model::TestCase &test : tests)
      executions.push_back(behaviour_(test, options));
    return executions;
  }

  support::Result<std::vector<execute::Find>>
  explore(std::span<const model::TestCase> tests, const execute::ExploreOptions &options) override {
    exploreOptions_ = options;
    std::vector<execute::Find> finds;
    isExploring_ = true;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      model::Execution execution = behaviour_(tests[i], {});
      const bool isNew = std::any_of(execution.covered.begin(), execution.covered.end(),
                                     [&](model::BranchId b) { return !seen_.contains(b); });
      if (options.reportsAll || isNew ||
          !std::holds_alternative<model::Returned>(execution.outcome))
        finds.push_back({i, std::move(execution)});
    }
    isExploring_ = false;
    return finds;
  }

  support::Result<std::vector<execute::Find>>
  explore(std::span<const model::Variation> variations,
          const execute::ExploreOptions &options) override {
    std::vector<model::TestCase> bases; // a fake knows no types: it sees the tests that they vary
    for (const model::Variation &variation : variations)
      bases.push_back(*variation.base);
    return explore(std::span<const model::TestCase>(bases), options);
  }

  void setSeen(std::span<const model::BranchId> branches) override {
    seen_ = {branches.begin(), branches.end()};
  }

  /// How many tests were run one by one.
  std::size_t runs() const { return runs_; }
  bool isExploring() const { return isExploring_; }
  const execute::ExploreOptions &exploreOptions() const { return exploreOptions_; } // the last ones

private:
  std::size_t runs_ = 0;
  bool isExploring_ = false;
  execute::ExploreOptions exploreOptions_;
  Behaviour behaviour_;
  std::set<model::BranchId> seen_;
};

} // namespace campaign
