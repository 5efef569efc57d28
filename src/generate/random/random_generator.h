#pragma once

#include "generate/generator.h"
#include "generate/random/builder.h"
#include "generate/random/dictionary.h"
#include "generate/random/havoc.h"
#include "generate/random/mutator.h"
#include "generate/random/scalar_source.h"
#include "generate/random/text_source.h"
#include "generate/random/variations.h"
#include "generate/sequence/frontier.h"
#include "generate/sequence/sequence_builder.h"
#include "generate/sequence/sequences.h"
#include "support/rng.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace generate {

/// How far a random search has come; whoever runs it decides when to stop.
struct RandomProgress {
  std::uint64_t proposed = 0;
  std::uint64_t proposedAtLastGain = 0; // when the last test was observed that took a new branch
  std::uint64_t gains = 0;              // tests that took a branch no observed test took before

  std::uint64_t sinceLastGain() const { return proposed - proposedAtLastGain; }
};

/// Random search for tests of one function: fresh ones by type, and changed ones that had reached
/// something new. Same seed and same observations: same proposals.
class RandomGenerator final : public Generator {
public:
  /// The function must be one that can be driven. Subject, sequences and generator must outlive
  /// this.
  RandomGenerator(const model::Subject &subject, model::FunctionId function,
                  const Sequences &sequences, support::Rng &rng);
  RandomGenerator(const RandomGenerator &) = delete;
  RandomGenerator &operator=(const RandomGenerator &) = delete;

  void propose(std::size_t count, std::vector<model::TestCase> &out) override;
  /// Replaces the contents of `out` by tests that differ in a few scalars from such that took
  /// something new: cheap ones. They refer to tests in here, which stay. False: there are none.
  bool vary(std::size_t count, std::vector<model::Variation> &out);
  /// Tests of other functions are ignored.
  void observe(const model::TestCase &test, const model::Execution &execution) override;
  /// Where it reads an input as a whole (whole_input.h): number `index` of those proposed last took
  /// a new branch, or a branch as often as none before.
  void observeFind(std::size_t index, const model::TestCase &test,
                   const model::Execution &execution, bool isByCounts);
  bool readsWholeInput() const { return readsWholeInput_; }
  /// Whether its conditions hang on variables that other calls set.
  bool readsVariables() const { return readsVariables_; }

  /// Whether runs that come near to one of so many branches are gone on from.
  bool goesNear(std::size_t branches) const;
  /// What nobody has taken yet, by branch. To be told again once goesNear() says otherwise.
  void want(const std::vector<bool> &wanted);
  /// How near runs came to it (execute::ExploreOptions); empty: no matter.
  std::span<const std::uint64_t> least() const { return frontier_.least(); }
  /// A run of this test came nearer.
  void observeNearness(const model::TestCase &test, std::span<const model::Nearness> nearer);

  /// Makes the test supply fresh values for calls first .. first + count - 1 of a source that gives
  /// values; calls that ask for bytes get `bytes` of them.
  void supplyCalls(model::TestCase &test, model::SupplyId source, std::uint32_t first,
                   std::uint32_t count, std::uint64_t bytes);

  /// From now on most tests end where their inputs do: the function would go on asking.
  void endWithInputs() { endsWithInputs_ = true; }

  const RandomProgress &progress() const { return progress_; }

private:
  /// A test that took a branch no test before it took.
  struct Seed {
    model::TestCase test;
    std::uint64_t picks = 0;
    bool returned = true;
    std::optional<Scalars> scalars = std::nullopt; // once it is varied
  };

  bool proposesFresh();
  void propose(model::TestCase &out);
  void proposeAny(model::TestCase &out);
  void goOn(model::TestCase &test, const model::TestCase &other);
  void fresh(model::TestCase &out);
  bool makesSequences() const;
  void chooseEnd(model::TestCase &out);
  Seed &pick();
  bool markSeen(const std::vector<model::BranchId> &branches);

  const model::Subject &subject_;
  model::FunctionId function_;
  const model::Function &declaration_;
  support::Rng &rng_;
  Dictionary dictionary_;
  ScalarSource scalars_;
  TextSource texts_;
  Builder builder_;
  Mutator mutator_;
  Havoc havoc_;
  const Callables &callables_;
  SequenceBuilder sequences_;
  Frontier frontier_;
  bool takesObjects_, readsVariables_; // what other calls make, or set
  std::deque<Seed> seeds_;             // variations refer to them
  std::vector<bool> seen_;             // by branch
  RandomProgress progress_;
  bool endsWithInputs_ = false;
  bool readsWholeInput_;
  bool isFresh_ = false;        // the one at hand
  std::vector<bool> wereFresh_; // those proposed last
  std::uint64_t freshFinds_ = 0, otherFinds_ = 0;
};

} // namespace generate
