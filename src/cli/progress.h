#pragma once

#include "campaign/search.h"

#include <chrono>
#include <string>

namespace cli {

/// One live line on a terminal, a plain line now and then otherwise, nothing when quiet.
class ProgressLine {
public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine();

  /// A stage that has no numbers: "building", "checking the suite".
  void stage(const std::string &what);
  /// The same, so far along; now and then.
  void stage(const std::string &what, std::size_t done, std::size_t of);
  void show(const campaign::Progress &progress);
  /// Clears the live line before something else is printed.
  void clear();

private:
  bool isDue();
  void print(const std::string &text);

  const bool quiet_, terminal_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
  bool dirty_ = false;
};

} // namespace cli
