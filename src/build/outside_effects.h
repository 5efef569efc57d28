#pragma once

#include "ir/call_graph.h"

#include <optional>
#include <string>

namespace build {

/// What a call may change beyond its own process: the first function, by name, through which.
/// Nothing is known of a function that no list of ours has, nor of assembly.
struct Effects {
  std::optional<std::string> files;   // files and descriptors
  std::optional<std::string> unknown; // whatever it may be
  std::optional<std::string> outside; // processes, the network, the machine

  std::optional<std::string> any() const;
};

Effects effectsOf(const ir::Reach &reach);

} // namespace build
