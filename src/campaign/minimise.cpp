// Making a test simple.
//
// First everything at once, then argument by argument, is replaced by the simplest value of its
// type: most arguments do not matter for what a test was kept for. Then rounds of small steps until
// a whole round changes nothing: lists cut, elements removed in runs of halving length, scalars set
// to zero in runs of halving length, and each scalar that is left moved towards zero. Every step
// makes the test strictly simpler (fewer elements, or the same with a scalar of lower rank), so the
// rounds end. A test of several calls ends with the one that does what it is kept for, if its
// caller allows that.
//
// What a test is kept for often ties values to each other (a == b, b == a + 1, b == 2 * a), and
// then none of them can move alone. So before the single scalars, groups of them move as one: those
// that are equal, those that are close (their differences stay), multiples of one of them (the
// factors stay), and all of them (their proportions stay, roughly).
//
// Running a candidate costs much more than making it, and running several at once hardly more than
// one. A step is a list of alternatives, simplest first; the first that keeps the effect is taken.
//
// A number that can't become 0, 1 or another plain number is moved by a search between the largest
// one known to fail and itself. A number that must be exact (x == 4711) shows by its neighbour's
// failing, and costs no search.
#include "campaign/minimise.h"

#include "model/sequences.h"
#include "model/value_access.h"
#include "support/hash.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace campaign {

using model::Siblings;
using model::Subject;
using model::TestCase;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;
using model::Wide;

namespace {

/// Where a value is inside a test: an argument, counted through all steps (or, counted on,
/// something supplied), then parts.
using Path = std::vector<std::size_t>;

constexpr std::size_t mostTied = 8;         // numbers that are looked at for ties to others
constexpr Wide largestTied = Wide(1) << 62; // above, products would not fit

/// The step that argument number `index` belongs to, and its number there; or, behind the last one,
/// the number among what is supplied.
struct Root {
  std::optional<std::size_t> step;
  std::size_t index;
};

Root locate(const TestCase &test, std::size_t index) {
  for (std::size_t step = 0; step < test.steps.size(); ++step) {
    if (index < test.steps[step].arguments.size())
      return {step, index};
    index -= test.steps[step].arguments.size();
  }
  return {std::nullopt, index};
}

Value &root(TestCase &test, std::size_t index) {
  const Root at = locate(test, index);
  return at.step ? test.steps[*at.step].arguments[at.index] : test.supplied[at.index].value;
}

const model::Parameter *parameterOf(const Subject &subject, const TestCase &test,
                                    std::size_t index) {
  const Root at = locate(test, index);
  return at.step ? &subject[test.steps[*at.step].callable].parameters[at.index] : nullptr;
}

TypeId rootType(const Subject &subject, const TestCase &test, std::size_t index) {
  if (const auto *parameter = parameterOf(subject, test, index))
    return parameter->type;
  return subject[test.supplied[locate(test, index).index].source].type;
}

std::size_t rootCount(const TestCase &test) {
  return model::argumentCount(test) + test.supplied.size();
}

Value &at(TestCase &test, const Path &path) {
  Value *value = &root(test, path[0]);
  for (std::size_t i = 1; i < path.size(); ++i)
    value = &value->parts()[path[i]];
  return *value;
}

struct Place {
  Path path;
  TypeId type;
  std::optional<std::uint32_t> bitWidth;
  bool nested = false; // behind a pointer
};

/// One scalar of a place.
struct Spot {
  const Place *place;
  const Type *scalar;
  std::size_t index;
  Wide value = 0; // of all but floats
};
using Spots = std::span<const Spot>;

bool isCharacter(const Type &type) { return type.isChar && type.size == 1; }

void collect(const Subject &subject, const Place &place, const Value &value,
             std::vector<Place> &out) {
  const Type &type = subject[place.type];
  out.push_back(place);
  if (value.parts().empty())
    return;
  const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  for (std::size_t i = 0; i < value.parts().size(); ++i) {
    Place inner{place.path, fields ? model::fieldOf(type, value, i).type : type.element, {}, false};
    inner.path.push_back(i);
    if (fields)
      inner.bitWidth = model::fieldOf(type, value, i).bitWidth;
    inner.nested = place.nested || type.kind == TypeKind::Pointer;
    collect(subject, inner, value.parts()[i], out);
  }
}

constexpr int firstCode = 1000; // rank of characters that are printed as numbers

/// How simple a character reads: letters and digits before space before signs before codes.
int rank(unsigned char c) {
  constexpr std::string_view order =
      "a0 bcdefghijklmnopqrstuvwxyz123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::size_t found = order.find(static_cast<char>(c));
  if (found != std::string_view::npos)
    return static_cast<int>(found);
  if (c > ' ' && c < 127)
    return 100 + c;
  return c == '\n' || c == '\t' ? 300 + c : firstCode + c;
}

/// How simple an integer reads: by magnitude, the positive one first.
std::pair<unsigned __int128, bool> rank(Wide value) {
  const auto bits = static_cast<unsigned __int128>(value);
  return {value < 0 ? 0 - bits : bits, value < 0};
}

/// How simple a float reads: whole small numbers first, then short ones, then the rest.
long double rank(long double value) {
  if (std::isnan(value))
    return INFINITY;
  const long double size = std::abs(value);
  if (!std::isfinite(size))
    return 1e4900L;
  const bool whole = size == std::trunc(size) && size < 1e15L;
  const bool halves = size * 4 == std::trunc(size * 4) && size < 1e15L;
  return (whole    ? 0
          : halves ? 1e16L
                   : 1e17L) +
         2 * std::min(size, 1e30L) + (std::signbit(value) ? 1 : 0);
}

/// What a value is, beside its bytes and parts.
struct NumbersOf {
  using Numbers = std::pair<std::uint64_t, std::uint64_t>;
  Numbers operator()(const model::UnionPart &held) const { return {held.field, 0}; }
  Numbers operator()(model::Inside held) const { return {held.object, held.offset}; }
  Numbers operator()(model::Callback held) const { return {held.supply.index, 0}; }
  Numbers operator()(model::FromSlot held) const {
    return {held.slot.index, static_cast<std::uint64_t>(held.how)};
  }
  Numbers operator()(const auto &) const { return {}; }
};

void appendKey(const Value &value, std::string &key) {
  key += static_cast<char>(value.held().index());
  const auto [first, second] = std::visit(NumbersOf{}, value.held());
  for (const std::uint64_t number :
       {std::uint64_t{value.bytes().size()}, std::uint64_t{value.parts().size()}, first, second})
    key += std::to_string(number) + ':';
  key += value.bytes();
  for (const Value &part : value.parts())
    appendKey(part, key);
}

std::uint64_t keyOf(const TestCase &test) {
  std::string key;
  for (const model::Step &step : test.steps) {
    key += std::to_string(step.callable.index) + '(';
    for (const Value &argument : step.arguments)
      appendKey(argument, key);
  }
  for (const model::Supplied &supplied : test.supplied) {
    key += std::to_string(supplied.source.index) + '#' + std::to_string(supplied.index) + ':';
    appendKey(supplied.value, key);
  }
  for (const model::Refusal &refusal : test.refused)
    key += '!' + std::to_string(refusal.index);
  if (test.endsAfterZeros)
    key += std::to_string(*test.endsAfterZeros);
  return support::hash(key);
}

class Minimiser {
public:
  Minimiser(const Subject &subject, TestCase test, const FirstWithEffect &firstWithEffect,
            std::size_t budget, LastCall lastCall)
      : subject_(subject), best_(std::move(test)), firstWithEffect_(firstWithEffect),
        budget_(budget), lastCall_(lastCall) {
    best_.observers.clear(); // they are chosen when all else is settled
  }

  TestCase run() {
    dropRefusals();
    dropLastCalls();
    dropSteps();
    redirectSlots();
    simplifyArguments();
    bool changed = true;
    while (changed && budget_ > 0) {
      changed = false;
      changed |= dropLastCalls();
      changed |= dropSteps();
      changed |= redirectSlots();
      changed |= endSooner();
      changed |= dropRefusals();
      changed |= refuseSooner();
      changed |= dropCalls();
      // Places are collected anew after each kind of step: the steps before may have removed some.
      for (const Place &place : places())
        changed |= cut(place);
      for (const Place &place : places())
        changed |= shorten(place);
      changed |= shortenEqual();
      for (const Place &place : places())
        changed |= resetRuns(place);
      changed |= simplifyEqual();
      for (const Place &place : places())
        changed |= simplifyScalars(place);
      changed |= simplifyTied([this](const auto &sorted, auto i) { return shiftClose(sorted, i); });
      changed |= simplifyTied([this](const auto &sorted, auto i) { return scale(sorted, i); });
    }
    return std::move(best_);
  }

private:
  std::vector<Place> places() {
    std::vector<Place> found;
    for (std::size_t i = 0; i < rootCount(best_); ++i)
      if (!root(best_, i).is<model::FromSlot>())
        collect(subject_, {{i}, rootType(subject_, best_, i), {}, false}, root(best_, i), found);
    return found;
  }

  /// True if the path still leads to a value of the place's type: an earlier step may have cut it
  /// off, or given a union another member.
  bool exists(const Place &place) {
    const Path &path = place.path;
    if (path[0] >= rootCount(best_))
      return false;
    TypeId id = rootType(subject_, best_, path[0]);
    const Value *value = &root(best_, path[0]);
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (path[i] >= value->parts().size())
        return false;
      const Type &type = subject_[id];
      const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
      id = fields ? model::fieldOf(type, *value, path[i]).type : type.element;
      value = &value->parts()[path[i]];
    }
    return id == place.type;
  }

  /// Judges the candidates, simplest first; takes the first that keeps the effect and says which.
  /// Those that failed before are not judged again: the last round, which changes nothing, is free.
  std::optional<std::size_t> tryEach(std::vector<TestCase> &candidates) {
    std::vector<TestCase> fresh;
    std::vector<std::size_t> places;
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < candidates.size() && fresh.size() < budget_; ++i) {
      const std::uint64_t key = keyOf(candidates[i]);
      if (judged_.contains(key) || std::ranges::find(keys, key) != keys.end())
        continue;
      fresh.push_back(std::move(candidates[i]));
      places.push_back(i);
      keys.push_back(key);
    }
    if (fresh.empty())
      return std::nullopt;
    const std::optional<std::size_t> first = firstWithEffect_(fresh);
    const std::size_t judged = first ? *first + 1 : fresh.size();
    budget_ -= judged;
    judged_.insert(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(judged));
    if (!first)
      return std::nullopt;
    best_ = std::move(fresh[*first]);
    return places[*first];
  }

  bool tryOne(TestCase candidate) {
    std::vector<TestCase> one;
    one.push_back(std::move(candidate));
    return tryEach(one).has_value();
  }

  /// How many elements the parameter at the path is declared to have; less are never passed.
  std::size_t declaredCount(const Path &path) const {
    const auto *parameter = path.size() == 1 ? parameterOf(subject_, best_, path[0]) : nullptr;
    return parameter ? parameter->count : 0;
  }

  Value simplestFor(std::size_t index) const {
    const TypeId type = rootType(subject_, best_, index);
    Value value = model::simplestValue(subject_, type);
    auto *object = value.find<model::Object>();
    if (const std::size_t declared = declaredCount({index}); object && declared > 1) {
      object->bytes.resize(object->bytes.size() * declared);
      if (!object->parts.empty())
        object->parts.resize(declared, Value(object->parts[0]));
    }
    setFirstEnumerators(type, value);
    return value;
  }

  bool isCall(const model::Supplied &supplied) const {
    return subject_[supplied.source].kind != model::Supply::Kind::Variable;
  }

  /// A test ends with the call that does what it is there for: those behind it go, one by one.
  bool dropLastCalls() {
    bool changed = false;
    for (std::size_t last = best_.steps.size() - 1;
         lastCall_ == LastCall::MayGo && last-- > 0 && budget_ > 0;) {
      if (model::isPreparation(subject_[best_.steps[last].callable]))
        continue;
      TestCase candidate = best_;
      model::cutBehind(subject_, candidate, last);
      if (!tryOne(std::move(candidate)))
        break;
      changed = true;
    }
    return changed;
  }

  /// Leaves out stretches of steps, of halving length: of a long sequence most do not matter.
  bool dropStretches() {
    bool changed = false;
    for (std::size_t length = best_.steps.size() / 2; length > 1; length /= 2)
      for (std::size_t end = best_.steps.size() - 1; end > 0 && budget_ > 0;) {
        const std::size_t begin = end > length ? end - length : 0;
        bool isRemoved = false;
        TestCase candidate = reshaped([&](TestCase &test) {
          for (std::size_t i = end; i-- > begin;)
            if (i + 1 < test.steps.size())
              isRemoved |= model::removeStep(subject_, test, i);
        });
        changed |= isRemoved && tryOne(std::move(candidate));
        end = std::min(begin, best_.steps.size() - 1);
      }
    return changed;
  }

  /// Leaves out steps that nothing else needs, the later ones first: those before them may be there
  /// for their sake.
  bool dropSteps() {
    bool changed = dropStretches();
    for (std::size_t i = best_.steps.size() - 1; i-- > 0 && budget_ > 0;) {
      bool isRemoved = false;
      TestCase candidate =
          reshaped([&](TestCase &test) { isRemoved = model::removeStep(subject_, test, i); });
      if (isRemoved && tryOne(std::move(candidate))) {
        changed = true;
        i = std::min(i, best_.steps.size() - 1);
      }
    }
    return changed;
  }

  /// Takes objects from earlier steps: a copy that nobody needs can go then.
  bool redirectSlots() {
    bool changed = false;
    for (std::size_t s = 1; s < best_.steps.size() && budget_ > 0; ++s)
      for (std::size_t i = 0; i < best_.steps[s].arguments.size(); ++i) {
        const auto *from = best_.steps[s].arguments[i].find<model::FromSlot>();
        if (!from || subject_[best_.steps[s].callable].parameters[i].pass == model::Pass::Given)
          continue;
        const std::size_t maker = *model::stepFilling(best_, from->slot);
        const auto type = model::madeBy(subject_, subject_[best_.steps[maker].callable]);
        std::vector<TestCase> candidates;
        for (std::size_t earlier = 0; earlier < maker; ++earlier) {
          const model::Step &step = best_.steps[earlier];
          if (!step.slot || model::madeBy(subject_, subject_[step.callable]) != type ||
              !model::isInitialised(subject_, best_, *step.slot, s) ||
              model::isGivenAway(subject_, best_, *step.slot, best_.steps.size()))
            continue;
          candidates.push_back(best_);
          candidates.back().steps[s].arguments[i] = model::FromSlot{*step.slot};
        }
        changed |= tryEach(candidates).has_value();
      }
    return changed;
  }

  /// Leaves out the last calls of stubs: past them, a stub gives zeros.
  bool dropCalls() {
    bool changed = false;
    for (std::size_t i = best_.supplied.size(); i-- > 0 && budget_ > 0;) {
      const auto &all = best_.supplied;
      const bool isLast = i + 1 == all.size() || all[i + 1].source != all[i].source;
      if (!isCall(all[i]) || !isLast)
        continue;
      TestCase candidate = best_;
      candidate.supplied.erase(candidate.supplied.begin() + static_cast<std::ptrdiff_t>(i));
      changed |= tryOne(std::move(candidate));
    }
    return changed;
  }

  bool endSooner() {
    if (best_.endsAfterZeros.value_or(0) == 0)
      return false;
    TestCase candidate = best_;
    candidate.endsAfterZeros = 0;
    return tryOne(std::move(candidate));
  }

  /// What the environment refuses is a rare cause: others are better.
  bool dropRefusals() {
    bool changed = false;
    for (std::size_t i = best_.refused.size(); i-- > 0 && budget_ > 0;) {
      TestCase candidate = best_;
      candidate.refused.erase(candidate.refused.begin() + static_cast<std::ptrdiff_t>(i));
      changed |= tryOne(std::move(candidate));
    }
    return changed;
  }

  /// An earlier request of a loop does as well as a later one.
  bool refuseSooner() {
    bool changed = false;
    for (std::size_t i = 0; i < best_.refused.size(); ++i) {
      const std::uint32_t least = i == 0 ? 0 : best_.refused[i - 1].index + 1;
      std::vector<TestCase> candidates;
      for (std::uint32_t index = least; index < best_.refused[i].index; ++index) {
        candidates.push_back(best_);
        candidates.back().refused[i].index = index;
      }
      changed |= tryEach(candidates).has_value();
    }
    return changed;
  }

  void setFirstEnumerators(TypeId id, Value &value) const {
    const Type &type = subject_[id];
    if (type.kind == TypeKind::Enum && !type.enumerators.empty())
      model::writeInteger(type, value.memory().data(), type.enumerators.front().value);
    const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
    for (std::size_t i = 0; i < value.parts().size(); ++i)
      setFirstEnumerators(fields ? model::fieldOf(type, value, i).type : type.element,
                          value.parts()[i]);
  }

  /// The best test with a change of its shape.
  template <class Change> TestCase reshaped(Change change) const {
    TestCase candidate = best_;
    model::ObjectTable labels;
    model::labelObjects(subject_, candidate, labels);
    change(candidate);
    model::numberObjects(subject_, candidate);
    model::repairLengths(subject_, candidate);
    return candidate;
  }

  void simplifyArguments() {
    TestCase all = best_;
    for (std::size_t i = 0; i < rootCount(all); ++i)
      if (!root(all, i).is<model::FromSlot>())
        root(all, i) = simplestFor(i);
    std::erase_if(all.supplied, [&](const model::Supplied &each) { return isCall(each); });
    if (all == best_ || tryOne(std::move(all)))
      return;
    for (std::size_t i = 0; i < rootCount(best_); ++i) {
      if (root(best_, i).is<model::FromSlot>())
        continue;
      TestCase candidate = reshaped([&](TestCase &test) { root(test, i) = simplestFor(i); });
      if (candidate != best_)
        tryOne(std::move(candidate));
    }
  }

  /// Simpler shapes of a pointer or union: lists and trees end earlier, nobody else's object is
  /// referred to, the first member is the one.
  std::vector<Value> simplerShapes(const Place &place, const Value &value) const {
    const Type &type = subject_[place.type];
    std::vector<Value> shapes;
    if (type.kind == TypeKind::Union) {
      shapes.push_back(model::simplestValue(subject_, place.type));
      if (shapes[0].as<model::UnionPart>().field == value.as<model::UnionPart>().field)
        shapes.clear();
    }
    if (type.kind != TypeKind::Pointer || value.is<model::Null>())
      return shapes;
    const bool isPlain = model::isKeptAsBytes(subject_, type.element);
    if (place.nested && (!isPlain || value.is<model::Inside>()))
      shapes.push_back(model::Null{});
    if (value.is<model::Inside>())
      shapes.push_back(model::simplestValue(subject_, place.type));
    return shapes;
  }

  bool cut(const Place &place) {
    if (!exists(place))
      return false;
    std::vector<TestCase> candidates;
    for (const Value &shape : simplerShapes(place, at(best_, place.path)))
      candidates.push_back(reshaped([&](TestCase &test) { at(test, place.path) = shape; }));
    return tryEach(candidates).has_value();
  }

  /// Removes `count` elements of an object from `first` on; lengths follow.
  void removeElements(TestCase &test, const Place &place, std::size_t first,
                      std::size_t count) const {
    Value &value = at(test, place.path);
    const auto before = *model::elementCount(subject_, place.type, value);
    if (value.parts().empty()) {
      const std::size_t size = model::pointeeSize(subject_, subject_[place.type].element);
      value.memory().erase(first * size, count * size);
    } else {
      std::vector<Value> &parts = value.is<model::Object>() ? value.as<model::Object>().parts
                                                            : value.as<model::Parts>().parts;
      const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(first);
      parts.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    if (place.path.size() > 1)
      followInStruct(test, place.path, before);
    else if (const Root root = locate(test, place.path[0]); root.step) {
      model::Step &step = test.steps[*root.step];
      Siblings(subject_, subject_[step.callable], step.arguments).lengthsFollow(root.index, before);
    }
  }

  TestCase without(const Place &place, std::size_t first, std::size_t count) const {
    return reshaped([&](TestCase &test) { removeElements(test, place, first, count); });
  }

  /// Equal texts may have to stay equal, such as a key that is stored and looked up: they get
  /// shorter together.
  bool shortenEqual() {
    std::map<std::string, std::vector<Place>> groups; // by their characters
    for (Place &place : places())
      if (const Value &value = at(best_, place.path);
          model::isText(subject_, place.type) && value.is<model::Object>())
        groups[value.bytes()].push_back(std::move(place));
    bool changed = false;
    for (const auto &[characters, group] : groups) {
      if (group.size() < 2 || !std::ranges::all_of(group, [&](auto &g) { return exists(g); }))
        continue;
      const std::size_t count =
          *model::elementCount(subject_, group[0].type, at(best_, group[0].path));
      std::vector<TestCase> candidates;
      for (std::size_t kept = 0; kept < count; kept = std::max<std::size_t>(1, kept * 2))
        candidates.push_back(reshaped([&](TestCase &test) {
          for (const Place &place : group)
            removeElements(test, place, kept, count - kept);
        }));
      changed |= tryEach(candidates).has_value();
    }
    return changed;
  }

  void followInStruct(TestCase &test, const Path &path, std::uint64_t before) const {
    TypeId holder = rootType(subject_, test, path[0]);
    Value *value = &root(test, path[0]);
    for (std::size_t i = 1; i + 1 < path.size(); ++i) {
      const Type &type = subject_[holder];
      const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
      holder = fields ? model::fieldOf(type, *value, path[i]).type : type.element;
      value = &value->parts()[path[i]];
    }
    const Type &type = subject_[holder];
    if (type.kind == TypeKind::Struct)
      Siblings(subject_, type, *value).lengthsFollow(path.back(), before);
  }

  /// Keeps only the first elements: as few as powers of two allow.
  bool truncate(const Place &place, std::size_t fewest, std::size_t count) {
    std::vector<TestCase> candidates;
    for (std::size_t kept = std::min(fewest, count); kept < count;
         kept = std::max<std::size_t>(1, kept * 2))
      candidates.push_back(without(place, kept, count - kept));
    return tryEach(candidates).has_value();
  }

  /// A pointer's object, or an array without a bound: something of which there may be less.
  bool hasOwnElements(const Place &place, const Value &value) const {
    const Type &type = subject_[place.type];
    return value.is<model::Object>() || (type.kind == TypeKind::Array && type.count == 0 &&
                                         !(value.bytes().empty() && value.parts().empty()));
  }

  bool shorten(const Place &place) {
    if (!exists(place) || !hasOwnElements(place, at(best_, place.path)))
      return false;
    const bool mayBeEmpty = model::isText(subject_, place.type) ||
                            subject_[place.type].kind == TypeKind::Array ||
                            model::endsInNull(subject_, place.type, at(best_, place.path));
    const std::size_t fewest = std::max<std::size_t>(mayBeEmpty ? 0 : 1, declaredCount(place.path));
    const auto count = [&]() -> std::size_t {
      return *model::elementCount(subject_, place.type, at(best_, place.path));
    };
    bool changed = truncate(place, fewest, count());
    for (std::size_t run = count() / 2; run > 0; run /= 2)
      for (std::size_t end = count(); end > 0 && count() > fewest && budget_ > 0;) {
        const std::size_t removed = std::min({run, end, count() - fewest});
        const bool done = tryOne(without(place, end - removed, removed));
        changed |= done;
        end = done ? std::min(end - removed, count()) : end - removed;
      }
    return changed;
  }

  /// The scalars of a place, without a text's closing NUL.
  std::vector<Spot> spotsOf(const Place &place) {
    std::vector<Spot> spots;
    if (!exists(place) || at(best_, place.path).bytes().empty())
      return spots;
    const Type &outer = subject_[place.type];
    static const Type byte{.kind = TypeKind::Integer, .size = 1}; // behind a pointer to void
    const TypeId held = outer.kind == TypeKind::Pointer ? outer.element : place.type;
    const Type &scalar =
        subject_[held].kind == TypeKind::Void ? byte : subject_[model::scalarOf(subject_, held)];
    const std::string &bytes = at(best_, place.path).bytes();
    const std::size_t count = bytes.size() / scalar.size - model::isText(subject_, place.type);
    for (std::size_t i = 0; i < count; ++i) {
      Spot spot{&place, &scalar, i};
      if (scalar.kind != TypeKind::Float)
        spot.value = model::readInteger(scalar, bytes.data() + i * scalar.size);
      spots.push_back(spot);
    }
    return spots;
  }

  /// The scalars of one place to their simplest: all at once, then in halves.
  bool resetRuns(const Place &place) {
    const std::vector<Spot> spots = spotsOf(place);
    const bool text = model::isText(subject_, place.type);
    bool changed = false;
    for (std::size_t run = spots.size(); run > 1; run = (run + 1) / 2)
      for (std::size_t first = 0; first < spots.size(); first += run)
        changed |=
            resetRun(place, *spots[0].scalar, first, std::min(run, spots.size() - first), text);
    return changed;
  }

  bool simplifyScalars(const Place &place) {
    const std::vector<Spot> spots = spotsOf(place);
    bool changed = false;
    for (std::size_t i = spots.size(); i-- > 0;)
      changed |= simplifyTogether({&spots[i], 1});
    return changed;
  }

  /// Scalars can move together if they are of one kind and equal; floats and enumerations only if
  /// they are of one type.
  using Kin = std::tuple<int, std::size_t, Wide>;
  Kin kinOf(const Spot &spot) {
    const auto typeIndex = [&] {
      return static_cast<std::size_t>(spot.scalar - subject_.types.data());
    };
    switch (spot.scalar->kind) {
    case TypeKind::Float: {
      Wide bits = 0;
      std::memcpy(&bits, bytesOf(spot).data(), std::min(spot.scalar->size, sizeof bits));
      return {3, typeIndex(), bits};
    }
    case TypeKind::Enum:
      return {2, typeIndex(), spot.value};
    default:
      return {isCharacter(*spot.scalar) ? 1 : 0, 0, spot.value};
    }
  }

  bool simplifyEqual() {
    const std::vector<Place> all = places();
    std::map<Kin, std::vector<Spot>> groups;
    for (const Place &place : all)
      for (const Spot &spot : spotsOf(place))
        groups[kinOf(spot)].push_back(spot);
    bool changed = false;
    for (const auto &[kin, spots] : groups)
      if (spots.size() > 1)
        changed |= simplifyTogether(spots);
    return changed;
  }

  std::string_view bytesOf(const Spot &spot) {
    return std::string_view(at(best_, spot.place->path).bytes())
        .substr(spot.index * spot.scalar->size, spot.scalar->size);
  }

  /// Integers that are neither zero nor characters, by sign and then by how far they are from zero.
  std::vector<Spot> numbers(const std::vector<Place> &all) {
    std::vector<Spot> found;
    for (const Place &place : all)
      for (const Spot &spot : spotsOf(place))
        if (spot.scalar->kind == TypeKind::Integer && !isCharacter(*spot.scalar) &&
            spot.value != 0 && rank(spot.value).first < largestTied)
          found.push_back(spot);
    std::stable_sort(found.begin(), found.end(), [](const Spot &a, const Spot &b) {
      return std::pair(a.value < 0, rank(a.value)) < std::pair(b.value < 0, rank(b.value));
    });
    return found;
  }

  /// Takes the step for each number, and looks at the numbers anew after it.
  template <class Step> bool simplifyTied(Step step) {
    const std::vector<Place> all = places();
    bool changed = false;
    std::size_t different = 0;
    for (std::size_t i = 0; budget_ > 0; ++i) {
      const std::vector<Spot> sorted = numbers(all);
      if (i >= sorted.size() || different >= mostTied)
        break;
      if (i > 0 && sorted[i - 1].value == sorted[i].value)
        continue;
      ++different;
      changed |= step(sorted, i);
    }
    return changed;
  }

  /// The numbers from the i-th on that have the same sign and small gaps between them, moved by the
  /// same amount. The first is the nearest to zero, so all get simpler.
  bool shiftClose(const std::vector<Spot> &sorted, std::size_t i) {
    const auto isClose = [](Wide a, Wide b) {
      const Wide gap = a < b ? b - a : a - b;
      return (a < 0) == (b < 0) && (gap <= 16 || gap <= (a < 0 ? -a : a) / 4);
    };
    std::size_t end = i + 1;
    while (end < sorted.size() && isClose(sorted[end - 1].value, sorted[end].value))
      ++end;
    const Spots close = Spots(sorted).subspan(i, end - i);
    if (close.front().value == close.back().value)
      return false;
    return simplifyInteger(close.front(), false, [&](Wide first) {
      TestCase candidate = best_;
      for (const Spot &spot : close)
        write(candidate, spot, spot.value - close.front().value + first);
      return candidate;
    });
  }

  /// The i-th number and its multiples keep their factors; with the first number, all others keep
  /// their proportion to it, rounded towards zero.
  bool scale(const std::vector<Spot> &sorted, std::size_t i) {
    const Wide unit = sorted[i].value;
    std::vector<Spot> multiples;
    for (const Spot &spot : sorted)
      if (i == 0 ? rank(spot.value).first >= rank(unit).first : spot.value % unit == 0)
        multiples.push_back(spot);
    const bool anyFactor = std::any_of(multiples.begin(), multiples.end(),
                                       [&](const Spot &spot) { return spot.value != unit; });
    return anyFactor && simplifyInteger(sorted[i], false, [&](Wide next) {
             TestCase candidate = best_;
             for (const Spot &spot : multiples)
               write(candidate, spot, spot.value * next / unit);
             return candidate;
           });
  }

  bool resetRun(const Place &place, const Type &scalar, std::size_t first, std::size_t count,
                bool text) {
    TestCase candidate = best_;
    char *data = at(candidate, place.path).memory().data() + first * scalar.size;
    for (std::size_t i = 0; i < count; ++i, data += scalar.size)
      if (text)
        *data = *data == '\0' ? '\0' : 'a';
      else if (scalar.kind == TypeKind::Enum && !scalar.enumerators.empty())
        model::writeInteger(scalar, data, scalar.enumerators.front().value);
      else
        std::fill(data, data + scalar.size, '\0');
    return candidate != best_ && tryOne(std::move(candidate));
  }

  void write(TestCase &test, const Spot &spot, Wide value) const {
    model::writeInteger(*spot.scalar,
                        at(test, spot.place->path).memory().data() + spot.index * spot.scalar->size,
                        value);
  }

  TestCase with(Spots spots, Wide value) const {
    TestCase candidate = best_;
    for (const Spot &spot : spots)
      write(candidate, spot, value);
    model::repairLengths(subject_, candidate);
    return candidate;
  }

  /// Moves scalars that are equal, or a single one, to something simpler.
  bool simplifyTogether(Spots spots) {
    const Type &scalar = *spots.front().scalar;
    if (scalar.kind == TypeKind::Float)
      return simplifyFloat(spots, model::readFloat(scalar, bytesOf(spots.front()).data()));
    if (scalar.kind == TypeKind::Enum && !scalar.enumerators.empty())
      return simplifyEnum(spots);
    if (isCharacter(scalar))
      return simplifyCharacter(spots);
    return simplifyInteger(spots.front(), spots.size() == 1,
                           [&](Wide value) { return with(spots, value); });
  }

  bool simplifyEnum(Spots spots) {
    std::vector<TestCase> candidates;
    for (const model::Enumerator &enumerator : spots.front().scalar->enumerators) {
      if (enumerator.value == spots.front().value)
        break;
      candidates.push_back(with(spots, enumerator.value));
    }
    return tryEach(candidates).has_value();
  }

  /// NUL is the simplest, but no candidate in the middle of a text, which it would end early.
  bool mayBecomeNul(const Spot &spot) {
    const std::string &bytes = at(best_, spot.place->path).bytes();
    return !model::isText(subject_, spot.place->type) ||
           (spot.index + 2 < bytes.size() && bytes[spot.index + 1] == '\0');
  }

  bool simplifyCharacter(Spots spots) {
    const auto value = static_cast<unsigned char>(spots.front().value);
    if (value == 0)
      return false;
    std::vector<TestCase> candidates;
    if (std::all_of(spots.begin(), spots.end(), [&](const Spot &s) { return mayBecomeNul(s); }))
      candidates.push_back(with(spots, 0));
    // A letter or digit; what must be none of these and is a code may still become a sign.
    const std::string_view simple = rank(value) < firstCode ? "a0 b1A" : "a0 b1A._-!~\n\t";
    for (const char c : simple)
      if (rank(static_cast<unsigned char>(c)) < rank(value))
        candidates.push_back(with(spots, c));
    return tryEach(candidates).has_value();
  }

  /// Moves a number towards zero; `make` changes it, and what else is to change with it. Only a
  /// number that moves alone may change its sign: others may not be able to.
  template <class Make> bool simplifyInteger(const Spot &spot, bool alone, Make make) {
    const Wide value = spot.value;
    std::vector<Wide> values;
    const auto add = [&](Wide candidate) {
      candidate = model::wrap(*spot.scalar, spot.place->bitWidth, candidate);
      if (rank(candidate) < rank(value) &&
          (alone || candidate == 0 || (candidate < 0) == (value < 0)) &&
          std::find(values.begin(), values.end(), candidate) == values.end())
        values.push_back(candidate);
    };
    for (const int plain : {0, 1, -1, 2, 3, 10, 100})
      add(plain);
    const Wide half = value / 2, neighbour = value > 0 ? value - 1 : value + 1;
    add(half);
    add(neighbour);
    if (value < 0 && value != model::smallest(*spot.scalar, spot.place->bitWidth))
      add(-value);
    std::stable_sort(values.begin(), values.end(),
                     [](Wide a, Wide b) { return rank(a) < rank(b); });
    std::vector<TestCase> candidates;
    for (const Wide candidate : values)
      candidates.push_back(make(candidate));
    const auto kept = tryEach(candidates);
    if (!kept)
      return false;
    searchDown(*kept == 0 ? Wide{0} : values[*kept - 1], values[*kept], make);
    return true;
  }

  /// The effect holds at `holds` and not at `fails`, which is nearer to zero: narrows the gap.
  template <class Make> void searchDown(Wide fails, Wide holds, Make make) {
    if ((fails < 0) != (holds < 0))
      fails = 0;
    while (budget_ > 0 && (fails < holds ? holds - fails : fails - holds) > 1) {
      const Wide middle = fails + (holds - fails) / 2;
      (tryOne(make(middle)) ? holds : fails) = middle;
    }
  }

  bool simplifyFloat(Spots spots, long double value) {
    const Type &scalar = *spots.front().scalar;
    std::vector<long double> values = {0, 1, -1, 2, 0.5L, 10, 100, 1000, -2, -10, -100};
    if (std::isfinite(value)) {
      values.insert(values.end(), {std::trunc(value), std::trunc(value) + 1, std::trunc(value) - 1,
                                   std::trunc(value / 2), std::round(value * 4) / 4, -value});
    }
    for (long double &candidate : values) { // as the type can hold it
      char data[16];
      model::writeFloat(scalar, data, candidate);
      candidate = model::readFloat(scalar, data);
    }
    std::erase_if(values, [&](long double candidate) { return rank(candidate) >= rank(value); });
    std::stable_sort(values.begin(), values.end(),
                     [](long double a, long double b) { return rank(a) < rank(b); });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const auto make = [&](long double candidate) {
      TestCase changed = best_;
      for (const Spot &spot : spots)
        model::writeFloat(scalar,
                          at(changed, spot.place->path).memory().data() + spot.index * scalar.size,
                          candidate);
      return changed;
    };
    std::vector<TestCase> candidates;
    for (const long double candidate : values)
      candidates.push_back(make(candidate));
    const auto kept = tryEach(candidates);
    if (!kept)
      return false;
    const long double next = values[*kept];
    if (next == std::trunc(next) && std::abs(next) < 1e15L) {
      const long double below = *kept == 0 ? 0 : std::trunc(values[*kept - 1]);
      const bool nearer = std::abs(below) < std::abs(next);
      searchDown(nearer ? static_cast<Wide>(below) : Wide{0}, static_cast<Wide>(next),
                 [&](Wide whole) { return make(static_cast<long double>(whole)); });
    }
    return true;
  }

  const Subject &subject_;
  TestCase best_;
  const FirstWithEffect &firstWithEffect_;
  std::size_t budget_;
  LastCall lastCall_;
  std::set<std::uint64_t> judged_; // keys; only ever asked, so order is no matter
};

} // namespace

TestCase minimise(const Subject &subject, TestCase test, const FirstWithEffect &firstWithEffect,
                  std::size_t budget, LastCall lastCall) {
  return Minimiser(subject, std::move(test), firstWithEffect, budget, lastCall).run();
}

TestCase minimise(const Subject &subject, TestCase test, const EffectCheck &keepsEffect,
                  std::size_t budget, LastCall lastCall) {
  const FirstWithEffect first = [&](std::span<const TestCase> candidates) {
    const auto found = std::ranges::find_if(candidates, keepsEffect);
    return found == candidates.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - candidates.begin()));
  };
  return minimise(subject, std::move(test), first, budget, lastCall);
}

} // namespace campaign
