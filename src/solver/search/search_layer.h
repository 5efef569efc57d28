#pragma once

#include "solver/meter.h"
#include "solver/search/fitness_compiler.h"
#include "solver/slice.h"

namespace solver::search {

/// How long a question is searched: evaluations times the length of its tape.
enum class Effort : std::uint64_t {
  Quick = 1'000'000,     // milliseconds, mostly interpreted
  Thorough = 40'000'000, // tens of milliseconds, compiled
};

/// Searches for solutions of questions with floating point or non-linear integers, by a measure of
/// how far the conditions are from being true. Finds solutions, never a proof. Starts from the
/// run's values and from the slice's seeds.
class SearchLayer : public Layer {
public:
  SearchLayer(Effort effort, FitnessCompiler &compiler, Layer &next, Meter &meter)
      : effort_(effort), compiler_(compiler), next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Effort effort_;
  FitnessCompiler &compiler_;
  Layer &next_;
  Meter &meter_;
};

} // namespace solver::search
