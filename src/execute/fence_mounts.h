#pragma once

#include "execute/fence_plan.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace execute {

/// Builds what the fenced tree sees of the file system. Call the members once, in this order, in
/// the first process of the new pid and mount namespaces, with power over the latter.
class FenceView {
public:
  /// `unprivileged`: we are root and the tree will not be, so folders closed to others are closed
  /// to it, and what it needs from them is shown in their place.
  FenceView(const FencePlan &plan, bool unprivileged);

  /// Makes everything read-only, without devices and setuid programs.
  support::Status close();
  /// Puts the private parts in place: /proc, /dev, /tmp, scratch, and the program if it was hidden.
  support::Status furnish();

  /// A /proc that can still be written to, for the process itself; valid after close().
  int writableProc() const { return proc_; }

private:
  /// A part of the old view that must stay, as a mount that is attached nowhere yet.
  struct Part {
    std::string path;
    int tree = -1;
    bool folder = true;
    bool always = false; // attach it even where the path leads there already
  };
  support::Status keep(const std::string &path, std::uint64_t attributes, bool always);
  support::Status keepProgram();
  support::Result<std::string> stagedCopy(const std::string &path);
  support::Status furnishDevices();
  support::Status furnishTemporary(const std::string &path);
  support::Status attach(const Part &part);
  support::Status makeWay(const std::string &path);
  support::Status cover(const std::string &path);

  const FencePlan &plan_;
  bool unprivileged_;
  int proc_ = -1;
  std::vector<Part> parts_;
  std::vector<Part> devices_;
  std::vector<std::string> covers_; // our own empty folders, sealed at the end
};

} // namespace execute
