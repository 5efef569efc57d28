#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace cli {

/// Shares out --time among the phases of a run. It is what a person waits: building, search,
/// simplifying and the final check. Phases that come after the search get their part by being
/// foreseen here; without --time, nothing is limited.
class TimeShares {
public:
  /// The run begins now.
  explicit TimeShares(std::optional<double> whole);

  /// The targets are built; that took so long. What it took beside its CPU time is what a busy
  /// machine lets everybody wait.
  void noteBuilding(double seconds);

  bool isLimited() const { return whole_.has_value(); }
  /// With --time: what search and simplifying have since then, if they end with so many tests.
  double forCampaign(std::size_t tests) const;
  /// With --time: what the search has in any case, so that every function is called.
  double leastForSearch() const;
  /// When the check of a suite is given up: one build of it is checked, unless that takes many
  /// times longer than ours did...
  std::optional<double> forCheck() const;
  /// ...and others only while --time lasts.
  std::optional<double> left() const;

private:
  double elapsed() const;
  double foreseenCheck(std::size_t tests) const;

  const std::optional<double> whole_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double building_ = 0, afterBuilding_ = 0;
  double slowness_ = 1; // how many times longer than its work something takes
};

} // namespace cli
