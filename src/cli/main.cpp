#include "cli/explain_command.h"
#include "cli/options.h"
#include "cli/replay_command.h"
#include "cli/session.h"
#include "cli/test_command.h"
#include "cli/trace_command.h"

#include <exception>

int main(int argc, char **argv) {
  cli::outliveReaders();
  const auto read = cli::readCommandLine(argc, argv);
  if (const auto *leave = std::get_if<cli::Leave>(&read))
    return leave->exitCode;
  const auto &options = std::get<cli::Options>(read);
  try {
    if (const auto *test = std::get_if<cli::TestOptions>(&options.command))
      return cli::runTest(*test, options.output);
    if (const auto *trace = std::get_if<cli::TraceOptions>(&options.command))
      return cli::runTrace(*trace);
    if (const auto *explain = std::get_if<cli::ExplainOptions>(&options.command))
      return cli::runExplain(*explain);
    return cli::runReplay(std::get<cli::ReplayOptions>(options.command), options.output);
  } catch (const std::exception &error) {
    return cli::fail(cli::Internal, error.what());
  }
}
