#pragma once

#include "solver/meter.h"
#include "solver/search/fitness_compiler.h"
#include "solver/slice.h"

namespace solver::search {

/// How long a query is searched (Fitness::work).
enum class Effort : std::uint64_t {
  Quick = 5'000'000,     // milliseconds
  Thorough = 50'000'000, // tens of milliseconds
};

/// Searches for solutions of queries with floating point or non-linear integers, by a measure of
/// how far the conditions are from being true. Finds solutions, never a proof. Starts from the
/// run's values and from the slice's seeds.
class SearchLayer : public Layer {
public:
  /// The generator of random numbers is seeded alike for every query.
  SearchLayer(Effort effort, FitnessCompiler &compiler, Layer &next, Meter &meter,
              std::uint64_t seed = 1)
      : effort_(effort), compiler_(compiler), next_(next), meter_(meter), seed_(seed) {}
  Answer solve(Slice &slice) override;

private:
  Effort effort_;
  FitnessCompiler &compiler_;
  Layer &next_;
  Meter &meter_;
  std::uint64_t seed_;
};

} // namespace solver::search
