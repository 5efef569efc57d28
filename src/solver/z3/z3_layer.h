#pragma once

#include "solver/meter.h"
#include "solver/slice.h"
#include "solver/z3/messages.h"
#include "solver/z3/nursery.h"

#include <memory>
#include <optional>

namespace solver::z3worker {

/// The last layer: Z3 in a worker process. What the worker does wrong (a crash, a hang, a wrong
/// assignment) ends as Unknown, and the next query finds a fresh worker.
class Z3Layer : public Layer {
public:
  /// Forks the nursery.
  static support::Result<std::unique_ptr<Z3Layer>> make(const Limits &limits, Meter &meter);
  ~Z3Layer() override;

  Answer solve(Slice &slice) override;
  /// Inputs that would do if numbers were real ones, by place in the tape's inputs; not checked.
  /// None if there are none or they were not found.
  std::optional<std::vector<std::uint64_t>> solveOverReals(Slice &slice);
  /// The answer over the integers, where that is exact and may help: to queries that divide by
  /// constants. None: it is no such query.
  std::optional<Answer> solveOverIntegers(Slice &slice);
  /// The process that would answer now, -1 if there is none. For tests.
  pid_t workerProcess() const { return worker_.pid; }

private:
  Z3Layer(Nursery nursery, const Limits &limits, Meter &meter)
      : nursery_(std::move(nursery)), limits_(limits), meter_(meter) {}

  Answer ask(Slice &slice);
  std::variant<Reply, Unknown> replyTo(const WireQuery &query);
  Answer answerFrom(Slice &slice, const std::variant<Reply, Unknown> &said);
  Unknown lost(bool patient);

  Nursery nursery_;
  Limits limits_;
  Meter &meter_;
  Nursery::Worker worker_;
};

} // namespace solver::z3worker
