// Every round starts at another point: the run's values, the seeds, then points picked at random.
// A quick search goes downhill from each. A
// thorough one also walks on from where downhill ended, spreads a population every few rounds, and
// counts integers through, further each time.
#include "solver/search/search_layer.h"

#include "solver/search/descent.h"
#include "solver/search/linear.h"
#include "solver/search/polish.h"
#include "solver/search/population.h"
#include "solver/search/scan.h"
#include "solver/search/walk.h"

#include <algorithm>
#include <optional>

namespace solver::search {

namespace {

class Search {
public:
  Search(Slice &slice, FitnessCompiler &compiler, Effort effort, std::uint64_t seed)
      : slice_(slice), problem_(slice, compiler, static_cast<std::uint64_t>(effort), seed),
        isThorough_(effort == Effort::Thorough), countsIntegers_(hasNonLinearIntegers(slice.tape)) {
  }

  std::optional<Values> run() {
    for (std::size_t round = 0; !problem_.isOver(); ++round) {
      Point point = startOf(round);
      descend(problem_, point);
      polish(problem_, point);
      if (isThorough_ && !point.isSolution())
        goOn(point, round);
      if (point.isSolution() && slice_.holds(point.values))
        return std::move(point.values);
    }
    return {};
  }

private:
  Point startOf(std::size_t round) {
    constexpr double reaches[] = {100, 10, 1e4, 1, 1e6};
    constexpr std::uint64_t evaluationsPerVariable = 1500;
    const std::size_t known = 1 + slice_.seeds.size();
    if (isThorough_ && round >= known && (round - known) % 3 == 0)
      return searchPopulation(problem_, reaches[(round - known) / 3 % std::size(reaches)],
                              evaluationsPerVariable * problem_.variables.size());
    return problem_.pointAt(round == 0      ? slice_.start
                            : round < known ? slice_.seeds[round - 1]
                                            : scattered(problem_));
  }

  void goOn(Point &point, std::size_t round) {
    constexpr unsigned steps = 60;
    if (countsIntegers_ &&
        scan(problem_, point, std::uint64_t{256} << std::min<std::size_t>(2 * round, 12)))
      return;
    walk(problem_, point, steps);
    descend(problem_, point);
    polish(problem_, point);
  }

  Slice &slice_;
  Problem problem_;
  bool isThorough_;
  bool countsIntegers_;
};

} // namespace

Answer SearchLayer::solve(Slice &slice) {
  const char *const name = effort_ == Effort::Quick ? "search" : "thorough search";
  const Meter::Scope scope(meter_, name);
  if (slice.tape.hasNumbers() || hasNonLinearIntegers(slice.tape))
    if (auto values = Search(slice, compiler_, effort_, seed_).run())
      return meter_.answered(name, slice.solution(std::move(*values)));
  return next_.solve(slice);
}

} // namespace solver::search
