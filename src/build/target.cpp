#include "build/target.h"

#include "build/reset_safe.h"
#include "build/thunks.h"
#include "instrument/plain.h"
#include "ir/mark.h"
#include "support/file_system.h"
#include "support/process.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <set>
#include <thread>

// From sources to targets (DESIGN §2). Each unit is compiled through a C file of ours that includes it:
//
//   unit.c ──clang──▶ unit.bc ──mark──▶ unit.marked.bc ──lower──▶ unit.o ─┐
//     │                                    (numbers)     table.c ─▶ table.o ─┼─▶ plain
//     └──clang -fsanitize──▶ unit.sanitized.o ──────────────────────────────┴─▶ sanitized

namespace build {

namespace fs = std::filesystem;
using model::FunctionId;
using model::Program;
using model::Subject;
using model::UnitId;
using support::BackgroundCommand;
using support::Command;
using support::CommandResult;
using support::Error;
using support::Result;
using support::Status;

namespace {

const std::string compiler = "clang-19";

/// What makes all builds agree about undefined operations, and keeps every local a named slot.
const std::vector<std::string> analysisFlags = {
    "-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-g", "-fwrapv",
    "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-ftrivial-auto-var-init=zero",
    "-fno-finite-loops", "-ffp-contract=off", "-femit-all-decls", "-fprofile-instr-generate",
    "-fcoverage-mapping", "-emit-llvm"};

/// -O1 keeps the checks and halves the time; frame pointers make the reported stacks right.
const std::vector<std::string> sanitizerFlags = {
    "-g", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
    "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all",
    "-fno-common"};

void append(std::vector<std::string> &to, const std::vector<std::string> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool isLinkFlag(const std::string &flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") ||
         flag == "-pthread";
}

Command compileUnit(const Subject &subject, UnitId id, const std::vector<std::string> &mode,
                    const fs::path &input, const fs::path &output) {
  Command command{{compiler, "-w"}, subject[id].directory};
  for (const std::string &flag : subject[id].flags)
    if (!flag.starts_with("-l") && !flag.starts_with("-Wl,"))
      command.arguments.push_back(flag);
  append(command.arguments, mode);
  append(command.arguments, {"-x", "c", "-c", input.string(), "-o", output.string()});
  return command;
}

Error failed(const Command &command, const CommandResult &result) {
  return Error{fmt::format("{} failed:\n{}{}", fmt::join(command.arguments, " "), result.errors,
                           result.output)};
}

/// Runs all commands, as many at once as there are cores; the first failure is the error.
Status runAll(const std::vector<Command> &commands) {
  const std::size_t width = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t begin = 0; begin < commands.size(); begin += width) {
    std::vector<BackgroundCommand> running;
    const std::size_t end = std::min(begin + width, commands.size());
    for (std::size_t i = begin; i < end; ++i) {
      auto started = BackgroundCommand::start(commands[i]);
      if (!started)
        return started.error();
      running.push_back(std::move(*started));
    }
    std::vector<CommandResult> results;
    for (BackgroundCommand &command : running)
      results.push_back(command.wait());
    for (std::size_t i = 0; i < results.size(); ++i)
      if (!results[i].ok())
        return failed(commands[begin + i], results[i]);
  }
  return support::Done{};
}

Command linkCommand(const Subject &subject, const std::vector<std::string> &mode,
                    const std::vector<fs::path> &objects, const fs::path &output) {
  Command command{{compiler, "-fuse-ld=lld", "-no-pie", "-rdynamic"}, {}};
  append(command.arguments, mode);
  for (const fs::path &object : objects)
    command.arguments.push_back(object.string());
  command.arguments.push_back((supportFolder() / "libpincer_driver.a").string());
  std::set<std::string> seen;
  for (const model::Unit &unit : subject.units)
    for (const std::string &flag : unit.flags)
      if (isLinkFlag(flag) && seen.insert(flag).second)
        command.arguments.push_back(flag);
  append(command.arguments, {"-lm", "-Wl,--error-limit=0", "-o", output.string()});
  return command;
}

/// The symbols that the linker found nowhere, from its own messages.
std::set<std::string> undefinedSymbols(const std::string &errors) {
  static const std::regex pattern("undefined symbol: ([^\\s]+)");
  std::set<std::string> names;
  for (std::sregex_iterator it(errors.begin(), errors.end(), pattern), end; it != end; ++it)
    names.insert((*it)[1]);
  return names;
}

} // namespace

fs::path WorkFolder::unit(UnitId id, const char *extension) const {
  return root_ / fmt::format("unit{}.{}", id.index, extension);
}

fs::path WorkFolder::table(const char *extension) const {
  return root_ / fmt::format("table.{}", extension);
}

fs::path supportFolder() {
  return support::thisProgram().parent_path().parent_path() / "lib" / "pincer";
}

} // namespace build
