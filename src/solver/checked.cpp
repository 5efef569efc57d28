#include "solver/checked.h"

#include <algorithm>

namespace solver {

Answer Checked::solve(const Query &query) {
  Answer answer = next_.solve(query);
  const Sat *sat = std::get_if<Sat>(&answer);
  if (!sat)
    return answer;
  RunValues::Run &run = values_[query.pool];
  run.inputs = query.current;
  for (const auto &[input, value] : sat->assignment) {
    if (input >= run.inputs.size())
      run.inputs.resize(input + std::size_t{1});
    run.inputs[input] = value;
  }
  run.evaluator.assign(run.inputs);
  if (std::ranges::all_of(query.conditions,
                          [&](expr::TermId condition) { return run.evaluator(condition) != 0; }))
    return answer;
  meter_.note("a solution that is none");
  return Unknown{"a solution that is none"};
}

} // namespace solver
