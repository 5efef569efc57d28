// Making a test simple.
//
// First everything at once, then argument by argument, is replaced by the simplest value of its
// type: most arguments do not matter for what a test was kept for. Then rounds of small steps until
// a whole round changes nothing: lists cut, elements removed in runs of halving length, scalars set
// to zero in runs of halving length, and each scalar that is left moved towards zero. Every step
// makes the test strictly simpler (fewer elements, or the same with a scalar of lower rank), so the
// rounds end.
//
// Running a candidate costs much more than making it, and several together cost little more than
// one. So steps are judged in batches of alternatives from which the first that keeps the effect is
// taken; alternatives are ordered simplest first.
//
// A number that can't become 0, 1 or another plain number is moved by a search between the largest
// one known to fail and itself. A number that must be exact (x == 4711) shows by its neighbour's
// failing, and costs no search.
#include "campaign/minimise.h"

#include "model/value_access.h"
#include "support/hash.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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

/// Where a value is inside a test: an argument, then parts.
using Path = std::vector<std::size_t>;

constexpr std::size_t searchWidth = 6;

Value &at(TestCase &test, const Path &path) {
  Value *value = &test.arguments[path[0]];
  for (std::size_t i = 1; i < path.size(); ++i)
    value = &value->parts[path[i]];
  return *value;
}

struct Place {
  Path path;
  TypeId type;
  std::optional<std::uint32_t> bitWidth;
  bool recursive = false; // a pointer inside an object of the type it points to
};

void collect(const Subject &subject, const Place &place, const Value &value,
             std::vector<TypeId> &enclosing, std::vector<Place> &out) {
  const Type &type = subject[place.type];
  out.push_back(place);
  if (value.parts.empty())
    return;
  const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
  if (!fields)
    enclosing.push_back(type.element);
  for (std::size_t i = 0; i < value.parts.size(); ++i) {
    Place inner{place.path, fields ? type.fields[i].type : type.element, {}, false};
    inner.path.push_back(i);
    if (fields)
      inner.bitWidth = type.fields[i].bitWidth;
    const Type &innerType = subject[inner.type];
    inner.recursive =
        innerType.kind == TypeKind::Pointer &&
        std::find(enclosing.begin(), enclosing.end(), innerType.element) != enclosing.end();
    collect(subject, inner, value.parts[i], enclosing, out);
  }
  if (!fields)
    enclosing.pop_back();
}

/// How simple a character reads: letters and digits before space before signs before codes.
int rank(unsigned char c) {
  constexpr std::string_view order =
      "a0 bcdefghijklmnopqrstuvwxyz123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::size_t found = order.find(static_cast<char>(c));
  if (found != std::string_view::npos)
    return static_cast<int>(found);
  return c > ' ' && c < 127 ? 100 + c : 1000 + c;
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

void appendKey(const Value &value, std::string &key) {
  key += static_cast<char>(value.kind);
  key += std::to_string(value.bytes.size()) + '/' + std::to_string(value.parts.size()) + ':';
  key += value.bytes;
  for (const Value &part : value.parts)
    appendKey(part, key);
}

std::uint64_t keyOf(const TestCase &test) {
  std::string key;
  for (const Value &argument : test.arguments)
    appendKey(argument, key);
  return support::hash(key);
}

class Minimiser {
public:
  Minimiser(const Subject &subject, TestCase test, const EffectCheck &keepsEffect,
            std::size_t budget)
      : subject_(subject), function_(subject[test.function]), best_(std::move(test)),
        keepsEffect_(keepsEffect), budget_(budget) {}

  TestCase run() {
    simplifyArguments();
    bool changed = true;
    while (changed && budget_ > 0) {
      changed = false;
      // Places are collected anew after each kind of step: the steps before may have removed some.
      for (const Place &place : places())
        changed |= cut(place);
      for (const Place &place : places())
        changed |= shorten(place);
      for (const Place &place : places())
        changed |= simplifyScalars(place);
    }
    return std::move(best_);
  }

private:
  std::vector<Place> places() const {
    std::vector<Place> found;
    std::vector<TypeId> enclosing;
    for (std::size_t i = 0; i < best_.arguments.size(); ++i)
      collect(subject_, {{i}, function_.parameters[i].type, {}, false}, best_.arguments[i],
              enclosing, found);
    return found;
  }

  /// True if the path still leads somewhere (an earlier step may have cut it off).
  bool exists(const Path &path) {
    const Value *value = &best_.arguments[path[0]];
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (path[i] >= value->parts.size())
        return false;
      value = &value->parts[path[i]];
    }
    return true;
  }

  /// Judges the candidates, simplest first; takes the first that keeps the effect and says which.
  /// Those that failed before are not judged again: the last round, which changes nothing, is free.
  std::optional<std::size_t> tryEach(std::vector<TestCase> &candidates) {
    std::vector<TestCase> fresh;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < candidates.size() && fresh.size() < budget_; ++i)
      if (failed_.insert(keyOf(candidates[i])).second) {
        fresh.push_back(std::move(candidates[i]));
        places.push_back(i);
      }
    if (fresh.empty())
      return std::nullopt;
    budget_ -= fresh.size();
    const std::vector<bool> kept = keepsEffect_(fresh);
    assert(kept.size() == fresh.size());
    const auto first = std::find(kept.begin(), kept.end(), true) - kept.begin();
    if (first == std::ssize(fresh))
      return std::nullopt;
    best_ = std::move(fresh[static_cast<std::size_t>(first)]);
    return places[static_cast<std::size_t>(first)];
  }

  bool tryOne(TestCase candidate) {
    std::vector<TestCase> one;
    one.push_back(std::move(candidate));
    return tryEach(one).has_value();
  }

  Value simplestFor(std::size_t argument) const {
    Value value = model::simplestValue(subject_, function_.parameters[argument].type);
    setFirstEnumerators(function_.parameters[argument].type, value);
    return value;
  }

  void setFirstEnumerators(TypeId id, Value &value) const {
    const Type &type = subject_[id];
    if (type.kind == TypeKind::Enum && !type.enumerators.empty())
      model::writeInteger(type, value.bytes.data(), type.enumerators.front().value);
    const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
    for (std::size_t i = 0; i < value.parts.size(); ++i)
      setFirstEnumerators(fields ? type.fields[i].type : type.element, value.parts[i]);
  }

  void simplifyArguments() {
    TestCase all = best_;
    for (std::size_t i = 0; i < all.arguments.size(); ++i)
      all.arguments[i] = simplestFor(i);
    if (all == best_ || tryOne(std::move(all)))
      return;
    for (std::size_t i = 0; i < best_.arguments.size(); ++i) {
      TestCase candidate = best_;
      candidate.arguments[i] = simplestFor(i);
      model::repairLengths(subject_, candidate);
      if (candidate != best_)
        tryOne(std::move(candidate));
    }
  }

  /// Ends lists and trees earlier.
  bool cut(const Place &place) {
    if (!place.recursive || !exists(place.path) ||
        at(best_, place.path).kind != Value::Kind::Object)
      return false;
    TestCase candidate = best_;
    at(candidate, place.path) = Value{.kind = Value::Kind::Null};
    return tryOne(std::move(candidate));
  }

  /// Removes `count` elements of an object from `first` on; lengths follow.
  TestCase without(const Place &place, std::size_t first, std::size_t count) const {
    TestCase candidate = best_;
    Value &value = at(candidate, place.path);
    const auto before = *model::elementCount(subject_, place.type, value);
    if (value.parts.empty()) {
      const std::size_t size = subject_[subject_[place.type].element].size;
      value.bytes.erase(first * size, count * size);
    } else {
      const auto begin = value.parts.begin() + static_cast<std::ptrdiff_t>(first);
      value.parts.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    if (place.path.size() == 1)
      Siblings(subject_, function_, candidate.arguments).lengthsFollow(place.path[0], before);
    else
      followInStruct(candidate, place.path, before);
    model::repairLengths(subject_, candidate);
    return candidate;
  }

  void followInStruct(TestCase &test, const Path &path, std::uint64_t before) const {
    TypeId holder = function_.parameters[path[0]].type;
    for (std::size_t i = 1; i + 1 < path.size(); ++i) {
      const Type &type = subject_[holder];
      const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
      holder = fields ? type.fields[path[i]].type : type.element;
    }
    const Type &type = subject_[holder];
    if (type.kind == TypeKind::Struct)
      Siblings(subject_, type, at(test, Path(path.begin(), path.end() - 1)).parts)
          .lengthsFollow(path.back(), before);
  }

  /// Keeps only the first elements: as few as powers of two allow.
  bool truncate(const Place &place, std::size_t fewest, std::size_t count) {
    std::vector<TestCase> candidates;
    for (std::size_t kept = fewest; kept < count; kept = std::max<std::size_t>(1, kept * 2))
      candidates.push_back(without(place, kept, count - kept));
    return tryEach(candidates).has_value();
  }

  bool shorten(const Place &place) {
    if (!exists(place.path) || at(best_, place.path).kind != Value::Kind::Object)
      return false;
    const std::size_t fewest = model::isText(subject_, place.type) ? 0 : 1;
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

  /// The scalars of one place: all at once to their simplest, then halves, then each by itself.
  bool simplifyScalars(const Place &place) {
    if (!exists(place.path) || at(best_, place.path).bytes.empty())
      return false;
    const Type &outer = subject_[place.type];
    const bool pointer = outer.kind == TypeKind::Pointer;
    const Type &scalar = subject_[model::scalarOf(subject_, pointer ? outer.element : place.type)];
    const bool text = model::isText(subject_, place.type);
    const std::size_t count = at(best_, place.path).bytes.size() / scalar.size - text;
    bool changed = false;
    for (std::size_t run = count; run > 1; run = (run + 1) / 2)
      for (std::size_t first = 0; first < count; first += run)
        changed |= resetRun(place, scalar, first, std::min(run, count - first), text);
    for (std::size_t i = count; i-- > 0;)
      changed |= simplifyScalar(place, scalar, i, text);
    return changed;
  }

  bool resetRun(const Place &place, const Type &scalar, std::size_t first, std::size_t count,
                bool text) {
    TestCase candidate = best_;
    char *data = at(candidate, place.path).bytes.data() + first * scalar.size;
    for (std::size_t i = 0; i < count; ++i, data += scalar.size)
      if (text)
        *data = *data == '\0' ? '\0' : 'a';
      else if (scalar.kind == TypeKind::Enum && !scalar.enumerators.empty())
        model::writeInteger(scalar, data, scalar.enumerators.front().value);
      else
        std::fill(data, data + scalar.size, '\0');
    return candidate != best_ && tryOne(std::move(candidate));
  }

  TestCase with(const Place &place, const Type &scalar, std::size_t index, Wide value) const {
    TestCase candidate = best_;
    model::writeInteger(scalar, at(candidate, place.path).bytes.data() + index * scalar.size,
                        value);
    model::repairLengths(subject_, candidate);
    return candidate;
  }

  bool simplifyScalar(const Place &place, const Type &scalar, std::size_t index, bool text) {
    const char *data = at(best_, place.path).bytes.data() + index * scalar.size;
    if (scalar.kind == TypeKind::Float)
      return simplifyFloat(place, scalar, index, model::readFloat(scalar, data));
    const Wide value = model::readInteger(scalar, data);
    if (scalar.kind == TypeKind::Enum && !scalar.enumerators.empty())
      return simplifyEnum(place, scalar, index, value);
    if (scalar.isChar && scalar.size == 1)
      return simplifyCharacter(place, scalar, index, static_cast<unsigned char>(*data), text);
    return simplifyInteger(place, scalar, index, value);
  }

  bool simplifyEnum(const Place &place, const Type &scalar, std::size_t index, Wide value) {
    std::vector<TestCase> candidates;
    for (const model::Enumerator &enumerator : scalar.enumerators) {
      if (enumerator.value == value)
        break;
      candidates.push_back(with(place, scalar, index, enumerator.value));
    }
    return tryEach(candidates).has_value();
  }

  /// NUL is the simplest, but no candidate in the middle of a text, which it would end early.
  bool simplifyCharacter(const Place &place, const Type &scalar, std::size_t index,
                         unsigned char value, bool text) {
    if (value == 0)
      return false;
    std::vector<TestCase> candidates;
    const std::string &bytes = at(best_, place.path).bytes;
    if (!text || (index + 2 < bytes.size() && bytes[index + 1] == '\0'))
      candidates.push_back(with(place, scalar, index, 0));
    constexpr std::string_view simple = "a0 b1A";
    for (const char c : simple)
      if (rank(static_cast<unsigned char>(c)) < rank(value))
        candidates.push_back(with(place, scalar, index, c));
    return tryEach(candidates).has_value();
  }

  bool simplifyInteger(const Place &place, const Type &scalar, std::size_t index, Wide value) {
    std::vector<Wide> values;
    const auto add = [&](Wide candidate) {
      candidate = model::wrap(scalar, place.bitWidth, candidate);
      if (rank(candidate) < rank(value) &&
          std::find(values.begin(), values.end(), candidate) == values.end())
        values.push_back(candidate);
    };
    for (const int plain : {0, 1, -1, 2, 3, 10, 100})
      add(plain);
    const Wide half = value / 2, neighbour = value > 0 ? value - 1 : value + 1;
    add(half);
    add(neighbour);
    if (value < 0 && value != model::smallest(scalar, place.bitWidth))
      add(-value);
    std::stable_sort(values.begin(), values.end(),
                     [](Wide a, Wide b) { return rank(a) < rank(b); });
    std::vector<TestCase> candidates;
    for (const Wide candidate : values)
      candidates.push_back(with(place, scalar, index, candidate));
    const auto kept = tryEach(candidates);
    if (!kept)
      return false;
    searchDown(*kept == 0 ? Wide{0} : values[*kept - 1], values[*kept],
               [&](Wide next) { return with(place, scalar, index, next); });
    return true;
  }

  /// The effect holds at `holds` and not at `fails`, which is nearer to zero: narrows the gap.
  template <class Make> void searchDown(Wide fails, Wide holds, Make make) {
    if ((fails < 0) != (holds < 0))
      fails = 0;
    while (budget_ > 0 && (fails < holds ? holds - fails : fails - holds) > 1) {
      std::vector<Wide> values;
      for (std::size_t i = 1; i <= searchWidth; ++i) {
        const Wide step = (holds - fails) / static_cast<Wide>(searchWidth + 1);
        const Wide next = step == 0 ? fails + (holds > fails ? Wide(i) : -Wide(i))
                                    : fails + step * static_cast<Wide>(i);
        if (next == holds)
          break;
        values.push_back(next);
      }
      std::vector<TestCase> candidates;
      for (const Wide value : values)
        candidates.push_back(make(value));
      const auto kept = tryEach(candidates);
      if (!kept)
        fails = values.back();
      else {
        holds = values[*kept];
        fails = *kept == 0 ? fails : values[*kept - 1];
      }
    }
  }

  bool simplifyFloat(const Place &place, const Type &scalar, std::size_t index, long double value) {
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
      model::writeFloat(scalar, at(changed, place.path).bytes.data() + index * scalar.size,
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
  const model::Function &function_;
  TestCase best_;
  const EffectCheck &keepsEffect_;
  std::size_t budget_;
  std::set<std::uint64_t>
      failed_; // keys of what was judged; only ever asked, so order is no matter
};

} // namespace

TestCase minimise(const Subject &subject, TestCase test, const EffectCheck &keepsEffect,
                  std::size_t budget) {
  return Minimiser(subject, std::move(test), keepsEffect, budget).run();
}

} // namespace campaign
