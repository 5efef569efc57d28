#include "generate/concolic/concolic_generator.h"

#include "generate/concolic/evidence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <ranges>

namespace generate {

using model::BranchGraph;
using model::BranchId;
using trace::Event;

namespace {

/// An outcome that comes up thousands of times in one run (a loop) is turned at its first and its
/// last ones.
constexpr std::size_t mostFlipsOfOutcome = 32;
/// How far a branch without a marker is taken to be from anything, if no other tells.
constexpr std::uint32_t unmarkedDistance = 1000;
/// Another size of memory rarely leads to another branch.
constexpr std::uint32_t sizeDetour = 8;
/// Events; no run is too long that has fewer.
constexpr std::size_t ordinaryLength = 256;
/// A line keeps the newest.
constexpr std::size_t mostInLine = 512;
/// Other values are tried this often in one place; other addresses half as often, to either side.
constexpr std::uint32_t mostTurns = 8;
/// A way that the solver finds no inputs for is asked for this often.
constexpr unsigned mostRefutations = 2;
/// More decisions than these between a run and what is wanted make no difference.
constexpr std::uint32_t farAway = 16;
/// Lines in which runs that did something new wait are taken to be so much nearer.
constexpr double newsBonus = 4;
/// After so many quick queries a hard one is due, although there are more of the others.
constexpr std::uint64_t quickPerHard = 64;
/// So many hard flips wait at most; the newest stay.
constexpr std::size_t mostHard = 256;
/// Of numbers that may overflow less, in this order: products of two fit twice as many, and a sign.
constexpr unsigned tameBits[] = {7, 15, 23};
/// How often an error is asked for: where the solver finds no inputs, and where it finds some.
constexpr std::uint64_t mostErrorRefutations = 16, mostErrorTests = 4;

bool isHeld(Event::Kind kind) { return kind == Event::Kind::Address || kind == Event::Kind::Value; }

std::uint64_t wayOf(const Flip &flip) {
  return extend(flip.path->cleanlyBefore(flip.event), flip.alternative.step);
}

/// Few are told apart one by one, many by their magnitude.
std::size_t roughly(std::size_t count) { return count < 4 ? count : 2 + std::bit_width(count); }

} // namespace

ConcolicCounts &ConcolicCounts::operator+=(const ConcolicCounts &other) {
  paths += other.paths;
  flips += other.flips;
  hardFlips += other.hardFlips;
  sat += other.sat;
  unsat += other.unsat;
  unknown += other.unknown;
  guesses += other.guesses;
  wrongPredictions += other.wrongPredictions;
  return *this;
}

ConcolicGenerator::ConcolicGenerator(const model::Subject &subject, const BranchGraph &graph,
                                     FlipSolver &solver, PathBudget &budget)
    : graph_(graph), desk_(solver), budget_(budget), guesses_(subject), words_(subject) {
  budget_.join(*this);
}

ConcolicGenerator::~ConcolicGenerator() { budget_.leave(*this); }

void ConcolicGenerator::want(const std::vector<bool> &wanted) {
  distances_ = graph_.distances(wanted);
  if (std::find(wanted.begin(), wanted.end(), true) != wanted.end())
    return;
  guesses_.clear();
  words_.clear();
}

bool ConcolicGenerator::add(std::shared_ptr<Path> path, const Prediction *prediction) {
  ++counts_.paths;
  isWaiting_ = false;
  bool wasRight = true;
  if (prediction) {
    const bool sameWay =
        prediction->event < path->length() && path->before(prediction->event) == prediction->before;
    wasRight = sameWay &&
               (isHeld(prediction->step.kind) || path->step(prediction->event) == prediction->step);
    // An access outside all objects has no bounds, and mostly ends the run.
    if (prediction->step.kind == Event::Kind::Bounds)
      wasRight = prediction->event <= path->length() &&
                 path->before(prediction->event) == prediction->before;
    counts_.wrongPredictions += wasRight ? 0 : 1;
    if (wasRight && prediction->target)
      ++asked_[prediction->target].arrived;
  }
  // What follows such an access is nothing to learn from, and is not seen to be wrong.
  if (!prediction || prediction->step.kind != Event::Kind::Bounds)
    enqueue(path);
  budget_.add(path);
  return wasRight;
}

void ConcolicGenerator::letGo() {
  const auto isGivenUp = [](const Flip &flip) { return flip.path->isGivenUp(); };
  for (auto &[key, line] : lines_) {
    std::erase_if(line.flips, isGivenUp);
    line.news = static_cast<std::size_t>(
        std::ranges::count_if(line.flips, [](const Flip &flip) { return flip.path->isNews(); }));
  }
  std::erase_if(hard_, [&](const TakenFlip &hard) { return isGivenUp(hard.flip); });
  std::erase_if(tamers_, [&](const FlipQuery &query) { return isGivenUp(query.flip); });
}

void ConcolicGenerator::enqueue(const std::shared_ptr<Path> &path) {
  // Whether a branch without a marker matters is seen at those with one before and behind it.
  const auto taken = [&](std::size_t i) {
    const Event &event = path->trace().events[i];
    return isMarked(event.kind) ? event.taken() : BranchId();
  };
  // Where there are none at all, of the branches that no input decided the nearest stands for them.
  std::vector<BranchId> last(path->length()), next(path->length());
  for (std::size_t i = 1; i < path->length(); ++i)
    last[i] = taken(i - 1) ? taken(i - 1) : last[i - 1];
  for (std::size_t i = path->length(); i-- > 1;)
    next[i - 1] = taken(i) ? taken(i) : next[i];
  const BranchId anchor = nearestCovered(*path);
  for (std::size_t i = 0; i < path->length(); ++i)
    if (!last[i] && !next[i])
      last[i] = anchor;
  std::map<Step, std::vector<std::size_t>> eventsOf;
  for (std::size_t i = 0; i < path->length(); ++i) {
    explored_.insert(path->before(i + 1));
    eventsOf[path->step(i)].push_back(i);
  }
  bool isNews = false;
  for (const auto &[step, events] : eventsOf)
    isNews |= seen_.emplace(step, roughly(events.size())).second;
  for (const BranchId branch : path->covered())
    isNews |= covered_.insert(branch).second;
  path->setNews(isNews);
  for (const auto &[step, events] : eventsOf)
    for (std::size_t i = 0; i < events.size(); ++i)
      if (i < mostFlipsOfOutcome || i + mostFlipsOfOutcome >= events.size())
        enqueueEvent(path, events[i], last[events[i]], next[events[i]]);
  for (std::size_t i = 0; isErrorWanted_ && i < path->length(); ++i)
    enqueueError(path, i, last[i]);
  guesses_.add(*path, distances_);
  words_.add(*path);
  noteWithoutFormula(*path);
}

void ConcolicGenerator::enqueueEvent(const std::shared_ptr<Path> &path, std::size_t event,
                                     BranchId last, BranchId next) {
  if (const Event &held = path->trace().events[event]; held.kind == Event::Kind::Value)
    heldAt_[extend(path->before(event), {held.kind, held.place, 0})].insert(held.value);
  if (path->failsAnyway(event))
    for (const BranchId branch : path->takenBefore(event))
      ++asked_[branch].unsat;
  const std::vector<Alternative> alternatives = path->alternatives(event);
  noteDecided(*path, event, alternatives);
  for (const Alternative &alternative : alternatives) {
    if (alternative.target)
      path->noteMissed(alternative);
    const bool isOpen =
        isHeld(alternative.step.kind)
            ? turns_[extend(path->cleanlyBefore(event),
                            {alternative.step.kind, alternative.step.place, 0})]++ < mostTurns
            : !explored_.contains(extend(path->cleanlyBefore(event), alternative.step));
    if (!isOpen)
      continue;
    LineKey key{alternative.step, {}, {}};
    if (!isMarked(alternative.step.kind)) {
      key.last = last;
      key.next = next;
    }
    if (isHeld(alternative.step.kind))
      key.step.outcome = 0;
    addTo(lines_[key], {path, event, alternative});
  }
}

void ConcolicGenerator::addTo(Line &line, Flip flip) {
  line.news += flip.path->isNews() ? 1 : 0;
  line.flips.push_back(std::move(flip));
  if (line.flips.size() > mostInLine) {
    line.news -= line.flips.front().path->isNews() ? 1 : 0;
    line.flips.pop_front();
  }
}

/// Behind an error nothing is as the program means it.
void ConcolicGenerator::enqueueError(const std::shared_ptr<Path> &path, std::size_t event,
                                     BranchId last) {
  const auto error = path->isClean(event) ? path->error(event) : std::nullopt;
  if (!error || !isErrorWanted_(error->alternative.step, error->isCallers))
    return;
  const Step &step = error->alternative.step;
  ErrorGoal &goal =
      errors_.try_emplace(step, ErrorGoal{.isCallers = error->isCallers}).first->second;
  goal.isCallers &= error->isCallers;
  if (last)
    goal.after.insert(last);
  if (!explored_.contains(extend(path->before(event), step)))
    addTo(lines_[{step, {}, {}}], {path, event, error->alternative});
}

bool ConcolicGenerator::isOpen(const Step &error, const ErrorGoal &goal) const {
  return goal.asked.sat < mostErrorTests &&
         goal.asked.unsat + goal.asked.unknown < mostErrorRefutations &&
         isErrorWanted_(error, goal.isCallers);
}

bool ConcolicGenerator::isAnyErrorOpen() const {
  return std::ranges::any_of(errors_,
                             [&](const auto &entry) { return isOpen(entry.first, entry.second); });
}

/// An error that can't be made on the ways that are known may be made on another: what leads to its
/// operation is wanted, too.
void ConcolicGenerator::wantWaysToErrors() {
  std::set<BranchId> ways;
  for (const auto &[error, goal] : errors_)
    if (isOpen(error, goal))
      for (const BranchId branch : goal.after) {
        ways.insert(branch);
        const std::vector<BranchId> others = graph_.siblings(branch); // ways mostly join again
        ways.insert(others.begin(), others.end());
      }
  if (ways == waysToErrors_)
    return;
  std::vector<bool> wanted(graph_.branchCount());
  for (const BranchId branch : ways)
    wanted[branch.index] = true;
  want(wanted);
  waysToErrors_ = std::move(ways);
}

/// Asking that a check does not fail is asking for all that was taken before it.
void ConcolicGenerator::noteAnswer(const Flip &flip, const FlipAnswer &answer) {
  std::set<BranchId> wanted;
  if (flip.alternative.target)
    wanted.insert(flip.alternative.target);
  if (isError(flip.alternative.step))
    note(flip, answer, errors_[flip.alternative.step].asked);
  else if (flip.alternative.step.kind == Event::Kind::Check)
    wanted = flip.path->takenBefore(flip.event);
  for (const BranchId branch : wanted)
    note(flip, answer, asked_[branch]);
}

/// The outcomes that the inputs can't change any more.
void ConcolicGenerator::noteDecided(const Path &path, std::size_t index,
                                    const std::vector<Alternative> &others) {
  const Event &event = path.trace().events[index];
  if (!isMarked(event.kind))
    return;
  const std::size_t outcomes = event.kind == Event::Kind::Switch ? event.cases.size() + 1 : 2;
  for (std::size_t i = 0; i < outcomes; ++i) {
    const BranchId branch(event.place + i);
    if (branch != event.taken() &&
        std::ranges::find(others, branch, &Alternative::target) == others.end())
      ++asked_[branch].decidedBefore;
  }
}

void ConcolicGenerator::noteWithoutFormula(const Path &path) {
  std::set<BranchId> known;
  for (const Event &event : path.trace().events)
    if (isMarked(event.kind))
      known.insert(event.taken());
  const std::vector<std::uint64_t> &lost = path.trace().lost;
  for (const BranchId branch : path.covered())
    if (!known.contains(branch)) {
      WithoutFormula &without = withoutFormula_[branch];
      ++without.runs;
      without.lost.resize(std::max(without.lost.size(), lost.size()));
      for (std::size_t i = 0; i < lost.size(); ++i)
        without.lost[i] += lost[i];
    }
}

Asked ConcolicGenerator::askedFor(BranchId branch) const {
  const auto found = asked_.find(branch);
  return found == asked_.end() ? Asked() : found->second;
}

std::map<BranchId, Asked> ConcolicGenerator::asked() const {
  std::map<BranchId, Asked> asked = asked_;
  for (const auto &[key, line] : lines_)
    if (isMarked(key.step.kind) && !line.flips.empty())
      asked[line.flips.front().alternative.target].waiting += line.flips.size();
  for (const auto &[way, out] : out_)
    if (out.flip.alternative.target)
      ++asked[out.flip.alternative.target].waiting;
  return asked;
}

std::uint32_t ConcolicGenerator::distanceOf(const LineKey &key) const {
  const auto of = [&](std::size_t branch) {
    return branch < distances_.size() ? distances_[branch] : BranchGraph::unreachable;
  };
  if (isError(key.step)) {
    const auto error = errors_.find(key.step);
    return error != errors_.end() && isOpen(key.step, error->second) ? 0 : BranchGraph::unreachable;
  }
  if (isMarked(key.step.kind))
    return of(key.step.kind == Event::Kind::Switch ? key.step.place + key.step.outcome
                                                   : key.step.place + (key.step.outcome ? 0 : 1));
  // Another value may lead to any outcome of the branch that comes next, or to whatever follows the
  // last one: a step more. (The branch it decides may itself be concrete, as a count of rounds is,
  // and so not be in the trace.)
  std::uint32_t nearest = key.last ? of(key.last.index) : unmarkedDistance;
  if (key.next)
    for (const std::size_t outcome : {key.next.index, key.next.index ^ 1u, key.next.index + 1u})
      nearest = std::min(nearest, of(outcome));
  if (nearest == BranchGraph::unreachable)
    return nearest;
  return nearest + (key.step.kind == Event::Kind::Size ? sizeDetour : 1);
}

/// How much further away a line is taken to be for how often it was served. Where it would lead
/// straight to what is wanted, a question that had no answer cost no run, and the next run may be
/// the one that has what the others lacked: only the tests that it gave count in full.
double ConcolicGenerator::penaltyOf(const Line &line, std::uint32_t distance) {
  const auto penalty = [](std::uint64_t count) {
    return 2 * std::log2(1.0 + static_cast<double>(count));
  };
  if (distance == 0)
    return penalty(line.tests) + penalty(line.inVain) / 2;
  return penalty(line.served) + penalty(line.inVain);
}

std::map<ConcolicGenerator::LineKey, ConcolicGenerator::Line>::iterator
ConcolicGenerator::nearest() {
  auto best = lines_.end();
  double bestScore = 0;
  for (auto line = lines_.begin(); line != lines_.end(); ++line) {
    if (line->second.flips.empty())
      continue;
    const std::uint32_t distance = distanceOf(line->first);
    if (distance == BranchGraph::unreachable)
      continue;
    const double score =
        distance + penaltyOf(line->second, distance) - (line->second.news > 0 ? newsBonus : 0);
    if (best == lines_.end() || score < bestScore) {
      best = line;
      bestScore = score;
    }
  }
  return best;
}

bool ConcolicGenerator::isDry() const {
  return !hasGuess() && desk_.isEmpty() && !isAnythingToAsk();
}

bool ConcolicGenerator::isAnythingToAsk() const {
  const auto isPromising = [&](const LineKey &line) {
    return distanceOf(line) != BranchGraph::unreachable;
  };
  return !tamers_.empty() || std::ranges::any_of(hard_, isPromising, &TakenFlip::line) ||
         std::ranges::any_of(lines_, [&](const auto &entry) {
           return !entry.second.flips.empty() && isPromising(entry.first);
         });
}

/// Of the branches that the run took, the one that is nearest to what is wanted; none: it took
/// none.
BranchId ConcolicGenerator::nearestCovered(const Path &path) const {
  BranchId nearest;
  std::uint32_t least = BranchGraph::unreachable;
  for (const BranchId branch : path.covered())
    if (branch.index < distances_.size() && distances_[branch.index] < least) {
      nearest = branch;
      least = distances_[branch.index];
    }
  return nearest;
}

/// How near the run came to a wanted outcome: by how many decisions lie between it and what the run
/// did, and by the values where it met one, which count up to 2.
double ConcolicGenerator::distanceOf(const Path &path) const {
  double byValue = 2;
  for (const auto &[branch, distance] : path.missed())
    if (branch.index < distances_.size() && distances_[branch.index] == 0)
      byValue = std::min(byValue, distance);
  const BranchId nearest = nearestCovered(path);
  return (nearest ? std::min(distances_[nearest.index], farAway) : farAway) + byValue;
}

/// In turn: the run that did something new and came nearest to what is wanted, where it was turned
/// the least so far (of a loop any round may be the one that matters); the one that went on longest
/// before; the newest, which mostly came closest; and the oldest, since any of these may be a dead
/// end.
/// Runs that are many times as long as others (a loop with a huge bound) wait until nothing else is
/// left: they cost as much more, and teach the same.
Flip ConcolicGenerator::takeFrom(Line &line) const {
  std::deque<Flip> &flips = line.flips;
  const auto lengthOf = [](const Flip &flip) { return flip.path->length(); };
  const std::size_t shortest = std::ranges::min(flips | std::views::transform(lengthOf));
  const std::size_t longest = std::max(shortest * 4, ordinaryLength);
  const std::uint64_t turn = ++line.served % 4;
  const auto servedAt = [&](const Flip &flip) {
    const auto known = line.servedAt.find(flip.event);
    return known == line.servedAt.end() ? 0.0 : known->second;
  };
  const auto rankOf = [&](const Flip &flip) -> std::pair<double, double> {
    switch (turn) {
    case 1:
      return {(flip.path->isNews() ? newsBonus : 0) - distanceOf(*flip.path), -servedAt(flip)};
    case 2:
      return {static_cast<double>(flip.event), 0};
    default:
      return {};
    }
  };
  const bool oldestFirst = turn == 0;
  auto chosen = flips.end();
  std::pair<double, double> best;
  for (auto flip = flips.begin(); flip != flips.end(); ++flip) {
    if (lengthOf(*flip) > longest)
      continue;
    const auto rank = rankOf(*flip);
    if (chosen == flips.end() || (rank >= best && !oldestFirst)) {
      chosen = flip;
      best = rank;
    }
  }
  Flip taken = std::move(*chosen);
  line.news -= taken.path->isNews() ? 1 : 0;
  ++line.servedAt[taken.event];
  flips.erase(chosen);
  return taken;
}

/// A value is held in many places where only one of a few others leads on: none is asked for twice.
std::set<std::uint64_t> ConcolicGenerator::knownAt(const Flip &flip) const {
  const Event &event = flip.path->trace().events[flip.event];
  const auto known =
      heldAt_.find(extend(flip.path->before(flip.event), {event.kind, event.place, 0}));
  return event.kind == Event::Kind::Value && known != heldAt_.end() ? known->second
                                                                    : std::set<std::uint64_t>();
}

/// Every other time, or a subject of long texts would see nothing else.
std::optional<Proposal> ConcolicGenerator::nextGuess() {
  isGuessNext_ = hasGuess() && (!isGuessNext_ || nearest() == lines_.end());
  if (!isGuessNext_)
    return std::nullopt;
  ++counts_.guesses;
  return Proposal{words_.isEmpty() ? guesses_.next() : words_.next(), std::nullopt};
}

std::optional<Proposal> ConcolicGenerator::propose(std::size_t queries) {
  if (isErrorWanted_)
    wantWaysToErrors();
  if (tamers_.empty())
    if (auto guess = nextGuess())
      return guess;
  while (queries-- > 0) {
    while (!desk_.isFull())
      if (auto query = nextQuery())
        desk_.ask(std::move(*query));
      else
        break;
    auto solved = desk_.take();
    isWaiting_ = !solved && !desk_.isEmpty() && !hasGuess();
    if (!solved)
      return std::nullopt;
    const bool wasHard = solved->query.effort == solver::Effort::Full;
    auto proposal = take(std::move(*solved));
    if (proposal || wasHard)
      return proposal;
  }
  return std::nullopt;
}

std::optional<FlipQuery> ConcolicGenerator::nextQuery() {
  if (!tamers_.empty()) {
    FlipQuery query = std::move(tamers_.front());
    tamers_.pop_front();
    ++counts_.flips;
    return query;
  }
  while (true) {
    const auto line = nearest();
    if (line == lines_.end() && !desk_.isEmpty()) // whose runs may bring cheaper ones
      return std::nullopt;
    if (line == lines_.end() || quickSinceHard_ >= quickPerHard)
      return nextHard();
    Flip flip = takeFrom(line->second);
    const std::uint64_t way = wayOf(flip);
    if (explored_.contains(way))
      continue;
    if (out_.contains(way)) { // what comes of that one decides whether this one is asked for
      addTo(line->second, std::move(flip));
      return std::nullopt;
    }
    ++quickSinceHard_;
    ++counts_.flips;
    out_.emplace(way, TakenFlip{flip, line->first});
    std::set<std::uint64_t> known = knownAt(flip);
    return FlipQuery{.flip = std::move(flip), .known = std::move(known)};
  }
}

/// One query that is tried in full: the one nearest to what is wanted, of those the newest.
std::optional<FlipQuery> ConcolicGenerator::nextHard() {
  quickSinceHard_ = 0;
  std::erase_if(hard_, [&](const TakenFlip &hard) { return explored_.contains(wayOf(hard.flip)); });
  auto best = hard_.end();
  std::uint32_t least = BranchGraph::unreachable;
  for (auto hard = hard_.begin(); hard != hard_.end(); ++hard)
    if (const std::uint32_t distance = distanceOf(hard->line);
        distance != BranchGraph::unreachable && distance <= least &&
        !out_.contains(wayOf(hard->flip))) {
      best = hard;
      least = distance;
    }
  if (best == hard_.end())
    return std::nullopt;
  TakenFlip chosen = std::move(*best);
  hard_.erase(best);
  ++counts_.hardFlips;
  ++counts_.flips;
  FlipQuery query{
      .flip = chosen.flip, .effort = solver::Effort::Full, .known = knownAt(chosen.flip)};
  const std::uint64_t way = wayOf(chosen.flip);
  out_.emplace(way, std::move(chosen));
  return query;
}

void ConcolicGenerator::tame(const FlipQuery &query) {
  const auto next = std::ranges::upper_bound(tameBits, query.isTame() ? query.restraint.bits : 0);
  if (next != std::end(tameBits))
    tamers_.push_back({.flip = query.flip, .restraint = {.bits = *next}, .known = query.known});
}

/// Another run that went the same way may know more: of this one, something was not an input.
void ConcolicGenerator::noteTried(std::uint64_t way, Line &line, bool hasTest) {
  if (hasTest || ++refuted_[way] == mostRefutations)
    explored_.insert(way);
  line.inVain = hasTest ? 0 : line.inVain + 1;
  line.tests += hasTest ? 1 : 0;
}

std::optional<Proposal> ConcolicGenerator::take(FlipSolver::Solved solved) {
  const solver::Answer &answer = solved.answer.answer;
  const std::uint64_t way = wayOf(solved.query.flip);
  const bool isTamer = solved.query.isTame();
  auto out = isTamer ? decltype(out_)::node_type() : out_.extract(way);
  if (out && solved.query.effort == solver::Effort::Quick &&
      std::holds_alternative<solver::Unknown>(answer)) {
    ++lines_[out.mapped().line].inVain;
    hard_.push_back(std::move(out.mapped()));
    if (hard_.size() > mostHard)
      hard_.pop_front();
    return std::nullopt;
  }
  counts_.sat += std::holds_alternative<solver::Sat>(answer) ? 1 : 0;
  counts_.unsat += std::holds_alternative<solver::Unsat>(answer) ? 1 : 0;
  counts_.unknown += std::holds_alternative<solver::Unknown>(answer) ? 1 : 0;
  if (!isTamer) // else it is the numbers that are too small
    noteAnswer(solved.query.flip, solved.answer);
  auto proposal = proposalOf(solved);
  if (out)
    noteTried(way, lines_[out.mapped().line], proposal.has_value());
  else if (!proposal)
    tame(solved.query);
  return proposal;
}

std::optional<Proposal> ConcolicGenerator::proposalOf(const FlipSolver::Solved &solved) {
  if (!solved.answer.assignment)
    return std::nullopt;
  const Flip &flip = solved.query.flip;
  auto test = flip.path->testWith(*solved.answer.assignment);
  if (!test && solved.answer.leftOpen.empty() && flip.alternative.target)
    ++asked_[flip.alternative.target].impossible;
  if (!test)
    return std::nullopt;
  Proposal proposal{std::move(*test), std::nullopt, solved.query};
  if (solved.answer.leftOpen.empty())
    proposal.prediction = {flip.event, flip.path->cleanlyBefore(flip.event), flip.alternative.step,
                           flip.alternative.target};
  else
    ++counts_.guesses;
  return proposal;
}

} // namespace generate
