#pragma once

#include "generate/random/builder.h"
#include "generate/sequence/callables.h"
#include "generate/sequence/sequence_pool.h"
#include "model/test_case.h"
#include "support/rng.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace generate {

/// Builds and changes sequences of calls that end in one of a given function. Everything passed in
/// must outlive it.
class SequenceBuilder {
public:
  SequenceBuilder(const model::Subject &subject, const Callables &callables,
                  const SequencePool &pool, Builder &builder, support::Rng &rng)
      : subject_(subject), callables_(callables), pool_(pool), builder_(builder), rng_(rng) {}

  /// A sequence for a call of the function: an earlier one that left the object it needs, or one
  /// that makes it anew; some calls that bring the object into another state; the call.
  void fresh(model::FunctionId function, model::TestCase &out);
  /// Whether structs may be filled by hand although calls make them: a state that no caller may
  /// ever see, good for what is left.
  void allowForcedStates(bool allowed) { mayForce_ = allowed; }
  /// Inserts, removes or repeats a step. The last one stays.
  void change(model::TestCase &test);

private:
  bool append(model::TestCase &test, model::FunctionId function, unsigned depth,
              std::optional<model::SlotId> given = {});
  std::optional<model::SlotId> objectFor(model::TestCase &test, const model::Parameter &parameter,
                                         unsigned depth, bool isForInitialiser);
  bool canTake(const model::TestCase &test, const model::Parameter &parameter,
               model::SlotId slot) const;
  std::optional<model::SlotId> slotOf(const model::TestCase &test,
                                      const model::Parameter &parameter,
                                      bool isForInitialiser) const;
  bool initialise(model::TestCase &test, model::SlotId slot, unsigned depth);
  model::TypeId typeIn(const model::TestCase &test, model::SlotId slot) const;
  model::SlotId otherView(model::TestCase &test, model::SlotId slot);
  void stir(model::TestCase &test, model::SlotId slot, std::uint64_t calls);
  void insertCall(model::TestCase &test);
  void setVariables(model::TestCase &test, std::uint64_t calls);
  const Callables::Influences &influencesOn(model::FunctionId function);
  std::span<const model::FunctionId> stirrers(model::TypeId type);
  void repeatSteps(model::TestCase &test);
  void renewArguments(model::Step &step);
  bool copySteps(model::TestCase &test, std::size_t first, std::size_t count, bool isFresh);

  const model::Subject &subject_;
  const Callables &callables_;
  const SequencePool &pool_;
  Builder &builder_;
  support::Rng &rng_;
  bool mayForce_ = false;
  std::size_t most_ = 0; // steps of the test at hand
  /// What is known of the function whose tests are built: mostly the same.
  model::FunctionId function_;
  Callables::Influences influences_;
  std::map<model::TypeId, std::vector<model::FunctionId>> stirrers_; // by what they are called on
  model::SlotId next_{0}; // a slot that the test at hand does not fill yet
};

/// The shortest sequence for a call of the function, with the simplest values.
model::TestCase simplestSequence(const model::Subject &subject, const Callables &callables,
                                 model::FunctionId function);

} // namespace generate
