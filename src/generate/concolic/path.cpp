#include "generate/concolic/path.h"

#include "expr/evaluator.h"
#include "generate/concolic/apply_assignment.h"
#include "model/growth.h"
#include "model/value_access.h"
#include "solver/search/skeleton.h"
#include "support/hash.h"

#include <algorithm>
#include <set>

// Pointers are inputs too: a pointer is null, leads to one of the objects there are, or to one that
// is made for it. So each pointer that a condition mentions gets a domain: null, the
// addresses of this run's objects of its type, and an address that stands for "an object of its
// own".
//
// Memory was read at the addresses of this run. Where an address depends on pointers only, another
// run may well have the object elsewhere, and must merely not have null there; where it also
// depends on an index, the index is held.

namespace generate {

using expr::Operation;
using expr::TermId;
using model::Input;
using trace::Event;

namespace {

/// Where sizes that programs treat differently begin: nothing, the least, a few, many, so many
/// that sums wrap around, and more than there can be.
constexpr std::uint64_t sizeClasses[] = {0, 1, 2, 65, 4096, 1ull << 31, 1ull << 63};

std::size_t classOfSize(std::uint64_t size) {
  return static_cast<std::size_t>(
      std::upper_bound(std::begin(sizeClasses), std::end(sizeClasses), size) -
      std::begin(sizeClasses) - 1);
}

/// What follows is undefined.
bool isFailure(const Event &event) { return event.kind == Event::Kind::Check && event.value == 0; }

Step asItShould(const Step &failure) { return {failure.kind, failure.place, 1}; }

} // namespace

std::uint64_t extend(std::uint64_t before, const Step &step) {
  const std::uint64_t kind = static_cast<std::uint64_t>(step.kind) << 32 | step.place;
  return support::mixed(support::mixed(before, kind), step.outcome);
}

std::uint64_t Path::bytes() const {
  // Of a pool that is empty, and of a term with what is remembered of it.
  constexpr std::uint64_t poolBytes = 96 << 10, termBytes = 160;
  return poolBytes + pool_->size() * termBytes +
         trace_.events.size() * (sizeof(Event) + sizeof(std::uint64_t) * 4) +
         inputs_.size() * (sizeof(Input) + sizeof(std::uint64_t));
}

std::unordered_map<std::uint32_t, std::uint64_t>
pointersOf(const model::Subject &subject, model::TestCase test,
           const std::vector<std::uint64_t> &inputs) {
  std::unordered_map<std::uint32_t, std::uint64_t> pointers;
  const std::vector<Input> list = model::inputsOf(subject, test, inputs.size());
  for (std::uint32_t i = 0; i < list.size(); ++i)
    if (list[i].isPointer)
      pointers.emplace(i, inputs[i]);
  return pointers;
}

Path::Path(const model::Subject &subject, model::TestCase test, std::vector<std::uint64_t> inputs,
           std::unique_ptr<expr::Pool> pool, trace::Trace trace)
    : subject_(subject), test_(std::move(test)), inputs_(std::move(inputs)),
      inputList_(model::inputsOf(subject, test_, inputs_.size())), pool_(std::move(pool)),
      trace_(std::move(trace)),
      withKnownPointers_(*pool_,
                         [this](std::uint32_t number, unsigned width) {
                           const bool isPointer =
                               number < inputList_.size() && inputList_[number].isPointer;
                           return isPointer ? pool_->constant(width, inputs_[number])
                                            : pool_->input(width, number);
                         }),
      inRun_(*pool_, inputs_), sets_(*pool_) {
  std::uint64_t hash = 0, clean = 0;
  for (std::size_t i = 0; i < trace_.events.size(); ++i) {
    dependsOnPointers_.push_back(trace_.events[i].kind == Event::Kind::Address &&
                                 dependsOnPointers(trace_.events[i].term));
    before_.push_back(hash);
    cleanlyBefore_.push_back(clean);
    hash = extend(hash, step(i));
    clean = extend(clean, isFailure(trace_.events[i]) ? asItShould(step(i)) : step(i));
    conditions_.push_back(conditionOf(trace_.events[i]));
  }
  before_.push_back(hash);
  cleanlyBefore_.push_back(clean);
  addDomains();
}

std::vector<std::uint32_t> Path::inputsIn(TermId term) {
  const expr::InputSets::SetId set = sets_.of(term);
  if (set == expr::InputSets::all)
    return expr::inputsIn(*pool_, term);
  return {sets_[set].begin(), sets_[set].end()};
}

bool Path::dependsOnPointers(TermId term) {
  const std::vector<std::uint32_t> inputs = inputsIn(term);
  return std::any_of(inputs.begin(), inputs.end(), [&](std::uint32_t number) {
    return number < inputList_.size() && inputList_[number].isPointer;
  });
}

Step Path::step(std::size_t index) const {
  const Event &event = trace_.events[index];
  std::uint64_t outcome = event.value;
  if (event.kind == Event::Kind::Switch)
    outcome = event.taken().index - event.place;
  if (event.kind == Event::Kind::Size)
    outcome = classOfSize(event.value);
  // An object that the test made may lie elsewhere in another run; which of the subject's own an
  // index or a choice led to is part of the way.
  const bool isElsewhere = event.kind == Event::Kind::Address && dependsOnPointers_[index];
  if (isElsewhere || event.kind == Event::Kind::Within)
    outcome = 0;
  if (event.kind == Event::Kind::Bounds)
    outcome = 1;
  return {event.kind, event.place, outcome};
}

bool Path::failsAnyway(std::size_t event) const {
  return isFailure(trace_.events[event]) && pool_->isConstant(trace_.events[event].term);
}

std::set<model::BranchId> Path::takenBefore(std::size_t event) const {
  std::set<model::BranchId> taken;
  for (std::size_t i = 0; i < event; ++i)
    if (isMarked(trace_.events[i].kind))
      taken.insert(trace_.events[i].taken());
  return taken;
}

/// That a size is of a class; none: a number of its width can't be.
TermId Path::isOfClass(const Event &event, std::size_t sizeClass) {
  const unsigned width = (*pool_)[event.term].width;
  const auto isLess = [&](std::uint64_t size) {
    return pool_->make(Operation::ULess, 1, event.term, pool_->constant(width, size));
  };
  if (sizeClasses[sizeClass] > expr::maskOf(width))
    return {};
  const TermId isEnough = pool_->negation(isLess(sizeClasses[sizeClass]));
  const std::size_t next = sizeClass + 1;
  return next < std::size(sizeClasses) && sizeClasses[next] <= expr::maskOf(width)
             ? pool_->conjunction(isEnough, isLess(sizeClasses[next]))
             : isEnough;
}

/// The pointer has this value.
TermId Path::isAt(std::uint32_t number, std::uint64_t address) {
  const unsigned width = inputList_[number].width;
  return pool_->equal(pool_->input(width, number), pool_->constant(width, address));
}

TermId Path::conditionOf(const Event &event) {
  // How much memory it was matters less than what else the number decides.
  if (event.kind == Event::Kind::Size)
    return isOfClass(event, classOfSize(event.value));
  TermId condition = trace::Trace::condition(*pool_, event);
  if (event.kind != Event::Kind::Address && event.kind != Event::Kind::Within &&
      event.kind != Event::Kind::Bounds)
    return condition;
  condition = withKnownPointers_(condition);
  for (const std::uint32_t number : inputsIn(event.term))
    if (number < inputList_.size() && inputList_[number].isPointer && inputs_[number] != 0)
      condition = pool_->conjunction(condition, pool_->negation(isAt(number, 0)));
  return condition;
}

void Path::addDomains() {
  std::set<std::uint32_t> mentioned;
  for (const TermId condition : conditions_) {
    inputsOf_.push_back(inputsIn(condition));
    mentioned.insert(inputsOf_.back().begin(), inputsOf_.back().end());
  }
  for (const std::uint32_t number : mentioned)
    if (number < inputList_.size()) {
      mentioned_.push_back(number);
      addDomain(number);
    }
}

std::vector<std::uint32_t> Path::tiedTo(std::vector<std::uint32_t> inputs, std::size_t event) {
  std::vector<bool> tied(inputs_.size());
  for (const std::uint32_t number : inputs)
    tied[number] = true;
  const auto isTied = [&](std::uint32_t number) { return tied[number]; };
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < event; ++i) {
      const std::vector<std::uint32_t> &mentions = inputsOf_[i];
      if (std::any_of(mentions.begin(), mentions.end(), isTied))
        for (const std::uint32_t number : mentions)
          if (!tied[number]) {
            tied[number] = grew = true;
            inputs.push_back(number);
          }
    }
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

void Path::addDomain(std::uint32_t number) {
  const Input &input = inputList_[number];
  if (input.isPointer)
    domains_.push_back(pointerDomain(number));
  else if (input.type && subject_[input.type].kind == model::TypeKind::Bool)
    domains_.push_back(pool_->make(Operation::ULessEqual, 1, pool_->input(input.width, number),
                                   pool_->constant(input.width, 1)));
}

bool Path::couldAlias(const Input &pointer, const Input &other) const {
  return other.isPointer && other.value->is<model::Object>() &&
         subject_[other.type].element == subject_[pointer.type].element;
}

TermId Path::pointerDomain(std::uint32_t number) {
  constexpr std::size_t mostAliases = 16;
  const Input &pointer = inputList_[number];
  std::set<std::uint64_t> addresses = {0, inputs_[number]};
  for (std::uint32_t i = 0; i < inputList_.size() && addresses.size() < mostAliases; ++i)
    if (i != number && couldAlias(pointer, inputList_[i]))
      addresses.insert(inputs_[i]);
  if (model::canPointToObject(subject_, pointer.type))
    addresses.insert(addressOfNewObject(number, pointer.width));
  TermId domain = pool_->boolean(false);
  for (const std::uint64_t address : addresses)
    domain = pool_->disjunction(domain, isAt(number, address));
  return domain;
}

/// The constants that a choice of choices of constants may be.
std::set<std::uint64_t> Path::constantsIn(TermId choice) const {
  std::set<std::uint64_t> values;
  std::vector<TermId> open{choice};
  while (!open.empty()) {
    const expr::Term &term = (*pool_)[open.back()];
    open.pop_back();
    if (term.operation == Operation::Choose)
      open.insert(open.end(), {term.b, term.c});
    else if (term.operation == Operation::Constant)
      values.insert(term.value);
    else // a bit, made longer
      values.insert({0, 1});
  }
  return values;
}

/// Each of the others that a table of a few pointers holds, null included; or else another element
/// of what is probably an array, behind this one or before it.
void Path::addOtherAddress(const Event &event, const Add &add) {
  constexpr std::uint64_t near = 1 << 16;
  constexpr std::size_t few = 16;
  const TermId address = withKnownPointers_(event.term);
  const unsigned width = (*pool_)[address].width;
  if (pool_->constantLeaves(address) > 0)
    if (const auto values = constantsIn(address); values.size() <= few) {
      for (const std::uint64_t value : values)
        if (value != event.value)
          add(pool_->equal(address, pool_->constant(width, value)), value, {});
      return;
    }
  const auto isAmong = [&](std::uint64_t from) { // the next `near` addresses
    const TermId distance =
        pool_->make(Operation::Sub, width, address, pool_->constant(width, from));
    return pool_->make(Operation::ULess, 1, distance, pool_->constant(width, near));
  };
  // Which address was left tells one such flip from another.
  add(isAmong(event.value + 1), ~event.value, {});
  add(isAmong(event.value - near), ~event.value ^ expr::signBitOf(64), {});
}

/// Some size of each class.
void Path::addOtherSizes(const Event &event, const Add &add) {
  for (std::size_t i = 0; i < std::size(sizeClasses); ++i)
    if (const TermId condition = isOfClass(event, i); condition && i != classOfSize(event.value))
      add(condition, i, {});
}

bool Path::holds() {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&](TermId condition) { return !condition || inRun_(condition) == 1; });
}

std::vector<Alternative> Path::alternatives(std::size_t index) {
  const Event &event = trace_.events[index];
  const Step taken = step(index);
  std::vector<Alternative> result;
  const Add add = [&](TermId condition, std::uint64_t outcome, model::BranchId target) {
    if (!pool_->isConstant(condition))
      result.push_back({condition, {event.kind, event.place, outcome}, target});
  };
  if (isMarked(event.kind) && !isClean(index)) // the same, in a clean way
    result.push_back({conditions_[index], taken, event.taken()});
  switch (event.kind) {
  case Event::Kind::Branch:
    add(pool_->negation(conditions_[index]), 1 - taken.outcome,
        model::BranchId(event.place + (taken.outcome ? 1 : 0)));
    break;
  case Event::Kind::Condition:
    add(pool_->negation(conditions_[index]), 1 - taken.outcome, {});
    break;
  case Event::Kind::Switch: {
    const unsigned width = (*pool_)[event.term].width;
    TermId none = pool_->boolean(true);
    for (std::size_t i = 0; i < event.cases.size(); ++i) {
      const TermId equal = pool_->equal(event.term, pool_->constant(width, event.cases[i]));
      none = pool_->conjunction(none, pool_->negation(equal));
      if (i != taken.outcome)
        add(equal, i, model::BranchId(event.place + i));
    }
    if (taken.outcome != event.cases.size())
      add(none, event.cases.size(), model::BranchId(event.place + event.cases.size()));
    break;
  }
  case Event::Kind::Address:
    addOtherAddress(event, add);
    break;
  case Event::Kind::Value:
    add(withKnownPointers_(pool_->negation(conditions_[index])), ~taken.outcome, {});
    break;
  case Event::Kind::Size:
    addOtherSizes(event, add);
    break;
  case Event::Kind::Within: // what is there is flipped where it matters
  case Event::Kind::Bounds: // what is not there is an error
    break;
  case Event::Kind::Check: // that it fails is an error
    if (isFailure(event))
      add(event.term, 1, {});
    break;
  }
  return result;
}

std::optional<Error> Path::error(std::size_t index) {
  const Event &event = trace_.events[index];
  if (event.kind == Event::Kind::Address)
    return nullError(event);
  if (event.kind == Event::Kind::Bounds)
    return boundsError(event);
  if (event.kind != Event::Kind::Check || isFailure(event) || pool_->isConstant(event.term))
    return std::nullopt;
  return Error{{pool_->negation(event.term), errorAt(event.kind, event.place), {}}};
}

/// Whether it is where a list ends, and not the list itself.
bool Path::isLinkOfList(const Input &pointer) const {
  const auto isPointer = [&](const model::Value &argument) { return &argument == pointer.value; };
  return model::isLink(subject_, pointer.type) &&
         std::ranges::none_of(test_.arguments(), isPointer);
}

/// A pointer of the test, or one out of a table, that is null.
std::optional<Error> Path::nullError(const Event &event) {
  constexpr std::uint64_t firstPage = 4096;
  Error error{{pool_->boolean(false), errorAt(event.kind, event.place), {}}, true};
  TermId &isNull = error.alternative.condition;
  for (const std::uint32_t number : inputsIn(event.term))
    if (number < inputList_.size() && inputList_[number].isPointer && inputs_[number] != 0) {
      isNull = pool_->disjunction(isNull, isAt(number, 0));
      error.isCallers &= !isLinkOfList(inputList_[number]);
    }
  if (const TermId address = withKnownPointers_(event.term); pool_->constantLeaves(address) > 0)
    for (const std::uint64_t value : constantsIn(address))
      if (value < firstPage && value != event.value) {
        const TermId constant = pool_->constant((*pool_)[address].width, value);
        isNull = pool_->disjunction(isNull, pool_->equal(address, constant));
        error.isCallers = false;
      }
  return pool_->isConstant(isNull) ? std::nullopt : std::optional(error);
}

/// Next to the object first: what lies further away may be another one, and nobody would notice.
std::optional<Error> Path::boundsError(const Event &event) {
  const TermId within = withKnownPointers_(trace::Trace::condition(*pool_, event));
  if (pool_->isConstant(within))
    return std::nullopt;
  Error error{{pool_->negation(within), errorAt(event.kind, event.place), {}}};
  const TermId address = withKnownPointers_(event.term);
  const auto isAmong = [&](std::uint64_t first, std::uint64_t count) {
    const TermId offset = pool_->make(Operation::Sub, 64, address, pool_->constant(64, first));
    return pool_->make(Operation::ULess, 1, offset, pool_->constant(64, count));
  };
  for (const std::uint64_t reach : {16, 256, 4096})
    error.alternative.rather.push_back(
        pool_->disjunction(isAmong(event.places.base + event.places.count, reach),
                           isAmong(event.places.base - reach, reach)));
  // How long a text is its characters say; what else they say must not lead past its end.
  const bool isByContents = std::ranges::any_of(inputsIn(event.term), [&](std::uint32_t number) {
    return number < inputList_.size() && model::isElement(inputList_[number]);
  });
  for (std::size_t i = 0; i < inputList_.size(); ++i)
    if (const Input &input = inputList_[i]; input.isPointer && inputs_[i] == event.places.base)
      error.isCallers |= !input.isCounted && !(isByContents && model::isText(subject_, input.type));
  return error;
}

double Path::distanceTo(TermId condition) {
  bool wanted = true;
  const auto isNegation = [&](const expr::Term &term) {
    return term.operation == Operation::Xor && term.width == 1 && pool_->isConstant(term.b);
  };
  while (isNegation((*pool_)[condition])) {
    wanted = wanted != (inRun_((*pool_)[condition].b) != 0);
    condition = (*pool_)[condition].a;
  }
  const expr::Term &term = (*pool_)[condition];
  if (!expr::isComparison(term.operation))
    return 1;
  return solver::search::ofComparison(term.operation, wanted, (*pool_)[term.a].width,
                                      inRun_(term.a), inRun_(term.b))
      .steps;
}

void Path::noteMissed(const Alternative &alternative) {
  const double distance = distanceTo(alternative.condition);
  const auto [known, isNew] = missed_.emplace(alternative.target, distance);
  known->second = std::min(known->second, distance);
}

/// What the restraint says of an input; none: nothing.
TermId Path::restrained(std::uint32_t number, const Restraint &restraint) {
  const Input &input = inputList_[number];
  if (input.isPointer || !input.type || input.part != Input::Part::Whole)
    return {};
  const TermId term = pool_->input(input.width, number);
  if (input.longest) {
    const std::uint64_t longest = std::min(*input.longest, restraint.longest);
    return input.width >= 64 || longest < (1ull << input.width)
               ? pool_->make(Operation::ULessEqual, 1, term, pool_->constant(input.width, longest))
               : TermId();
  }
  const model::Type &type = subject_[input.type];
  if (restraint.bits >= input.width || type.kind == model::TypeKind::Float)
    return {};
  const std::uint64_t limit = 1ull << restraint.bits;
  if (!type.isSigned)
    return pool_->make(Operation::ULess, 1, term, pool_->constant(input.width, limit));
  // -limit < x < limit, as x + limit < 2 * limit
  return pool_->make(
      Operation::ULess, 1,
      pool_->make(Operation::Add, input.width, term, pool_->constant(input.width, limit)),
      pool_->constant(input.width, 2 * limit));
}

bool Path::hasLengths() const {
  return std::any_of(mentioned_.begin(), mentioned_.end(),
                     [&](std::uint32_t number) { return inputList_[number].longest.has_value(); });
}

solver::Query Path::query(std::size_t event, const Alternative &alternative,
                          const Restraint &restraint, const EventSet &leftOpen) {
  solver::Query query{*pool_, domains_, inputs_};
  // All but the last condition must hold of the run itself, so a check that failed is part of the
  // last one; and so is a restraint that does not hold, if that input may change at all.
  TermId wanted = alternative.condition;
  for (std::size_t i = 0; i < event; ++i) {
    const bool isOpen = leftOpen.contains(i) || isFailure(trace_.events[i]);
    query.conditions.push_back(isOpen ? pool_->boolean(true) : conditions_[i]);
    if (isFailure(trace_.events[i]))
      wanted = pool_->conjunction(wanted, trace_.events[i].term);
  }
  std::optional<std::vector<std::uint32_t>> changing;
  for (const std::uint32_t number : mentioned_)
    if (const TermId tame = restrained(number, restraint); tame && !pool_->isConstant(tame)) {
      if (inRun_(tame)) {
        query.conditions.push_back(tame);
        continue;
      }
      if (!changing)
        changing = tiedTo(inputsIn(alternative.condition), event);
      if (std::binary_search(changing->begin(), changing->end(), number))
        wanted = pool_->conjunction(wanted, tame);
    }
  query.conditions.push_back(wanted);
  return query;
}

std::optional<std::size_t> Path::eventOf(std::size_t condition) const {
  const bool isEvent =
      condition >= domains_.size() && condition - domains_.size() < trace_.events.size();
  return isEvent ? std::optional(condition - domains_.size()) : std::nullopt;
}

std::optional<model::TestCase> Path::testWith(const solver::Assignment &assignment) const {
  return applyAssignment(subject_, test_, inputs_, assignment);
}

std::vector<std::uint32_t> Path::elements() const {
  std::vector<std::uint32_t> elements;
  std::ranges::copy_if(mentioned_, std::back_inserter(elements),
                       [&](std::uint32_t number) { return model::isElement(inputList_[number]); });
  return elements;
}

std::vector<std::uint32_t> Path::lastElements(std::size_t most) const {
  std::vector<std::uint32_t> elements;
  for (std::size_t i = inputsOf_.size(); i-- > 0 && elements.size() < most;)
    for (const std::uint32_t number : inputsOf_[i])
      if (elements.size() < most && number < inputList_.size() &&
          model::isElement(inputList_[number]) &&
          std::ranges::find(elements, number) == elements.end())
        elements.push_back(number);
  return elements;
}

} // namespace generate
