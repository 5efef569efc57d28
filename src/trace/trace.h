#pragma once

#include "expr/pool.h"
#include "model/branch.h"
#include "support/result.h"
#include "trace/read_table.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace trace {

/// Something a run did that depended on its inputs.
struct Event {
  enum class Kind : std::uint8_t {
    Branch,
    Switch,
    Condition,
    Address,
    Value,
    Within,
    Size,
    Check,
    Bounds
  };
  Kind kind = Kind::Condition;
  std::uint16_t thread = 0;
  std::uint32_t place = 0; // Branch: slot of the true outcome. Switch: its first slot. Condition:
                           // tells branches without a marker from another. Check: its number
  expr::TermId term; // what was tested: a condition, the number that was switched on, an address
  std::uint64_t value = 0;          // its value in the run
  std::uint32_t count = 1;          // how often the very same happened
  std::uint32_t passed = 0;         // inspect targets: markers that its thread passed before
  std::vector<std::uint64_t> cases; // Switch
  Places places;                    // Within, Bounds: one of them is where the address leads to

  /// The slot that was taken (Branch, Switch; none otherwise).
  model::BranchId taken() const;
};

/// What a symbolic run recorded, checked and in terms of a pool.
struct Trace {
  std::vector<Event> events;       // in order
  std::size_t termCount = 0;       // recorded
  std::vector<std::uint64_t> lost; // by PINCER_LOST_...
  std::uint32_t threads = 1;       // that recorded
  bool isComplete() const;         // no event was left out, nothing was full
  /// Whether the same inputs surely lead the same way: threads take turns as they come.
  bool isStable() const { return threads <= 1; }

  /// What this event says about the inputs: a term of width 1, true in the run.
  static expr::TermId condition(expr::Pool &pool, const Event &event);
};

/// What the caller knows of the run: what numbers in the log may be.
struct Bounds {
  std::size_t inputs = std::numeric_limits<std::size_t>::max(); // of the test
  std::size_t slots = std::numeric_limits<std::size_t>::max();  // of the target
  /// Inputs that are pointers, with their values. What is read through an address is taken from the
  /// objects they lead to in this run, so there they have these values.
  std::unordered_map<std::uint32_t, std::uint64_t> pointers = {};
  /// Functions of Call that are not as pure as they were said to be: what they gave is a number.
  std::set<unsigned> impure = {};
};

/// A call of a pure function in a run.
struct RecordedCall {
  unsigned function = 0;
  expr::Words words = {};
  unsigned width = 0;
  std::uint64_t value = 0;
};
/// Those with a symbolic argument, in order, each once. What makes no sense is left out.
std::vector<RecordedCall> recordedCalls(std::span<const std::byte> segment);

/// Reads one segment (abi/trace.h) that lies in memory a subject could write to. Anything that
/// makes no sense is an error: of the subject, which overwrote it. Only terms that events lead to
/// are read.
support::Result<Trace> decode(std::span<const std::byte> segment, expr::Pool &pool,
                              const Bounds &bounds = {});

/// Further terms of a log, by their ids in it; 0 becomes no term.
support::Result<std::vector<expr::TermId>> decodeTerms(std::span<const std::byte> segment,
                                                       std::span<const std::uint32_t> ids,
                                                       expr::Pool &pool, const Bounds &bounds = {});

/// Every recorded term, computed once more from the recorded values of its operands or from the
/// inputs of the run, and compared.
struct SelfCheck {
  std::size_t terms = 0, mismatches = 0;
  std::string first; // what the first mismatch was
};
SelfCheck selfCheck(std::span<const std::byte> segment, std::span<const std::uint64_t> inputs);

} // namespace trace
