#include "solver/z3/z3_layer.h"

#include "expr/floating.h"
#include "solver/z3/floating_translation.h"
#include "solver/z3/frames.h"
#include "solver/z3/integer_arithmetic.h"
#include "solver/z3/messages.h"
#include "solver/z3/session.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>

namespace solver::z3worker {

namespace {

/// Operations on numbers become thousands of gates each. Few of them get all steps, since
/// equalities and queries of rounding are decided nowhere else; more get a share, for the search
/// before mostly did better; and many are not asked about at all.
constexpr std::uint64_t fewOperations = 12, manyOperations = 200;
constexpr std::uint64_t floatingShare = 4;
/// And over the reals, where an answer comes soon or never.
constexpr std::uint64_t realShare = 10;
/// Over the integers too.
constexpr std::uint64_t integerShare = 8;

/// What the worker process does.
void serve(int socket, std::uint64_t mostBytes) {
  const Patience forever = [] { return true; };
  Session session(mostBytes);
  while (!session.broken()) {
    const auto bytes = readFrame(socket, forever);
    if (!bytes)
      return;
    const auto query = decodeQuery(*bytes);
    if (!query || !writeFrame(socket, encode(session.answer(*query)), forever))
      return;
  }
}

/// Z3 takes some 20 ms to set itself up: once is enough for all workers.
void warmUp() {
  WireQuery query;
  query.steps = 1000;
  query.terms.push_back({.operation = expr::Operation::Input, .width = 1});
  query.conditions = {0};
  Session(0).answer(query);
}

/// How hard the operations on numbers are for gates, in sums of floats.
std::uint64_t weightOfNumbers(const Tape &tape) {
  using expr::Operation;
  std::uint64_t weight = 0;
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Operation operation = tape[i].operation;
    if (!expr::isFloating(operation) || !isKnownToZ3(operation) || tape[i].width == 1)
      continue;
    const bool isHard = operation == Operation::FDiv || operation == Operation::FSqrt;
    const std::uint64_t one = isHard ? 8 : operation == Operation::FMul ? 3 : 1;
    weight += tape[i].width == 64 ? 4 * one : one;
  }
  return weight;
}

double cpuSecondsOf(pid_t process) {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Ends the wait for a worker that used up its time. Time counts as the worker's own (a busy
/// machine must not change answers); real time only ends what doesn't move at all.
Patience watch(pid_t worker, const Limits &limits, bool &ranOut) {
  const double cpuEnd = cpuSecondsOf(worker) + limits.seconds;
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(10 * limits.seconds + 1);
  return [=, &limits, &ranOut] {
    ranOut = cpuSecondsOf(worker) > cpuEnd || std::chrono::steady_clock::now() > end ||
             (limits.stop && limits.stop());
    return !ranOut;
  };
}

/// One more condition: the term has this value.
void addHold(WireQuery &query, std::uint32_t term, std::uint64_t value, std::uint8_t width) {
  const auto next = static_cast<std::uint32_t>(query.terms.size());
  query.terms.push_back({.width = width, .value = value});
  query.terms.push_back({.operation = expr::Operation::Equal, .width = 1, .a = term, .b = next});
  query.conditions.push_back(next + 1);
}

std::vector<WireTerm> termsOf(const Slice &slice) {
  std::vector<WireTerm> terms;
  terms.reserve(slice.tape.size());
  const auto operand = [](std::uint32_t position) { return position == Tape::none ? 0 : position; };
  for (std::uint32_t i = 0; i < slice.tape.size(); ++i) {
    const Tape::Node &node = slice.tape[i];
    WireTerm term{.operation = node.operation, .width = node.width, .extra = node.extra};
    term.a = operand(node.a);
    term.b = operand(node.b);
    term.c = operand(node.c);
    term.value =
        node.input != Tape::none ? slice.tape.inputs()[node.input].number : slice.tape.value(i);
    terms.push_back(term);
  }
  return terms;
}

/// What Z3 has no function for (sin, fmod) is held at what it is in the run: its operands are, by
/// conditions of their own behind those of the slice, and its result is a constant. So a solution
/// is one, but a contradiction in which such a term takes part is none.
WireQuery queryOf(Slice &slice, std::uint64_t steps) {
  WireQuery query;
  query.steps = weightOfNumbers(slice.tape) <= fewOperations ? steps : steps / floatingShare;
  std::vector<std::uint32_t> held;
  for (std::uint32_t i = 0; i < slice.tape.size(); ++i)
    if (!isKnownToZ3(slice.tape[i].operation))
      held.push_back(i);
  if (!held.empty())
    slice.tape.evaluate(slice.start);
  query.terms = termsOf(slice);
  for (const std::uint32_t term : held)
    query.terms[term].operation = expr::Operation::Constant;
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    query.conditions.push_back(slice.tape.root(i));
  for (const std::uint32_t term : held)
    for (const std::uint32_t operand : {slice.tape[term].a, slice.tape[term].b, slice.tape[term].c})
      if (operand != Tape::none && slice.tape[operand].operation != expr::Operation::Constant)
        addHold(query, operand, slice.tape.value(operand), slice.tape[operand].width);
  return query;
}

/// Divisions by constants are what integers are better at than bits.
bool dividesByConstants(const WireQuery &query) {
  return std::any_of(query.terms.begin(), query.terms.end(), [&](const WireTerm &term) {
    using expr::Operation;
    const auto isConstant = [&](std::uint32_t operand) {
      return query.terms[operand].operation == Operation::Constant;
    };
    if (term.operation == Operation::WideDiv || term.operation == Operation::WideRem)
      return isConstant(term.c);
    return term.operation >= Operation::UDiv && term.operation <= Operation::SRem &&
           isConstant(term.b);
  });
}

/// Does a contradiction involve nothing that was held?
bool isProof(const Slice &slice, const std::vector<std::uint32_t> &core) {
  std::vector<bool> isHeld(slice.tape.size()); // or depends on what is
  for (std::uint32_t i = 0; i < slice.tape.size(); ++i) {
    const Tape::Node &node = slice.tape[i];
    isHeld[i] = !isKnownToZ3(node.operation);
    for (const std::uint32_t operand : {node.a, node.b, node.c})
      if (operand != Tape::none && isHeld[operand])
        isHeld[i] = true;
  }
  return std::none_of(core.begin(), core.end(), [&](std::uint32_t condition) {
    return condition >= slice.conditions.size() || isHeld[slice.tape.root(condition)];
  });
}

std::vector<std::uint64_t> valuesOf(const Slice &slice, const Solution &solution) {
  const std::unordered_map<std::uint32_t, std::uint64_t> found(solution.values.begin(),
                                                               solution.values.end());
  std::vector<std::uint64_t> values = slice.start;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto value = found.find(slice.tape.inputs()[i].number); value != found.end())
      values[i] = value->second & expr::maskOf(slice.tape.inputs()[i].width);
  return values;
}

} // namespace

support::Result<std::unique_ptr<Z3Layer>> Z3Layer::make(const Limits &limits, Meter &meter) {
  // Past a quarter of its memory Z3 starts anew, so that one query can have the rest.
  const std::uint64_t mostBytes = limits.memoryBytes / 4;
  auto nursery = Nursery::start({.prepare = warmUp,
                                 .work = [=](int socket) { serve(socket, mostBytes); },
                                 .memoryBytes = limits.memoryBytes});
  if (!nursery)
    return nursery.error();
  return std::unique_ptr<Z3Layer>(new Z3Layer(std::move(*nursery), limits, meter));
}

Z3Layer::~Z3Layer() {
  if (worker_.socket >= 0)
    close(worker_.socket);
}

/// The worker is of no use any more: ends it and says what it was.
Unknown Z3Layer::lost(bool ranOut) {
  close(worker_.socket);
  worker_ = {};
  const support::Result<int> status = nursery_.endWorker();
  if (!status)
    return {status.error().message};
  return {ranOut ? "time" : "the solver crashed"};
}

std::variant<Reply, Unknown> Z3Layer::replyTo(const WireQuery &query) {
  if (worker_.pid < 0) {
    const auto worker = nursery_.startWorker();
    if (!worker)
      return Unknown{worker.error().message};
    worker_ = *worker;
  }
  bool ranOut = false;
  const Patience patience = watch(worker_.pid, limits_, ranOut);
  if (!writeFrame(worker_.socket, encode(query), patience))
    return lost(ranOut);
  const auto bytes = readFrame(worker_.socket, patience);
  if (!bytes)
    return lost(ranOut);
  const auto reply = decodeReply(*bytes);
  if (!reply)
    return lost(false);
  if (const auto *surrender = std::get_if<Surrender>(&*reply)) {
    if (surrender->why == "memory")
      lost(false);
    return Unknown{surrender->why};
  }
  return *reply;
}

Answer Z3Layer::ask(Slice &slice) {
  if (weightOfNumbers(slice.tape) > manyOperations)
    return Unknown{"too many operations on numbers"};
  return answerFrom(slice, replyTo(queryOf(slice, limits_.steps)));
}

std::optional<Answer> Z3Layer::solveOverIntegers(Slice &slice) {
  WireQuery query = queryOf(slice, limits_.steps / integerShare);
  if (!dividesByConstants(query) || !hasIntegers(query))
    return {};
  query.kind = WireQuery::Kind::Integers;
  return answerFrom(slice, replyTo(query));
}

Answer Z3Layer::answerFrom(Slice &slice, const std::variant<Reply, Unknown> &said) {
  if (const Unknown *unknown = std::get_if<Unknown>(&said))
    return *unknown;
  const Reply &reply = std::get<Reply>(said);
  if (const auto *contradiction = std::get_if<Contradiction>(&reply)) {
    if (!contradiction->core.empty() && !isProof(slice, contradiction->core))
      return Unknown{"a function that Z3 does not know"};
    Unsat unsat{{contradiction->core.begin(), contradiction->core.end()}};
    std::sort(unsat.core.begin(), unsat.core.end());
    const bool sound = !unsat.core.empty() && unsat.core.back() < slice.conditions.size();
    return sound ? Answer(std::move(unsat)) : Answer(lost(false));
  }
  std::vector<std::uint64_t> values = valuesOf(slice, std::get<Solution>(reply));
  if (!slice.holds(values))
    return Unknown{"wrong assignment"};
  return slice.solution(std::move(values));
}

std::optional<std::vector<std::uint64_t>> Z3Layer::solveOverReals(Slice &slice) {
  slice.tape.evaluate(slice.start);
  WireQuery query{.kind = WireQuery::Kind::Reals, .steps = limits_.steps / realShare};
  query.terms = termsOf(slice);
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    query.conditions.push_back(slice.tape.root(i));
  const std::variant<Reply, Unknown> said = replyTo(query);
  const Reply *reply = std::get_if<Reply>(&said);
  const Solution *solution = reply ? std::get_if<Solution>(reply) : nullptr;
  return solution ? std::optional(valuesOf(slice, *solution)) : std::nullopt;
}

Answer Z3Layer::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "z3");
  return meter_.answered("z3", ask(slice));
}

} // namespace solver::z3worker
