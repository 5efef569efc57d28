#include "campaign/merged_engine.h"

#include "campaign/clean_engine.h"
#include "campaign/enlarge.h"
#include "campaign/error_engine.h"
#include "execute/image.h"
#include "expr/evaluator.h"
#include "generate/concolic/apply_assignment.h"
#include "model/inputs.h"

#include <algorithm>
#include <fmt/format.h>

namespace campaign {

using namespace model;
using support::Status;

namespace {

constexpr std::uint64_t quietRuns = 256; // without a gain: random and concolic search had a chance
constexpr std::uint64_t runsPerHang = 64;
constexpr std::size_t mostShapes = 12, mostSuggestions = 6;
constexpr unsigned mostInVain = 8, lastLevel = 4;
constexpr std::uint64_t lengths[] = {4, 8, 16, 32}; // that arrays and texts are tried with
constexpr std::uint64_t instructionsPerTick = 20;

merged::Bounds boundsOf(unsigned level) {
  // Rounds that only count are cheap; what a formula may cost is said by the other two.
  return {.iterations = 6u << (3 * level),
          .instructions = 100'000ull << level,
          .terms = std::size_t(400'000) << level};
}

/// The calls, and how large the objects are that they get.
std::string shapeOf(const MemoryImage &image) {
  std::string shape;
  for (const MemoryImage::Call &call : image.calls)
    shape += fmt::format("{} ", call.callable.index);
  for (const std::string &object : image.objects)
    shape += fmt::format("{},", object.size());
  for (const MemoryImage::Pointer &pointer : image.pointers)
    shape += fmt::format(" {}:{}>{}", pointer.object, pointer.offset, pointer.targetObject);
  return shape;
}

std::vector<std::uint64_t> valuesOf(const MemoryImage &image) {
  std::vector<std::uint64_t> values;
  for (const MemoryImage::Input &input : image.inputs)
    values.push_back(input.value);
  return values;
}

} // namespace

MergedEngine::MergedEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                           MergedShared &shared)
    : state_(state), corpus_(corpus), search_(search), shared_(shared) {}

bool MergedEngine::isQuiet() const {
  // Runs that hang take the time of thousands.
  if (search_.runs - search_.runsAtGain + search_.costlyRuns * runsPerHang > quietRuns)
    return true;
  return std::ranges::none_of(search_.engines, [&](const auto &engine) {
    // Those two ask the same of others, this one included.
    const bool comesLater = engine.get() == search_.errors || engine.get() == search_.clean;
    return engine.get() != this && !comesLater && engine->hasWork();
  });
}

bool MergedEngine::hasWork() const {
  // That other engines' runs hang is no reason: solutions say how often loops go round.
  return !shared_.isOff && !state_.goals.areAllReached() && (asking_ || !tasks_.empty()) &&
         search_.isWanted(state_.goals) && isQuiet();
}

void MergedEngine::observe(const KeptTest &test) {
  if (isOrderly(test.outcome) && shapes_.size() < mostShapes)
    addShapes(test.test);
}

void MergedEngine::suggest(const TestCase &test) {
  if (suggestions_ < mostSuggestions) {
    const std::size_t known = tasks_.size();
    addShape(test);
    suggestions_ += tasks_.size() > known ? 1 : 0;
  }
}

/// Of functions without parameters only what earlier calls left in variables decides, and formulas
/// over such calls were seen to be wrong.
void MergedEngine::addShape(const TestCase &test) {
  if (state_.subject[search_.function].parameters.empty() && test.steps.size() > 1)
    return;
  const auto image = execute::imageOf(state_.subject, test);
  if (image && shapes_.size() < mostShapes + suggestions_ && shapes_.insert(shapeOf(*image)).second)
    tasks_.push_back({test});
}

/// The test's own shape, and the same with more room: where a length says how many elements there
/// are, by another length.
void MergedEngine::addShapes(const TestCase &test) {
  addShape(test);
  TestCase named = test;
  const std::vector<Input> inputs = inputsOf(state_.subject, named, 1 << 14);
  const std::vector<std::uint64_t> values(inputs.size());
  for (const std::uint64_t length : lengths) {
    TestCase roomier = test;
    solver::Assignment assignment;
    for (std::uint32_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].longest && length <= *inputs[i].longest)
        assignment[i] = length;
    if (!assignment.empty())
      roomier = generate::applyAssignment(state_.subject, test, values, assignment)
                    .value_or(std::move(roomier));
    if (auto larger = enlarged(state_.subject, roomier, length))
      roomier = std::move(*larger);
    addShape(roomier);
  }
}

bool MergedEngine::isOpen(BranchId branch) const {
  const SiteId site = state_.branches[branch].site;
  const auto tried = inVain_.find(branch);
  return site && !state_.branches[site].constant && state_.goals.isOpen(site) &&
         (tried == inVain_.end() || tried->second < mostInVain);
}

Status MergedEngine::work(Ticks ticks) {
  const Allotment allotment(state_, ticks);
  do {
    if (!asking_) {
      Task task = std::move(tasks_.front());
      tasks_.pop_front();
      if (Status status = begin(std::move(task)); !status) {
        shared_.isOff = true; // the other engines can still do what they can
        state_.notes.push_back("the merged search was given up: " + status.error().message);
        return support::Done{};
      }
    } else if (asking_->goals.empty()) {
      // What a bound kept back may be there if more is followed.
      if (!asking_->formula.bounds.empty() && asking_->task.level < lastLevel)
        tasks_.push_back({std::move(asking_->task.test), asking_->task.level + 1});
      asking_.reset();
    } else {
      const BranchId goal = asking_->goals.front();
      asking_->goals.pop_front();
      if (isOpen(goal))
        if (Status status = ask(goal); !status)
          return status;
    }
  } while (!allotment.isUsed() && (asking_ || !tasks_.empty()) && !state_.isOver());
  return support::Done{};
}

Status MergedEngine::begin(Task task) {
  const auto program = state_.settings.symbolic.merged();
  if (!program)
    return program.error();
  auto image = execute::imageOf(state_.subject, task.test);
  if (!image)
    return support::Done{};
  auto pool = std::make_unique<expr::Pool>();
  auto formula = (*program)->formula(*pool, *image, boundsOf(task.level));
  if (!formula)
    return formula.error();
  ++shared_.formulas;
  if (state_.settings.symbolic.selfCheck)
    for (const std::string &guess : formula->guesses)
      if (shared_.guesses.insert(guess).second)
        state_.notes.push_back("merged formulas are no whole truth: " + guess);
  state_.ticks += 1 + formula->instructions / instructionsPerTick;
  asking_ = Asking{std::move(task), std::move(*image), std::move(pool), std::move(*formula), {}};
  if (state_.settings.symbolic.selfCheck)
    if (Status status = check(asking_->task.test, valuesOf(asking_->image)); !status)
      return status;
  for (std::size_t i = 0; i < state_.branches.branches.size(); ++i)
    if (isOpen(BranchId(i)) && asking_->formula.taken.contains(BranchId(i)))
      asking_->goals.push_back(BranchId(i));
  return support::Done{};
}

/// The second checker: what the formula says of a run's inputs against what the run took. A formula
/// that stopped somewhere says nothing of what it has not seen; runs into undefined behaviour are
/// not followed.
Status MergedEngine::check(const TestCase &test, const std::vector<std::uint64_t> &inputs) {
  const auto runs = state_.plain.run({&test, 1}, {});
  if (!runs)
    return runs.error();
  const Execution &run = runs->front();
  const merged::Formula &formula = asking_->formula;
  if (!formula.guesses.empty() || !isOrderly(run.outcome))
    return support::Done{};
  const auto complaint = state_.judge.sanitize(test);
  if (!complaint || *complaint)
    return support::Done{};
  expr::Evaluator evaluate(*asking_->pool, inputs);
  const std::set<BranchId> taken(run.covered.begin(), run.covered.end());
  for (std::size_t i = 0; i < state_.branches.branches.size(); ++i) {
    const auto known = formula.taken.find(BranchId(i));
    const bool isForetold = known != formula.taken.end() && evaluate(known->second) != 0;
    if (!isForetold && !formula.bounds.empty())
      continue;
    ++shared_.checkedOutcomes;
    if (isForetold == taken.contains(BranchId(i)))
      continue;
    ++shared_.mismatches;
    const SiteId site = state_.branches.branches[i].site;
    state_.notes.push_back(fmt::format(
        "the merged formula of {} is wrong: {} is {}taken", state_.subject[search_.function].name,
        site ? state_.branches[site].id : fmt::format("branch {}", i), isForetold ? "not " : ""));
  }
  return support::Done{};
}

Status MergedEngine::ask(BranchId goal) {
  const std::vector<std::uint64_t> current = valuesOf(asking_->image);
  ++shared_.queries;
  state_.ticks += Prices::hardQuery;
  const solver::Answer answer = state_.settings.symbolic.mergedSolver->solve(
      {*asking_->pool, {asking_->formula.taken.at(goal)}, current, solver::Effort::Full});
  if (std::holds_alternative<solver::Unsat>(answer)) {
    ++shared_.unsat;
    return support::Done{};
  }
  if (!std::holds_alternative<solver::Sat>(answer)) {
    ++shared_.unknown;
    ++inVain_[goal];
    return support::Done{};
  }
  ++shared_.sat;
  const auto test = generate::applyAssignment(state_.subject, asking_->task.test, current,
                                              std::get<solver::Sat>(answer).assignment);
  if (!test) {
    ++inVain_[goal];
    return support::Done{};
  }
  if (state_.settings.symbolic.selfCheck)
    if (const auto image = execute::imageOf(state_.subject, *test);
        image && shapeOf(*image) == shapeOf(asking_->image))
      if (Status status = check(*test, valuesOf(*image)); !status)
        return status;
  return runSolution(goal, *test);
}

Status MergedEngine::runSolution(BranchId goal, const TestCase &test) {
  state_.count(search_, 1);
  state_.ticks += Prices::runForked;
  const auto runs = state_.plain.run({&test, 1}, {});
  if (!runs)
    return runs.error();
  const Execution &run = runs->front();
  state_.noteEnd(search_, run.outcome);
  const bool isTaken = std::ranges::find(run.covered, goal) != run.covered.end();
  shared_.taken += isTaken ? 1 : 0;
  if (Status status = corpus_.considerRun(search_, test, run); !status)
    return status;
  if (!state_.goals.isGreen(state_.branches[goal].site))
    ++inVain_[goal];
  return support::Done{};
}

void report(const MergedShared &merged, std::map<std::string, double> &statistics) {
  if (merged.formulas == 0)
    return;
  statistics["merged formulas"] = static_cast<double>(merged.formulas);
  statistics["merged queries"] = static_cast<double>(merged.queries);
  statistics["merged queries satisfiable"] = static_cast<double>(merged.sat);
  statistics["merged queries unsatisfiable"] = static_cast<double>(merged.unsat);
  statistics["merged queries unknown"] = static_cast<double>(merged.unknown);
  if (merged.checkedOutcomes > 0) {
    statistics["merged self-check outcomes"] = static_cast<double>(merged.checkedOutcomes);
    statistics["merged self-check mismatches"] = static_cast<double>(merged.mismatches);
  }
  statistics["merged solutions that ran as foretold"] = static_cast<double>(merged.taken);
}

} // namespace campaign
