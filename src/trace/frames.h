#pragma once

#include "expr/pool.h"
#include "support/result.h"
#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trace {

/// A scalar variable, or a scalar part of one, at one moment of a run.
struct Variable {
  std::string name; // as in C: p.next, row[3]
  std::string type;
  std::uint32_t line = 0; // of its declaration
  std::string value;      // as in C
  expr::TermId term;      // none: it does not depend on the inputs
};

/// A call that has not returned.
struct Frame {
  std::string function, file;
  std::uint32_t line = 0; // where it stands
  std::vector<Variable> variables;
};

/// What a run looked like at one of its events.
struct Frames {
  std::uint32_t slot = 0;   // of the marker: the true outcome, or the first case
  std::uint64_t value = 0;  // of its condition, or of what is switched on
  std::vector<Frame> calls; // innermost first
  std::vector<Variable> globals;
};

/// Reads what an inspect target wrote (abi/frames.h), with terms from the log of the same run.
/// Both lie in memory a subject could write to: what makes no sense is an error.
support::Result<Frames> decodeFrames(std::span<const std::byte> written,
                                     std::span<const std::byte> segment, expr::Pool &pool,
                                     const Bounds &bounds = {});

} // namespace trace
