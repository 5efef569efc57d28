#include "abi/frames.h"
#include "abi/operations.h"
#include "execute/encode.h"
#include "execute/executor.h"
#include "execute/observation.h"
#include "execute/outcome.h"
#include "execute/server.h"
#include "execute/snapshot_pool.h"
#include "execute/symbolizer.h"
#include "model/suite.h"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

// The executor that runs real targets.
//
// One target process at a time, restarted when it dies. Batches are cut into chunks that alternate
// between the two halves of the request area: while the target runs one, the next is encoded. When
// the target dies in the middle of a chunk, the chunk is still there (we hold the memory), so a new
// target goes on after the test that did it.
//
// Every number that comes back is checked, since the subject can write to the shared memory: a
// length or a slot that can't be is taken for what it is, the mark of a crash.

namespace execute {

using model::BranchId;
using model::Execution;
using model::Outcome;
using model::TestCase;
using support::Error;
using support::Result;
using support::Status;

namespace {

constexpr std::size_t chunkTests = 32768; // one process each, where a reset is complete
constexpr std::size_t chunkBytes = 2 << 20;
constexpr std::size_t diagnosticBytes = 64 << 10;
constexpr std::byte seenMark{0xff};
constexpr std::uint32_t leastTimeoutMs = 10; // the driver looks at its clock no more often
constexpr std::uint32_t longLog = 1 << 18;   // terms

/// A target needs some memory before the subject gets any.
constexpr std::uint64_t ownMemoryBytes = 512ull << 20;

/// Tests first .. first + count - 1 of a span, encoded in one half.
struct Chunk {
  std::size_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t half = 0;
  bool isVaried = false;
};

class Target final : public Executor, public Inspector {
public:
  Target(Server::Setup setup, const model::Subject &subject, Channel channel, Descriptor output)
      : setup_(std::move(setup)), subject_(subject), channel_(std::move(channel)),
        output_(std::move(output)), encoder_(subject), symbolizer_(setup_.program), pool_(subject) {
  }

  Status restart();
  Result<std::vector<Execution>> run(std::span<const TestCase> tests,
                                     const RunOptions &options) override;
  Result<std::vector<Find>> explore(std::span<const TestCase> tests,
                                    const ExploreOptions &options) override;
  Result<std::vector<Find>> explore(std::span<const model::Variation> variations,
                                    const ExploreOptions &options) override;
  void setSeen(std::span<const BranchId> branches) override;
  Result<std::vector<PureResult>> call(std::span<const PureCall> calls) override;
  Result<Recording> record(const TestCase &test) override { return recordUntil(test, 0); }
  SnapshotCounts snapshots() const override { return snapshotCounts_; }
  Result<Inspection> inspect(const TestCase &test, std::uint32_t marker) override;

private:
  std::uint32_t timeoutMs(std::uint32_t part) const {
    return std::max(setup_.timeoutMs / part, leastTimeoutMs);
  }
  Result<Execution> perform(const TestCase &test, const PincerCommand &command,
                            const RunOptions &options);
  /// How a test is performed from a state in its middle, with `inputs` beyond it symbolic.
  using InputsOf = std::function<std::vector<model::Input>(TestCase &)>;
  Result<std::optional<Execution>> performFromState(const TestCase &test, const InputsOf &inputsOf);
  Result<const Snapshot *> stateFor(const TestCase &test);
  Result<bool> freeze(const TestCase &test);
  Result<std::optional<Execution>> goOn(const TestCase &test, const Snapshot &from,
                                        const InputsOf &inputsOf);
  Status dropSnapshots(const std::vector<std::uint32_t> &numbers);
  Status prepare(std::span<const TestCase> tests);
  Result<Execution> runOne(const TestCase &test, const RunOptions &options);
  void collect(const PincerReply &reply, const TestCase &test, const RunOptions &options,
               Execution &execution);
  Error tooLarge(const TestCase &test) const;
  Result<Recording> recordUntil(const TestCase &test, std::uint32_t marker);
  void prepareLog();
  std::vector<std::uint64_t> recordedInputs(std::size_t count) const;
  Status endOfTarget(const Answer &answer, Outcome &outcome);
  std::vector<BranchId> coveredNow() const;
  std::vector<model::Asked> askedNow(std::vector<model::Asked> before = {}) const;
  std::string printed(std::uint64_t bytes) const;

  Result<bool> callSome(std::span<const PureCall> calls, std::vector<PureResult> &results);
  PureResult pureResult(std::uint32_t index) const;

  /// What is explored: so many tests, and how one is written into the room that is left. (False:
  /// it does not fit.)
  struct Batch {
    std::size_t size;
    bool isVaried;
    std::function<bool(std::size_t index, std::span<std::byte> &room)> encode;
    std::function<const TestCase &(std::size_t index)> test; // or what it varies, for messages
  };
  Result<std::vector<Find>> explore(const Batch &batch, const ExploreOptions &options);
  void askForNearness(std::span<const std::uint64_t> least);
  Result<Chunk> fill(const Batch &batch, std::size_t first, std::uint32_t half);
  void sendChunk(const Chunk &chunk, std::uint32_t first, const ExploreOptions &options);
  Status finishChunk(const Chunk &chunk, const ExploreOptions &options, std::vector<Find> &finds);
  void readFinds(const Chunk &chunk, std::uint64_t used, std::vector<Find> &finds);
  bool readFind(const Chunk &chunk, std::uint64_t used, std::uint64_t &at,
                std::vector<Find> &finds);

  Server::Setup setup_;
  const model::Subject &subject_;
  Channel channel_;
  Descriptor output_;
  Encoder encoder_;
  Symbolizer symbolizer_;
  std::optional<Server> server_;
  PincerReply reply_ = {}; // to the last command
  SnapshotPool pool_;
  SnapshotCounts snapshotCounts_;
  std::vector<BranchId> seen_;
};

Status Target::restart() {
  server_.reset();
  pool_.clear();
  auto server = Server::start(setup_, channel_, output_);
  if (!server)
    return server.error();
  const PincerHello &hello = server->hello();
  if (hello.callableCount != subject_.functions.size() ||
      hello.globalCount != subject_.globals.size())
    return Error{fmt::format("{}: built for another subject", setup_.program.string())};
  server_.emplace(std::move(*server));
  return support::Done{};
}

/// All can be called, and a target is there to do it.
Status Target::prepare(std::span<const TestCase> tests) {
  for (const TestCase &test : tests) {
    const model::Function &function = subject_[test.function()];
    if (function.undrivable)
      return Error{fmt::format("'{}' can't be called: {}", function.name, *function.undrivable)};
  }
  return server_ ? support::Done{} : restart();
}

std::vector<BranchId> Target::coveredNow() const {
  std::vector<BranchId> covered;
  const auto map = channel_.coverage().first(server_ ? server_->hello().coverageSize : 0);
  // Most of a large map is empty: it is looked through by words. (It is padded to pages.)
  for (std::size_t at = 0; at < map.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, map.data() + at, sizeof word);
    for (std::size_t slot = at; word != 0 && slot < at + sizeof word && slot < map.size(); ++slot)
      if (map[slot] != std::byte{0})
        covered.emplace_back(slot);
  }
  return covered;
}

std::string Target::printed(std::uint64_t bytes) const {
  std::string text(std::min<std::uint64_t>(bytes, diagnosticBytes), '\0');
  const ssize_t got = ::pread(output_.number(), text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

/// Says of the test that took the whole target with it how it ended, and starts a new target.
/// (After a stop, only if somebody wants to run something again.)
Status Target::endOfTarget(const Answer &answer, Outcome &outcome) {
  if (std::holds_alternative<TargetStopped>(answer)) {
    server_.reset();
    return Error{"stopped"};
  }
  const auto *died = std::get_if<TargetDied>(&answer);
  if (!died)
    outcome = model::TimedOut{};
  else if (server_->ranOutOfMemory())
    outcome = model::OutOfMemory{};
  else
    outcome.emplace<model::Crashed>(WIFSIGNALED(died->status) ? WTERMSIG(died->status) : SIGKILL);
  return restart();
}

void Target::collect(const PincerReply &reply, const TestCase &test, const RunOptions &options,
                     Execution &execution) {
  execution.outcome = reply.outcome == PINCER_FROZEN ? Outcome(model::Exited{0})
                                                     : makeOutcome(reply.outcome, reply.value);
  execution.step = std::min<std::size_t>(reply.step, test.steps.size() - 1);
  execution.isAtCleanUp = reply.step == PINCER_CLEAN_UP;
  if (isKilled(execution.outcome) && server_->ranOutOfMemory())
    execution.outcome = model::OutOfMemory{};
  if (auto *threw = std::get_if<model::Threw>(&execution.outcome))
    *threw = thrownIn(channel_.control());
  if (options.diagnostics)
    execution.diagnostics = symbolizer_.withNames(printed(reply.outputBytes));
  if (subject_.program && options.observe) {
    const auto response = channel_.response();
    execution.output.emplace(reinterpret_cast<const char *>(response.data()),
                             std::min<std::uint64_t>(reply.programOutput, PINCER_PROGRAM_OUTPUT));
  }
  if (!reply.observed)
    return;
  execution.observation = decodeObservation(subject_, test, channel_.response());
  if (!execution.observation)
    execution.outcome = model::Crashed{SIGSEGV};
}

/// The calls of stubs in the last run, behind those that were made before it was gone on with.
std::vector<model::Asked> Target::askedNow(std::vector<model::Asked> before) const {
  const PincerAskedCalls &noted = channel_.asked();
  const std::uint64_t count = std::min<std::uint64_t>(noted.count, PINCER_MOST_ASKED);
  std::vector<std::uint32_t> calls(subject_.supplies.size());
  std::vector<model::Asked> asked = std::move(before);
  for (const model::Asked &call : asked)
    calls[call.source.index] = call.index + 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const PincerAsked call = noted.calls[i];
    if (call.source >= calls.size())
      break; // the subject wrote over it
    asked.push_back({model::SupplyId(call.source), calls[call.source]++, call.bytes,
                     std::string(call.name, ::strnlen(call.name, sizeof call.name))});
  }
  return asked;
}

Result<Execution> Target::runOne(const TestCase &test, const RunOptions &options) {
  if (options == RunOptions{}) {
    auto execution = performFromState(test, nullptr);
    if (!execution)
      return execution.error();
    if (*execution)
      return std::move(**execution);
  }
  if (encoder_.encode(test, options.observe, channel_.request(0)) == 0)
    return tooLarge(test);
  return perform(test,
                 {.kind = PINCER_RUN,
                  .half = 0,
                  .first = 0,
                  .count = 1,
                  .observe = options.observe,
                  .fill = options.fill,
                  .date = options.date,
                  .reversed = options.reversed,
                  .layout = options.layout,
                  .timeoutMs = timeoutMs(options.timeoutPart),
                  .leaks = options.leaks},
                 options);
}

/// Runs the test that lies encoded in the first half.
Result<Execution> Target::perform(const TestCase &test, const PincerCommand &command,
                                  const RunOptions &options) {
  server_->send(command);
  const Answer answer = server_->receive();
  Execution execution;
  execution.covered = coveredNow();
  execution.asked = askedNow();
  execution.allocations = channel_.asked().requests[PINCER_REFUSABLE_ALLOCATION];
  reply_ = {};
  if (const auto *reply = std::get_if<PincerReply>(&answer)) {
    reply_ = *reply;
    collect(*reply, test, options, execution);
    return execution;
  }
  if (const auto status = endOfTarget(answer, execution.outcome); !status)
    return status.error();
  return execution;
}

Result<std::vector<Execution>> Target::run(std::span<const TestCase> tests,
                                           const RunOptions &options) {
  if (const auto ready = prepare(tests); !ready)
    return ready.error();
  std::vector<Execution> executions;
  executions.reserve(tests.size());
  for (const TestCase &test : tests) {
    auto execution = runOne(test, options);
    if (!execution)
      return execution.error();
    executions.push_back(std::move(*execution));
  }
  return executions;
}

Error Target::tooLarge(const TestCase &test) const {
  return Error{
      fmt::format("a test of '{}' is too large to be run", subject_[test.function()].name)};
}

/// An empty segment. The memory of a very long one is given back.
void Target::prepareLog() {
  const std::span<std::byte> log = channel_.trace();
  PincerSegment last;
  std::memcpy(&last, log.data(), sizeof last);
  if (last.termCount > longLog)
    ::fallocate(channel_.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, PINCER_TRACE_AT,
                static_cast<off_t>(PINCER_SEGMENT_SIZE));
  std::memset(log.data(), 0, sizeof(PincerSegment));
}

/// Inputs are the first terms of a log (with what bit-fields are put together from in between).
std::vector<std::uint64_t> Target::recordedInputs(std::size_t count) const {
  const std::span<const std::byte> log = channel_.trace();
  PincerSegment segment;
  std::memcpy(&segment, log.data(), sizeof segment);
  const std::size_t terms =
      std::min<std::size_t>({segment.termCount, PINCER_TERM_CAPACITY, count * 32});
  std::vector<std::uint64_t> values(count);
  for (std::size_t i = 0; i < terms; ++i) {
    PincerTerm term;
    std::memcpy(&term, log.data() + PINCER_SEGMENT_TERMS_AT + i * sizeof term, sizeof term);
    if (term.operation == PINCER_OP_Input && term.a < count)
      values[term.a] = term.value;
  }
  return values;
}

/// `marker` 0: to its end.
Result<Recording> Target::recordUntil(const TestCase &test, std::uint32_t marker) {
  if (const auto ready = prepare({&test, 1}); !ready)
    return ready.error();
  std::size_t inputCount = 0;
  const InputsOf inputsOf = [&](TestCase &named) { // they refer to a test that could be changed
    auto inputs = model::inputsOf(subject_, named, mostInputs);
    inputCount = inputs.size();
    return inputs;
  };
  if (marker == 0) {
    auto execution = performFromState(test, inputsOf);
    if (!execution)
      return execution.error();
    if (*execution)
      return Recording{std::move(**execution), channel_.trace(), recordedInputs(inputCount)};
  }
  TestCase named = test;
  const std::vector<model::Input> inputs = inputsOf(named);
  if (encoder_.encode(test, false, channel_.request(0), inputs) == 0)
    return tooLarge(test);
  prepareLog();
  auto execution =
      perform(test, {.kind = PINCER_RUN, .count = 1, .trace = 1, .inspectAt = marker}, {});
  if (!execution)
    return execution.error();
  return Recording{std::move(*execution), channel_.trace(), recordedInputs(inputs.size())};
}

namespace {

const char *describeRefusal(std::uint32_t reason) {
  switch (reason) {
  case PINCER_FREEZE_NEVER_ASKED:
    return "it asked for no more inputs";
  case PINCER_FREEZE_THREADS:
    return "it has several threads";
  case PINCER_FREEZE_CHILDREN:
    return "it has started processes";
  case PINCER_FREEZE_TIMERS:
    return "a timer is running";
  case PINCER_FREEZE_SHARED_MEMORY:
    return "it shares memory";
  case PINCER_FREEZE_FILES:
    return "it writes files";
  case PINCER_FREEZE_PIPES:
    return "it has pipes or sockets";
  case PINCER_FREEZE_PROGRAM:
    return "it is a whole program";
  case PINCER_FREEZE_SYSTEM:
    return "the system can't do it";
  default:
    return "it differed from run to run";
  }
}

} // namespace

Status Target::dropSnapshots(const std::vector<std::uint32_t> &numbers) {
  for (const std::uint32_t number : numbers) {
    server_->send({.kind = PINCER_DROP, .snapshot = number});
    const Answer answer = server_->receive();
    Outcome outcome;
    if (!std::holds_alternative<PincerReply>(answer))
      return endOfTarget(answer, outcome);
  }
  return support::Done{};
}

/// Lets the run wait behind what is fixed. False: it can't, or was not to be had this time.
Result<bool> Target::freeze(const TestCase &test) {
  if (const auto dropped = dropSnapshots(pool_.makeRoom()); !dropped)
    return dropped.error();
  Snapshot made{.number = pool_.freeNumber(), .prefix = pool_.prefixOf(test)};
  const Snapshot *from = pool_.nearest(test);
  if (encoder_.encode(pool_.beyond(made.prefix, from), false, channel_.request(0)) == 0)
    return tooLarge(test);
  PincerCommand command{.kind = PINCER_RUN, .count = 1, .freeze = made.number + 1};
  std::vector<model::Asked> before;
  if (from) {
    command.kind = PINCER_RESUME;
    command.snapshot = from->number;
    before = from->asked;
  }
  const auto execution = perform(test, command, {});
  if (!execution)
    return execution.error();
  if (reply_.refusal == PINCER_FREEZE_GONE) {
    ++snapshotCounts_.vanished;
    pool_.forget(command.snapshot);
    return false;
  }
  made.asked = askedNow(std::move(before));
  const bool isFrozen = reply_.outcome == PINCER_FROZEN;
  if (isFrozen && made.asked.size() == *pool_.fixedCalls(test) + 1) {
    made.asked.pop_back(); // where it waits
    made.bytes = reply_.snapshotBytes;
    ++snapshotCounts_.made;
    snapshotCounts_.mostBytes = std::max(snapshotCounts_.mostBytes, made.bytes);
    pool_.add(std::move(made));
    return true;
  }
  ++snapshotCounts_.refused[describeRefusal(reply_.refusal)];
  const std::uint32_t number = made.number;
  pool_.refuse(std::move(made.prefix));
  if (isFrozen)
    if (const auto dropped = dropSnapshots({number}); !dropped)
      return dropped.error();
  return false;
}

/// The state behind what is fixed; null: there is none.
Result<const Snapshot *> Target::stateFor(const TestCase &test) {
  constexpr int tries = 3; // for states that vanish
  const std::optional<std::size_t> fixed = pool_.fixedCalls(test);
  for (int i = 0; fixed && i < tries && !pool_.isRefused(test); ++i) {
    const Snapshot *state = pool_.nearest(test);
    if (state && state->asked.size() == *fixed)
      return state;
    if (const auto made = freeze(test); !made)
      return made.error();
  }
  return static_cast<const Snapshot *>(nullptr);
}

/// None: the snapshot is gone.
Result<std::optional<Execution>> Target::goOn(const TestCase &test, const Snapshot &from,
                                              const InputsOf &inputsOf) {
  TestCase further = pool_.beyond(test, &from);
  const std::uint32_t number = from.number;
  std::vector<model::Asked> before = from.asked; // the pool may be empty after a run
  const std::vector<model::Input> inputs =
      inputsOf ? inputsOf(further) : std::vector<model::Input>();
  if (encoder_.encode(further, false, channel_.request(0), inputs) == 0)
    return tooLarge(test);
  if (inputsOf)
    prepareLog();
  auto execution = perform(
      test, {.kind = PINCER_RESUME, .count = 1, .trace = inputsOf ? 1u : 0u, .snapshot = number},
      {});
  if (!execution)
    return execution.error();
  if (reply_.refusal == PINCER_FREEZE_GONE) {
    ++snapshotCounts_.vanished;
    pool_.forget(number);
    return std::optional<Execution>();
  }
  execution->asked = askedNow(std::move(before));
  ++snapshotCounts_.resumed;
  return std::optional(std::move(*execution));
}

/// None: it has to be run from its start.
Result<std::optional<Execution>> Target::performFromState(const TestCase &test,
                                                          const InputsOf &inputsOf) {
  constexpr int tries = 2;
  for (int i = 0; i < tries; ++i) {
    const auto state = stateFor(test);
    if (!state)
      return state.error();
    if (!*state)
      break;
    auto execution = goOn(test, **state, inputsOf);
    if (!execution || *execution)
      return execution;
  }
  return std::optional<Execution>();
}

Result<Inspection> Target::inspect(const TestCase &test, std::uint32_t marker) {
  const std::span<std::byte> room = channel_.response();
  std::memset(room.data(), 0, sizeof(PincerFrames));
  auto recording = recordUntil(test, marker);
  if (!recording)
    return recording.error();
  PincerFrames header;
  std::memcpy(&header, room.data(), sizeof header);
  if (header.magic != PINCER_FRAMES_MAGIC)
    return Error{fmt::format("this run of '{}' did not get to its event {}: {}",
                             subject_[test.function()].name, marker,
                             model::describe(recording->execution.outcome))};
  return Inspection{std::move(*recording), room};
}

/// Encodes as many tests as make a chunk.
Result<Chunk> Target::fill(const Batch &batch, std::size_t first, std::uint32_t half) {
  Chunk chunk{first, 0, half, batch.isVaried};
  const std::span<std::byte> all = channel_.request(half);
  std::span<std::byte> room = all;
  encoder_.startVariations();
  while (chunk.count < chunkTests && all.size() - room.size() < chunkBytes &&
         first + chunk.count < batch.size && batch.encode(first + chunk.count, room))
    ++chunk.count;
  if (chunk.count == 0 && first < batch.size)
    return tooLarge(batch.test(first));
  return chunk;
}

void Target::sendChunk(const Chunk &chunk, std::uint32_t first, const ExploreOptions &options) {
  server_->send({.kind = PINCER_EXPLORE,
                 .half = chunk.half,
                 .first = first,
                 .count = chunk.count,
                 .timeoutMs = timeoutMs(options.timeoutPart),
                 .alone = options.isSeparate,
                 .all = options.reportsAll,
                 .varied = chunk.isVaried,
                 .counts = options.counts});
}

/// Reads one find at `at` and moves on; false at the end, or where it makes no sense.
bool Target::readFind(const Chunk &chunk, std::uint64_t used, std::uint64_t &at,
                      std::vector<Find> &finds) {
  const auto response = channel_.response();
  PincerFind header;
  if (used > response.size() || at > used || used - at < sizeof header)
    return false;
  std::memcpy(&header, response.data() + at, sizeof header);
  const std::uint64_t nearerAt =
      sizeof header + PINCER_PADDED(std::uint64_t{header.coveredCount} * 4);
  const std::uint64_t size = nearerAt + std::uint64_t{header.nearerCount} * sizeof(PincerDistance);
  const std::uint32_t slots = server_->hello().coverageSize;
  if (header.index >= chunk.count || header.coveredCount > slots ||
      header.nearerCount > PINCER_MOST_NEARER || size > used - at)
    return false;
  Find find;
  find.index = chunk.first + header.index;
  if (!finds.empty() && find.index <= finds.back().index)
    return false;
  find.execution.outcome = makeOutcome(header.outcome, header.value);
  find.execution.step = header.step;
  find.isUsual = header.isUsual != 0;
  for (std::uint32_t i = 0; i < header.coveredCount; ++i) {
    std::uint32_t slot;
    std::memcpy(&slot, response.data() + at + sizeof header + std::size_t{i} * 4, sizeof slot);
    auto &covered = find.execution.covered;
    if (slot >= slots || (!covered.empty() && slot <= covered.back().index))
      return false;
    covered.emplace_back(slot);
  }
  for (std::uint32_t i = 0; i < header.nearerCount; ++i) {
    PincerDistance nearer;
    std::memcpy(&nearer, response.data() + at + nearerAt + i * sizeof nearer, sizeof nearer);
    if (nearer.slot >= slots)
      return false;
    find.nearer.push_back({BranchId(nearer.slot), nearer.distance});
  }
  finds.push_back(std::move(find));
  at += size;
  return true;
}

void Target::readFinds(const Chunk &chunk, std::uint64_t used, std::vector<Find> &finds) {
  const std::size_t before = finds.size();
  std::uint64_t at = 0;
  while (readFind(chunk, used, at, finds))
    ;
  const auto fresh = std::span(finds).subspan(before);
  const bool anyKilled =
      std::ranges::any_of(fresh, [](const Find &find) { return isKilled(find.execution.outcome); });
  if (!anyKilled || !server_->ranOutOfMemory())
    return;
  for (Find &find : fresh)
    if (isKilled(find.execution.outcome))
      find.execution.outcome = model::OutOfMemory{};
}

/// Waits for the end of a chunk that was sent, through any number of dying targets.
Status Target::finishChunk(const Chunk &chunk, const ExploreOptions &options,
                           std::vector<Find> &finds) {
  std::uint32_t first = 0;
  for (;;) {
    const Answer answer = server_->receive();
    if (const auto *reply = std::get_if<PincerReply>(&answer)) {
      readFinds(chunk, reply->responseUsed, finds);
      if (reply->executed >= chunk.count)
        return support::Done{};
      first = std::max(first, reply->executed);
    } else {
      readFinds(chunk, channel_.control().responseUsed, finds);
      Find find;
      const std::uint32_t index = channel_.control().index;
      const std::uint32_t guilty = index >= first && index < chunk.count ? index : first;
      find.index = chunk.first + guilty;
      find.execution.covered = coveredNow();
      if (const auto status = endOfTarget(answer, find.execution.outcome); !status)
        return status;
      if (finds.empty() || finds.back().index < find.index)
        finds.push_back(std::move(find));
      first = guilty + 1;
      if (first >= chunk.count)
        return support::Done{};
    }
    sendChunk(chunk, first, options);
  }
}

Result<std::vector<Find>> Target::explore(std::span<const TestCase> tests,
                                          const ExploreOptions &options) {
  if (const auto ready = prepare(tests); !ready)
    return ready.error();
  return explore({.size = tests.size(),
                  .isVaried = false,
                  .encode =
                      [&](std::size_t i, std::span<std::byte> &room) {
                        const std::size_t size = encoder_.encode(tests[i], false, room);
                        room = room.subspan(size);
                        return size > 0;
                      },
                  .test = [&](std::size_t i) -> const TestCase & { return tests[i]; }},
                 options);
}

Result<std::vector<Find>> Target::explore(std::span<const model::Variation> variations,
                                          const ExploreOptions &options) {
  const TestCase *base = nullptr;
  for (const model::Variation &variation : variations)
    if (std::exchange(base, variation.base) != variation.base)
      if (const auto ready = prepare({variation.base, 1}); !ready)
        return ready.error();
  return explore(
      {.size = variations.size(),
       .isVaried = true,
       .encode = [&](std::size_t i,
                     std::span<std::byte> &room) { return encoder_.encode(variations[i], room); },
       .test = [&](std::size_t i) -> const TestCase & { return *variations[i].base; }},
      options);
}

void Target::askForNearness(std::span<const std::uint64_t> least) {
  const std::span to(channel_.nearest().least, server_->hello().coverageSize);
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = i < least.size() ? least[i] : 0;
}

Result<std::vector<Find>> Target::explore(const Batch &batch, const ExploreOptions &options) {
  std::vector<Find> finds;
  const auto map = channel_.seen();
  std::ranges::fill(map.first(server_->hello().coverageSize), std::byte{0});
  for (const BranchId branch : seen_)
    map[branch.index] = seenMark;
  askForNearness(options.least);
  auto current = fill(batch, 0, 0);
  if (!current)
    return current.error();
  while (current->count > 0) {
    sendChunk(*current, 0, options);
    auto next = fill(batch, current->first + current->count, 1 - current->half);
    const auto finished = finishChunk(*current, options, finds);
    if (!finished && setup_.stop && setup_.stop() && !finds.empty())
      return finds; // what was found until then
    if (!finished)
      return finished.error();
    if (!next)
      return next.error();
    current = std::move(next);
  }
  return finds;
}

PureResult Target::pureResult(std::uint32_t index) const {
  PincerPureResult result;
  std::memcpy(&result, channel_.response().data() + index * sizeof result, sizeof result);
  return {result.first, result.second, result.printed ? "prints" : ""};
}

/// No more than fit into a request. After a call that ends the process, the rest is sent again; a
/// call that had to share its time with others gets another chance. False: one did not return.
Result<bool> Target::callSome(std::span<const PureCall> calls, std::vector<PureResult> &results) {
  const std::span<std::byte> room = channel_.request(0);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    PincerPureCall call = {.function = calls[i].function.index, .padding = 0, .arguments = {}};
    assert(calls[i].arguments.size() <= PINCER_MOST_PURE_ARGUMENTS);
    std::ranges::copy(calls[i].arguments, call.arguments);
    std::memcpy(room.data() + i * sizeof call, &call, sizeof call);
  }
  const auto count = static_cast<std::uint32_t>(calls.size());
  for (std::uint32_t first = 0; first < count;) {
    server_->send({.kind = PINCER_CALL, .half = 0, .first = first, .count = count});
    const Answer answer = server_->receive();
    const auto *reply = std::get_if<PincerReply>(&answer);
    const std::uint32_t index = channel_.control().index;
    const std::uint32_t done = reply ? std::max(first, std::min(reply->executed, count))
                                     : std::max(first, std::min(index, count - 1));
    for (std::uint32_t i = first; i < done; ++i)
      results.push_back(pureResult(i));
    Outcome outcome;
    if (reply)
      outcome = makeOutcome(reply->outcome, reply->value);
    else if (const auto status = endOfTarget(answer, outcome); !status)
      return status.error();
    const bool isLate = std::holds_alternative<model::TimedOut>(outcome);
    const bool again = isLate && done > first;
    if (done < count && !again)
      results.push_back({0, 0, model::describe(outcome)});
    if (isLate && !again)
      return false;
    first = again ? done : done + 1;
  }
  return true;
}

Result<std::vector<PureResult>> Target::call(std::span<const PureCall> calls) {
  if (const auto ready = prepare({}); !ready)
    return ready.error();
  std::vector<PureResult> results;
  while (results.size() < calls.size()) {
    const std::size_t some =
        std::min<std::size_t>(calls.size() - results.size(), PINCER_MOST_PURE_CALLS);
    const auto all = callSome(calls.subspan(results.size(), some), results);
    if (!all)
      return all.error();
    if (!*all)
      break;
  }
  return results;
}

void Target::setSeen(std::span<const BranchId> branches) {
  seen_.assign(branches.begin(), branches.end());
  for (const BranchId branch : seen_)
    assert(branch.index < PINCER_COVERAGE_CAPACITY);
}

/// What the kernel grants: not more than there could ever be. (It need not be there now.)
std::uint64_t grantedInOnePiece() {
  struct sysinfo machine = {};
  ::sysinfo(&machine);
  return (machine.totalram + machine.totalswap) * machine.mem_unit;
}

Result<std::unique_ptr<Target>> start(const std::filesystem::path &program,
                                      const model::Subject &subject,
                                      const std::filesystem::path &scratch,
                                      const TargetLimits &limits, std::uint64_t watchedBytes) {
  assert(limits.timeoutMs > 0);
  const std::uint64_t mostBytes = grantedInOnePiece();
  auto channel = Channel::create({.magic = PINCER_CHANNEL_MAGIC,
                                  .version = PINCER_ABI_VERSION,
                                  .timeoutMs = limits.timeoutMs,
                                  .idleMs = limits.idleMs ? limits.idleMs : 2 * limits.timeoutMs,
                                  .padding = 0,
                                  .memoryBytes = limits.memoryBytes,
                                  .mostBytes = mostBytes,
                                  .outputBytes = limits.outputBytes,
                                  .channelSize = PINCER_CHANNEL_SIZE,
                                  .reportsEarlyEnds = limits.reportsEarlyEnds});
  if (!channel)
    return channel.error();
  auto output = makeMemoryFile("pincer-output", 0);
  if (!output)
    return output.error();
  Server::Setup setup{program, scratch, {}, limits.timeoutMs, mostBytes, limits.stop};
  setup.limits.memoryBytes = watchedBytes;
  setup.limits.processes += PINCER_MOST_SNAPSHOTS; // what one run may have the driver says
  setup.limits.fileBytes = std::max(setup.limits.fileBytes, limits.outputBytes + 1);
  auto target =
      std::make_unique<Target>(std::move(setup), subject, std::move(*channel), std::move(*output));
  if (const auto started = target->restart(); !started)
    return started.error();
  return target;
}

/// Every byte of the subject's has four of shadow.
constexpr std::uint64_t shadowFactor = 5;

} // namespace

SnapshotCounts &SnapshotCounts::operator+=(const SnapshotCounts &other) {
  made += other.made;
  resumed += other.resumed;
  vanished += other.vanished;
  mostBytes = std::max(mostBytes, other.mostBytes);
  for (const auto &[reason, count] : other.refused)
    refused[reason] += count;
  return *this;
}

Result<std::vector<PureResult>> Executor::call(std::span<const PureCall>) {
  return Error{"there is no target whose functions could be called"};
}

Result<std::unique_ptr<Executor>> startTarget(const std::filesystem::path &program,
                                              const model::Subject &subject,
                                              const std::filesystem::path &scratch,
                                              const TargetLimits &limits) {
  auto target = start(program, subject, scratch, limits, limits.memoryBytes + ownMemoryBytes);
  if (!target)
    return target.error();
  return std::unique_ptr<Executor>(std::move(*target));
}

namespace {

template <class Interface>
Result<std::unique_ptr<Interface>>
startWithShadow(const std::filesystem::path &program, const model::Subject &subject,
                const std::filesystem::path &scratch, const TargetLimits &limits) {
  auto target = start(program, subject, scratch, limits,
                      limits.memoryBytes * shadowFactor + ownMemoryBytes + PINCER_SEGMENT_SIZE);
  if (!target)
    return target.error();
  return std::unique_ptr<Interface>(std::move(*target));
}

} // namespace

Result<std::unique_ptr<Recorder>> startSymbolicTarget(const std::filesystem::path &program,
                                                      const model::Subject &subject,
                                                      const std::filesystem::path &scratch,
                                                      const TargetLimits &limits) {
  return startWithShadow<Recorder>(program, subject, scratch, limits);
}

Result<std::unique_ptr<Inspector>> startInspectTarget(const std::filesystem::path &program,
                                                      const model::Subject &subject,
                                                      const std::filesystem::path &scratch,
                                                      const TargetLimits &limits) {
  return startWithShadow<Inspector>(program, subject, scratch, limits);
}

} // namespace execute
