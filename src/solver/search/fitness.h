#pragma once

#include "solver/search/fitness_compiler.h"
#include "solver/slice.h"

#include <span>

namespace solver::search {

/// How far a slice's conditions are from holding, for any inputs. Interpreted at first; compiled
/// when that went on for a while, since compiling takes milliseconds. Both give the same, bit for
/// bit.
class Fitness {
public:
  Fitness(Slice &slice, FitnessCompiler &compiler);

  /// The sum over all conditions; steps are 0 if and only if all hold. What follows speaks of the
  /// inputs evaluated last.
  Distance operator()(std::span<const std::uint64_t> inputs);
  bool holds(std::size_t condition) const { return value(tape_.root(condition)) != 0; }
  /// Only of conditions, of what they are made of by logic, and of the two sides of comparisons.
  std::uint64_t value(std::uint32_t position) const {
    return code_ ? values_[position] : tape_.value(position);
  }

  /// A comparison that keeps the condition from being true (the first one); none: there isn't any.
  std::uint32_t comparisonIn(std::size_t condition) const;
  /// By how much its left side is greater than its right one; a NaN if that can't be said.
  double excess(std::uint32_t comparison) const;

  const Tape &tape() const { return tape_; }
  std::size_t conditions() const { return skeleton_.conditions(); }
  /// Terms computed, those of slow functions and those that were interpreted counted several times:
  /// a measure of time that is the same on every machine.
  std::uint64_t work() const { return work_; }
  std::uint64_t evaluations() const { return evaluations_; }
  bool isCompiled() const { return code_ != nullptr; }

private:
  Tape &tape_;
  Skeleton skeleton_;
  FitnessCompiler &compiler_;
  const CompiledFitness *code_ = nullptr;
  bool triedToCompile_ = false;
  std::uint64_t length_ = 0; // work of one evaluation, compiled
  std::uint64_t evaluations_ = 0, work_ = 0;
  std::vector<std::uint64_t> values_; // by position
  std::vector<Distance> distances_;   // by part
};

} // namespace solver::search
