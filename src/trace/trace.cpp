#include "trace/trace.h"

#include "abi/trace.h"

#include <algorithm>

namespace trace {

using expr::Operation;
using expr::TermId;

model::BranchId Event::taken() const {
  const std::size_t first = place;
  if (kind == Kind::Branch)
    return model::BranchId(value ? first : first + 1);
  if (kind == Kind::Switch)
    return model::BranchId(
        first +
        static_cast<std::size_t>(std::find(cases.begin(), cases.end(), value) - cases.begin()));
  return {};
}

bool Trace::isComplete() const {
  return lost[PINCER_LOST_TERMS_FULL] == 0 && lost[PINCER_LOST_EVENTS_FULL] == 0 &&
         lost[PINCER_LOST_HOT_PLACE] == 0 && lost[PINCER_LOST_REENTRY] == 0;
}

TermId Trace::condition(expr::Pool &pool, const Event &event) {
  if (event.kind == Event::Kind::Within || event.kind == Event::Kind::Bounds)
    return isWithin(pool, event.places, event.term);
  const unsigned width = pool[event.term].width;
  const auto is = [&](std::uint64_t value) {
    return pool.equal(event.term, pool.constant(width, value));
  };
  const bool isDefault =
      event.kind == Event::Kind::Switch &&
      std::find(event.cases.begin(), event.cases.end(), event.value) == event.cases.end();
  if (!isDefault)
    return is(event.value);
  TermId none = pool.boolean(true);
  for (const std::uint64_t value : event.cases)
    none = pool.conjunction(none, pool.negation(is(value)));
  return none;
}

} // namespace trace
