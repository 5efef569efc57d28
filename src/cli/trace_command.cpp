#include "cli/trace_command.h"

#include "campaign/journal.h"
#include "campaign/pure_oracle.h"
#include "cli/reopen.h"
#include "cli/say.h"
#include "cli/session.h"
#include "expr/print.h"
#include "model/inputs.h"
#include "model/suite.h"
#include "trace/frames.h"
#include "trace/trace.h"

#include <fmt/format.h>

namespace cli {

namespace fs = std::filesystem;
using expr::InputName;
using model::BranchMap;
using model::TestCase;
using trace::Event;

namespace {

std::optional<TestCase> findTest(const fs::path &folder, const model::Subject &subject,
                                 const std::string &id) {
  std::size_t stale = 0;
  for (TestCase &test : campaign::Journal(folder).load(subject, stale))
    if (campaign::testId(subject, test) == id)
      return std::move(test);
  return std::nullopt;
}

/// Where an event happened and what it decided there, in the words of the source.
std::string place(const BranchMap &branches, const Event &event) {
  if (event.kind == Event::Kind::Branch || event.kind == Event::Kind::Switch) {
    const model::BranchId taken = event.taken();
    if (taken.index >= branches.branches.size() || !branches[taken].site)
      return "(no condition of the source)";
    const model::Site &site = branches[branches[taken].site];
    return fmt::format("{}: {}: {}", site.id.substr(0, site.id.rfind(':')), site.condition,
                       site.outcome);
  }
  switch (event.kind) {
  case Event::Kind::Address:
    return fmt::format("(address {:#x})", event.value);
  case Event::Kind::Within:
    return fmt::format("(read at {:#x}, one of {} places)", event.value, event.places.count);
  case Event::Kind::Bounds:
    return fmt::format("(access at {:#x}, within its object)", event.value);
  case Event::Kind::Value:
    return fmt::format("(held at {})", event.value);
  case Event::Kind::Size:
    return fmt::format("(a size of {})", event.value);
  default:
    return fmt::format("(a branch without a marker: {})", event.value ? "true" : "false");
  }
}

void showVariables(const expr::Pool &pool, const std::vector<trace::Variable> &variables,
                   const InputName &name) {
  for (const trace::Variable &variable : variables)
    say(stdout, "    {} {} = {}{}\n", variable.type, variable.name, variable.value,
        variable.term ? "    formula: " + expr::toText(pool, variable.term, name) : "");
}

/// A substitute for a library function is called as that function is.
std::string shownName(const std::string &function) {
  constexpr std::string_view prefix = "__pincer_our_";
  return function.starts_with(prefix) ? function.substr(prefix.size()) : function;
}

/// Runs the test once more, up to an event of its trace, and prints every variable there.
int showFrames(execute::Inspector &inspector, const build::Program &program, const TestCase &test,
               const trace::Trace &trace, std::size_t number, const InputName &name,
               expr::Oracle &oracle) {
  if (number > trace.events.size())
    return fail(Usage, fmt::format("--at: this run has {} events", trace.events.size()));
  const Event &event = trace.events[number - 1];
  if ((event.kind != Event::Kind::Branch && event.kind != Event::Kind::Switch) || event.thread != 0)
    return fail(Usage,
                fmt::format("--at: event {} is {}; a run can be stopped at the conditions of "
                            "its first thread",
                            number, place(program.branches, event)));
  auto inspection = inspector.inspect(test, event.passed + 1);
  if (!inspection)
    return fail(Internal, inspection.error().message);
  expr::Pool pool;
  pool.consult(&oracle);
  auto frames =
      trace::decodeFrames(inspection->frames, inspection->recording.log, pool,
                          {inspection->recording.inputs.size(), program.branches.branches.size()});
  if (!frames)
    return fail(Internal, frames.error().message);
  say(stdout, "{:>5}  {}\n", number, place(program.branches, event));
  for (const trace::Frame &frame : frames->calls) {
    if (frame.function.starts_with("pincer_"))
      continue; // our own, around the call
    say(stdout, "  {}  ({}:{})\n", shownName(frame.function),
        fs::path(frame.file).filename().string(), frame.line);
    showVariables(pool, frame.variables, name);
  }
  if (!frames->globals.empty()) {
    say(stdout, "  globals\n");
    showVariables(pool, frames->globals, name);
  }
  return Ok;
}

} // namespace

int runTrace(const TraceOptions &options) {
  const fs::path path = fs::absolute(options.folder).lexically_normal();
  auto opened = reopen(path);
  if (const int *code = std::get_if<int>(&opened))
    return *code;
  const auto &[command, folder, program] = *std::get<std::unique_ptr<Reopened>>(opened);
  auto test = findTest(path, program.subject, options.test);
  if (!test)
    return fail(Usage, fmt::format("--test: no test '{}' in {}", options.test, path.string()));

  support::Deadline none;
  auto targets =
      Targets::start(program, folder.work(),
                     {.timeoutMs = command.testTimeoutMs, .memoryBytes = command.memoryBytes},
                     command.jobs, false, {none, {}, {}});
  if (!targets)
    return fail(Internal, targets.error().message);
  auto recorder = (*targets)->inspect();
  if (!recorder)
    return fail(Internal, recorder.error().message);
  auto recording = (*recorder)->record(*test);
  if (!recording)
    return fail(Internal, recording.error().message);
  campaign::PureOracle oracle(program.subject, (*targets)->plain()); // knows names
  expr::Pool pool;
  pool.consult(&oracle);
  auto trace = trace::decode(recording->log, pool,
                             {recording->inputs.size(), program.branches.branches.size()});
  if (!trace)
    return fail(Internal, trace.error().message);

  std::vector<expr::TermId> conditions;
  for (const Event &event : trace->events)
    conditions.push_back(trace::Trace::condition(pool, event));
  if (options.smtLib) {
    say(stdout, "{}", expr::toSmtLib(pool, conditions));
    return Ok;
  }
  const std::vector<std::string> names =
      model::inputNames(program.subject, *test, recording->inputs.size());
  const auto name = [&](std::uint32_t input) {
    return input < names.size() ? names[input] : fmt::format("input{}", input);
  };
  if (options.at)
    return showFrames(**recorder, program, *test, *trace, *options.at, name, oracle);
  for (std::size_t i = 0; i < trace->events.size(); ++i) {
    const Event &event = trace->events[i];
    say(stdout, "{:>5}  {}{}\n       {}\n", i + 1, place(program.branches, event),
        event.count > 1 ? fmt::format("  ({} times)", event.count) : "",
        expr::toText(pool, conditions[i], name));
  }
  const trace::SelfCheck check = trace::selfCheck(recording->log, recording->inputs);
  say(stdout, "{}: {} inputs, {} events, {} terms, {} of them do not fit the run{}{}\n",
      model::describe(recording->execution.outcome), recording->inputs.size(), trace->events.size(),
      check.terms, check.mismatches,
      trace->isComplete() ? "" : "; a bound was reached, later events are missing",
      trace->isStable() ? ""
                        : fmt::format("; {} threads took part, so another run may go another way",
                                      trace->threads));
  return check.mismatches == 0 ? Ok : Internal;
}

} // namespace cli
