#include "campaign/paced_runs.h"

#include <iterator>

namespace campaign {

using model::Execution;

support::Result<std::vector<Execution>> runPaced(execute::Executor &executor,
                                                 std::span<const model::TestCase> tests,
                                                 execute::RunOptions options,
                                                 std::span<const std::uint32_t> parts) {
  std::vector<Execution> all;
  for (std::size_t begin = 0, end = 0; begin < tests.size(); begin = end) {
    while (end < tests.size() && parts[end] == parts[begin])
      ++end;
    options.timeoutPart = parts[begin];
    auto runs = executor.run(tests.subspan(begin, end - begin), options);
    if (!runs)
      return runs.error();
    std::move(runs->begin(), runs->end(), std::back_inserter(all));
  }
  return all;
}

} // namespace campaign
