#include "proof/decide.h"

#include "support/file_system.h"
#include "support/process.h"

#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace proof {

Decision decide(const std::string &script, const Limits &limits,
                const std::filesystem::path &folder) {
  static unsigned asked = 0;
  const auto file = folder / fmt::format("query-{}-{}.smt2", ::getpid(), asked++);
  if (const auto written = support::writeFile(file, script); !written)
    return Unknown{written.error().message};
  auto solver = support::BackgroundCommand::start(
      {{"z3", fmt::format("rlimit={}", limits.work), fmt::format("-memory:{}", limits.memoryMb),
        fmt::format("-T:{}", limits.time.count()), "-smt2", file.string()},
       {}});
  if (!solver)
    return Unknown{solver.error().message};
  // Z3 does not always look at its own limit.
  const auto end = std::chrono::steady_clock::now() + limits.time + std::chrono::seconds(1);
  const auto result = solver->waitUnless([&] { return std::chrono::steady_clock::now() > end; });
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (!result)
    return Unknown{"Z3 took too long"};
  // Anything beside the one word is a complaint, and then the word means nothing.
  if (result->output == "unsat\n" && result->ok())
    return Unsat{};
  if (result->output == "sat\n" && result->ok())
    return Sat{};
  return Unknown{fmt::format("Z3 says {}", result->output.substr(0, 200))};
}

} // namespace proof
