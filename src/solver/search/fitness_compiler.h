#pragma once

#include "solver/search/skeleton.h"

#include <map>
#include <memory>
#include <vector>

namespace solver::search {

/// A tape and its skeleton as machine code.
class CompiledFitness {
public:
  virtual ~CompiledFitness() = default;
  /// Computes for `inputs` (in the order of tape.inputs(), masked) what Tape::evaluate and measure
  /// do: the values of the observed positions, and the sum of the conditions' distances.
  virtual Distance run(const std::uint64_t *inputs, std::uint64_t *values) const = 0;
};

/// Compiles by LLVM, and keeps what it compiled last: a query that is asked again, also from
/// another run, finds its code.
class FitnessCompiler {
public:
  FitnessCompiler();
  ~FitnessCompiler();

  /// Nothing if the tape has an operation that code can't compute, or is too long to be worth it.
  /// Valid until the next call.
  const CompiledFitness *compiled(const Tape &tape, const Skeleton &skeleton);
  std::size_t compilations() const { return compilations_; }

private:
  struct Entry {
    std::unique_ptr<CompiledFitness> code; // none: it can't be compiled
    std::uint64_t used = 0;
  };
  struct Machine;

  std::unique_ptr<Machine> machine_;                    // made when it is first needed
  std::map<std::vector<std::uint64_t>, Entry> entries_; // by what the tape says
  std::uint64_t calls_ = 0;
  std::size_t compilations_ = 0;
};

} // namespace solver::search
