#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>

namespace generate {

class ConcolicGenerator;
class Path;

/// Bounds the memory of all recorded runs together. Where it is used up, flips of the oldest runs
/// are given up: first of those that did nothing new, then of the others.
class PathBudget {
public:
  explicit PathBudget(std::uint64_t bytes) : most_(bytes) {}
  PathBudget(const PathBudget &) = delete;
  PathBudget &operator=(const PathBudget &) = delete;

  /// Generators join for as long as they live: they are told to let go of what is given up.
  void join(ConcolicGenerator &generator) { generators_.insert(&generator); }
  void leave(ConcolicGenerator &generator) { generators_.erase(&generator); }

  /// A generator keeps another run from now on.
  void add(const std::shared_ptr<Path> &path);

  std::uint64_t givenUp() const { return givenUp_; } // runs

private:
  struct Held {
    std::weak_ptr<Path> path;
    std::uint64_t bytes;
  };
  void forgetFreed();
  void giveUp(bool news, std::uint64_t enough);

  const std::uint64_t most_;
  std::uint64_t bytes_ = 0, givenUp_ = 0;
  std::deque<Held> paths_; // the oldest first
  std::set<ConcolicGenerator *> generators_;
};

} // namespace generate
