// A point of the population is replaced when a better one turns up: the mirror image of one of some
// points picked at random in the middle of the others, the best one among them, or, if that is
// nothing, a point somewhere between the best one and that image. Sizes are compared, not steps:
// the population shall near all equations at once.
#include "solver/search/population.h"

#include <algorithm>
#include <cmath>

namespace solver::search {

namespace {

class Population {
public:
  Population(Problem &problem, double reach) : problem_(problem), reach_(reach) {
    for (const Variable &variable : problem.variables)
      if (variable.width() > 1 && moved_.size() < 24)
        moved_.push_back(&variable);
  }

  Point run(std::uint64_t evaluations) {
    if (moved_.empty())
      return problem_.pointAt(problem_.slice.start);
    spread();
    const std::uint64_t end = problem_.fitness.evaluations() + evaluations;
    while (!problem_.isOver() && problem_.fitness.evaluations() < end && best().isDistant()) {
      const Place image = mirrored();
      if (!replaceWorst(image) && !problem_.isOver())
        replaceWorst(mutated(image));
    }
    Point point{valuesAt(best().place), {}};
    return problem_.pointAt(std::move(point.values));
  }

private:
  using Place = std::vector<double>; // by variable
  struct Member {
    Place place;
    Distance cost;
    bool isDistant() const { return cost.steps != 0; }
    bool operator<(const Member &other) const {
      return cost.size != other.cost.size ? cost.size < other.cost.size
                                          : cost.steps < other.cost.steps;
    }
  };

  double random() { return static_cast<double>(problem_.rng.next() >> 11) * 0x1p-53; }
  Values valuesAt(const Place &place) const {
    Values values = problem_.slice.start;
    for (std::size_t i = 0; i < moved_.size(); ++i)
      moved_[i]->setReal(values, place[i]);
    return values;
  }
  Member memberAt(Place place) {
    const Distance cost = problem_.cost(valuesAt(place));
    return {std::move(place), cost};
  }
  const Member &best() const { return members_[best_]; }

  void spread() {
    const std::size_t count = 10 * (moved_.size() + 1);
    for (std::size_t i = 0; i < count; ++i) {
      Place place;
      for (std::size_t k = 0; k < moved_.size(); ++k)
        place.push_back((2 * random() - 1) * reach_);
      members_.push_back(memberAt(std::move(place)));
    }
    findEnds();
  }

  void findEnds() {
    const auto [least, most] = std::minmax_element(members_.begin(), members_.end());
    best_ = static_cast<std::size_t>(least - members_.begin());
    worst_ = static_cast<std::size_t>(most - members_.begin());
  }

  /// Of n + 1 points, the best one among them, the last one is mirrored in the middle of the
  /// others.
  Place mirrored() {
    const std::size_t n = moved_.size();
    Place sum = best().place;
    for (std::size_t i = 1; i < n; ++i) {
      const Place &other = members_[problem_.rng.below(members_.size())].place;
      for (std::size_t k = 0; k < n; ++k)
        sum[k] += other[k];
    }
    const Place &last = members_[problem_.rng.below(members_.size())].place;
    for (std::size_t k = 0; k < n; ++k)
      sum[k] = 2 * sum[k] / static_cast<double>(n) - last[k];
    return sum;
  }

  Place mutated(const Place &image) {
    Place place;
    for (std::size_t k = 0; k < image.size(); ++k) {
      const double share = random();
      place.push_back((1 + share) * best().place[k] - share * image[k]);
    }
    return place;
  }

  bool replaceWorst(const Place &place) {
    Member member = memberAt(place);
    if (!(member < members_[worst_]))
      return false;
    members_[worst_] = std::move(member);
    findEnds();
    return true;
  }

  Problem &problem_;
  double reach_;
  std::vector<const Variable *> moved_;
  std::vector<Member> members_;
  std::size_t best_ = 0, worst_ = 0;
};

} // namespace

Point searchPopulation(Problem &problem, double reach, std::uint64_t evaluations) {
  return Population(problem, reach).run(evaluations);
}

} // namespace solver::search
