#pragma once

#include "execute/fence_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace execute {

/// Samples the resident memory of a fenced tree and kills its largest process while it is over the
/// limit.
class MemoryWatch {
public:
  /// `init` is the tree's first process, as we see it. Its view must be complete.
  MemoryWatch(int init, std::uint64_t limitBytes);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch &) = delete;
  MemoryWatch &operator=(const MemoryWatch &) = delete;

  /// Looks once, reports to `events` and kills if need be. Returns how many milliseconds may pass
  /// before the next look.
  int look(int events);

private:
  struct Member;
  bool isMember(const char *name) const;
  std::optional<Member> member(const std::string &name) const;
  bool isFirstAlone() const;
  std::vector<Member> members() const;
  void reduce(const std::vector<Member> &members, std::uint64_t bytes, int events);

  int proc_ = -1;        // the tree's own /proc, or ours where it has none
  std::string pidSpace_; // with our /proc: what tells its processes from others
  std::string first_;    // the tree's first process, as proc_ calls it
  std::uint64_t limit_;
  std::uint64_t sharedAtStart_ = 0;
  std::string dying_;               // the process killed last
  int patience_ = 0;                // looks until another may be killed
  std::uint64_t nextExactLook_ = 0; // sum of resident sizes from which shared pages are told apart
};

} // namespace execute
