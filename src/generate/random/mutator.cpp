// Mutation of tests that did something new.
//
// An argument is chosen first and then a place inside it, so that a large struct does not starve an
// int beside it. Conditions between values (`y == x + 1`, `strcmp(a, b) == 0`) are met because some
// other scalar of the same test is shown to the scalar source before every change, and texts of
// both tests to the text source. A change in the number of elements carries the lengths along that
// said how many there were; after all changes, lengths that reach too far are lowered.
#include "generate/random/mutator.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace generate {

using model::Siblings;
using model::TestCase;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;
using model::Wide;

namespace {

constexpr std::size_t mostElements = 4096;
constexpr std::size_t mostParts = 64;
constexpr std::size_t mostPlaces = 400; // an argument with more of them grows no further

} // namespace

Mutator::Mutator(const model::Subject &subject, Builder &builder, ScalarSource &scalars,
                 TextSource &texts, support::Rng &rng)
    : subject_(subject), builder_(builder), scalars_(scalars), texts_(texts), rng_(rng) {}

void Mutator::setStep(TestCase &test, std::size_t step) {
  step_ = &test.steps[step];
  function_ = &subject_[step_->callable];
}

void Mutator::mutate(TestCase &test, const TestCase &donor, std::size_t step) {
  setStep(test, step);
  if (step_->arguments.empty() && function_->facts.supplies.empty())
    return;
  scalars_.startTest();
  texts_.startTest();
  builder_.beginChange(test);
  const std::uint64_t changes = rng_.oneIn(2) ? 1 : 1 + rng_.below(5);
  for (std::uint64_t i = 0; i < changes; ++i)
    changeOnce(test, donor);
  builder_.endChange(test);
}

void Mutator::cross(TestCase &test, const TestCase &other) {
  if (test.steps.size() != 1 || other.steps.size() != 1)
    return;
  setStep(test, 0);
  builder_.beginChange(test);
  const auto base = static_cast<std::uint32_t>(builder_.objects().size());
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < step_->arguments.size(); ++i) {
    if (rng_.oneIn(2)) {
      step_->arguments[i] = other.arguments()[i];
      model::labelForeign(step_->arguments[i], first, base);
    }
    first += model::countObjects(other.arguments()[i]);
  }
  crossSupplied(test, other, first, base);
  builder_.endChange(test);
}

/// Takes all that the other test supplies from some sources, and keeps the rest.
/// `first` is the number of its first object there, `base` where labels of foreign objects begin.
void Mutator::crossSupplied(TestCase &test, const TestCase &other, std::uint32_t first,
                            std::uint32_t base) {
  std::vector<model::Supplied> theirs = other.supplied;
  for (model::Supplied &each : theirs) {
    const std::uint32_t objects = model::countObjects(each.value);
    model::labelForeign(each.value, first, base);
    first += objects;
  }
  std::vector<model::Supplied> mixed;
  for (const model::SupplyId source : function_->facts.supplies) {
    const std::vector<model::Supplied> &from = rng_.oneIn(2) ? theirs : test.supplied;
    std::copy_if(from.begin(), from.end(), std::back_inserter(mixed),
                 [&](const model::Supplied &each) { return each.source == source; });
  }
  test.supplied = std::move(mixed);
}

/// Changes what one source supplies: the contents, or how many calls.
void Mutator::changeSupplied(TestCase &test, const TestCase &donor) {
  const model::SupplyId source =
      function_->facts.supplies[rng_.below(function_->facts.supplies.size())];
  const model::Supply &supply = subject_[source];
  std::vector<model::Supplied> &all = test.supplied;
  const auto isLess = [](const model::Supplied &each, model::SupplyId id) {
    return each.source < id;
  };
  const auto begin = std::lower_bound(all.begin(), all.end(), source, isLess);
  const auto end =
      std::find_if(begin, all.end(), [&](const auto &each) { return each.source != source; });
  const auto count = static_cast<std::uint32_t>(end - begin);
  const bool isStub = supply.kind != model::Supply::Kind::Variable;
  if (isStub && count < mostCalls && subject_[supply.type].size > 0 &&
      (count == 0 || rng_.oneIn(4))) {
    model::Supplied added{source, count, {}};
    builder_.element(supply.type, added.value);
    all.insert(end, std::move(added));
    return;
  }
  if (count == 0)
    return;
  if (isStub && rng_.oneIn(8)) {
    all.erase(end - 1);
    return;
  }
  Value &value = begin[static_cast<std::ptrdiff_t>(rng_.below(count))].value;
  if (isStub && rng_.oneIn(8)) {
    value = begin[static_cast<std::ptrdiff_t>(rng_.below(count))].value;
    return;
  }
  if (rng_.oneIn(12)) {
    builder_.element(supply.type, value);
    return;
  }
  if (!step_->arguments.empty()) {
    const std::size_t shown = rng_.below(step_->arguments.size());
    rememberSome(function_->parameters[shown].type, step_->arguments[shown]);
  }
  places_.clear();
  if (subject_[supply.type].kind == TypeKind::Pointer ||
      model::isKeptAsBytes(subject_, supply.type))
    places_.push_back({&value, supply.type, std::nullopt, 0});
  collectInside(supply.type, value);
  if (!places_.empty())
    change(places_[rng_.below(places_.size())], donor);
}

void Mutator::changeOnce(TestCase &test, const TestCase &donor) {
  const std::size_t roots = step_->arguments.size() + function_->facts.supplies.size();
  if (!function_->facts.supplies.empty() && rng_.below(roots) >= step_->arguments.size())
    return changeSupplied(test, donor);
  if (rng_.oneIn(12) && changeArguments())
    return;
  if (rng_.oneIn(12) && shiftTogether())
    return;
  const Siblings arguments(subject_, *function_, step_->arguments, &builder_.objects());
  const std::size_t chosen = rng_.below(arguments.size());
  if (arguments[chosen].is<model::FromSlot>())
    return;
  if (rng_.oneIn(12)) {
    builder_.rebuild(arguments, chosen);
    return;
  }
  const std::size_t shown = rng_.below(arguments.size());
  rememberSome(arguments.type(shown), arguments[shown]);
  places_.clear();
  collect(arguments, chosen);
  if (!places_.empty())
    change(places_[rng_.below(places_.size())], donor);
}

/// Copies one argument to another of the same type, or swaps them.
bool Mutator::changeArguments() {
  const std::size_t a = rng_.below(step_->arguments.size());
  const std::size_t b = rng_.below(step_->arguments.size());
  if (a == b || function_->parameters[a].type != function_->parameters[b].type ||
      function_->parameters[a].pass != function_->parameters[b].pass ||
      function_->parameters[a].pass == model::Pass::Given)
    return false;
  if (rng_.oneIn(2))
    std::swap(step_->arguments[a], step_->arguments[b]);
  else
    step_->arguments[a] = step_->arguments[b];
  return true;
}

/// Adds the same number to several integers, which keeps differences (`y == x + 1`) as they are.
bool Mutator::shiftTogether() {
  const Siblings arguments(subject_, *function_, step_->arguments);
  const Wide step = static_cast<Wide>(1 + rng_.below(rng_.oneIn(2) ? 4 : 100));
  const Wide delta = rng_.oneIn(2) ? step : -step;
  std::size_t shifted = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Type &type = subject_[arguments.type(i)];
    if (type.kind != TypeKind::Integer || arguments.isLength(i) || rng_.oneIn(3))
      continue;
    char *data = arguments[i].memory().data();
    const auto sum = static_cast<unsigned __int128>(model::readInteger(type, data)) +
                     static_cast<unsigned __int128>(delta);
    model::writeInteger(type, data, static_cast<Wide>(sum));
    ++shifted;
  }
  return shifted > 0;
}

void Mutator::collect(const Siblings &siblings, std::size_t index) {
  const TypeId type = siblings.type(index);
  const TypeKind kind = subject_[type].kind;
  if (siblings[index].is<model::FromSlot>())
    return;
  if (kind == TypeKind::Pointer || kind == TypeKind::Union || model::isKeptAsBytes(subject_, type))
    places_.push_back({&siblings[index], type, siblings, index});
  collectInside(type, siblings[index]);
}

void Mutator::collectInside(TypeId id, Value &value) {
  if (value.parts().empty())
    return;
  const Type &type = subject_[id];
  if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union) {
    const Siblings fields(subject_, type, value, &builder_.objects());
    for (std::size_t i = 0; i < fields.size(); ++i)
      collect(fields, i);
    return;
  }
  for (Value &part : value.parts()) {
    const TypeKind kind = subject_[type.element].kind;
    if (kind == TypeKind::Pointer || kind == TypeKind::Union)
      places_.push_back({&part, type.element, std::nullopt, 0});
    collectInside(type.element, part);
  }
}

void Mutator::change(const Place &place, const TestCase &donor) {
  if (subject_[place.type].kind == TypeKind::Pointer)
    changePointer(place, donor);
  else if (place.siblings && place.siblings->isLength(place.index))
    changeLength(*place.siblings, place.index);
  else if (subject_[place.type].kind == TypeKind::Union)
    builder_.element(place.type, *place.value);
  else if (isTail(place) && rng_.oneIn(3))
    resizeTail(place);
  else
    changeBytes(place);
}

/// An array without a bound that has elements: `char data[]`.
bool Mutator::isTail(const Place &place) const {
  const Type &type = subject_[place.type];
  return type.kind == TypeKind::Array && type.count == 0 && !place.value->bytes().empty();
}

void Mutator::resizeTail(const Place &place) {
  const auto before = *model::elementCount(subject_, place.type, *place.value);
  resizeBytes(place);
  if (place.siblings)
    place.siblings->lengthsFollow(place.index, before);
}

void Mutator::changeLength(const Siblings &siblings, std::size_t index) {
  const auto limit = siblings.lengthLimit(index);
  if (!limit || rng_.oneIn(2))
    builder_.chooseLength(siblings, index);
  else if (rng_.oneIn(2))
    siblings.setLength(index, static_cast<Wide>(rng_.below(*limit + 1)));
  else
    siblings.setLength(index, siblings.length(index) + (rng_.oneIn(2) ? 1 : -1));
  const Type &type = subject_[siblings.type(index)];
  siblings.setLength(index, model::wrap(type, siblings.bitWidth(index), siblings.length(index)));
}

bool Mutator::isMeasured(const Place &place) const {
  bool measured = false;
  if (place.siblings)
    place.siblings->forEachPair(
        [&](const model::LengthPair &pair) { measured = measured || pair.pointer == place.index; });
  return measured;
}

void Mutator::makeNull(const Place &place) {
  *place.value = model::Null{};
  if (place.siblings && !rng_.oneIn(8))
    place.siblings->forEachPair([&](const model::LengthPair &pair) {
      if (pair.pointer == place.index)
        place.siblings->setLength(pair.length, 0);
    });
}

/// Sets the lengths that measure a pointer to what it refers to now.
void Mutator::chooseLengths(const Place &place) {
  if (place.siblings)
    place.siblings->forEachPair([&](const model::LengthPair &pair) {
      if (pair.pointer == place.index)
        builder_.chooseLength(*place.siblings, pair.length);
    });
}

/// Makes a pointer refer to a new object, or into one that is there.
void Mutator::redirect(const Place &place) {
  if (rng_.oneIn(3) && builder_.inside(place.type, *place.value)) {
    chooseLengths(place);
    return;
  }
  if (places_.size() > mostPlaces)
    return;
  std::optional<std::uint64_t> count;
  if (isMeasured(place))
    count = builder_.count(1);
  else if (place.siblings && place.siblings->declaredCount(place.index) != 0)
    count = place.siblings->declaredCount(place.index);
  builder_.newObject(place.type, count, *place.value);
  chooseLengths(place);
}

void Mutator::changePointer(const Place &place, const TestCase &donor) {
  Value &value = *place.value;
  if (value.is<model::Callback>()) {
    makeNull(place);
    return;
  }
  if (value.is<model::Null>()) {
    redirect(place);
    return;
  }
  if (rng_.oneIn(16)) {
    makeNull(place);
    return;
  }
  if (!value.is<model::Object>() || rng_.oneIn(24)) {
    redirect(place);
    return;
  }
  const auto before = *model::elementCount(subject_, place.type, value);
  if (model::isText(subject_, place.type))
    changeText(place, donor);
  else if (!value.parts().empty())
    resizeParts(place);
  else if (rng_.oneIn(3))
    resizeBytes(place);
  else
    changeBytes(place);
  if (place.siblings)
    place.siblings->lengthsFollow(place.index, before);
}

void Mutator::changeText(const Place &place, const TestCase &donor) {
  donorText_.clear();
  if (!donor.arguments().empty()) {
    const Value &other = donor.arguments()[rng_.below(donor.arguments().size())];
    donorText_.assign(other.bytes(), 0, std::min<std::size_t>(other.bytes().find('\0'), 256));
  }
  text_.assign(place.value->bytes(), 0, place.value->bytes().size() - 1);
  const bool measured = isMeasured(place);
  if (!measured && !subject_[place.type].pointeeIsConst && rng_.oneIn(2)) {
    // A buffer: change the string in it, keep the room.
    const std::size_t room = text_.size();
    text_.resize(std::min(text_.find('\0'), room));
    texts_.mutate(text_, &donorText_);
    text_.resize(std::max(room, text_.size()), '\0');
  } else if (rng_.oneIn(12)) {
    texts_.fill(text_);
  } else {
    texts_.mutate(text_, &donorText_);
  }
  text_.resize(std::min(text_.size(), mostElements));
  builder_.storeText(place.type, measured, text_, place.value->as<model::Object>());
}

/// Changes scalars in place: one of them, or how several stand to each other.
void Mutator::changeBytes(const Place &place) {
  const TypeId held =
      subject_[place.type].kind == TypeKind::Pointer ? subject_[place.type].element : place.type;
  std::string &bytes = place.value->memory();
  const Type &scalar = subject_[held].kind == TypeKind::Void
                           ? builder_.bufferElement(bytes.size())
                           : subject_[model::scalarOf(subject_, held)];
  const std::size_t count = scalar.size == 0 ? 0 : bytes.size() / scalar.size;
  if (count == 0)
    return;
  const auto at = [&](std::size_t i) { return bytes.data() + i * scalar.size; };
  const std::size_t a = rng_.below(count), b = rng_.below(count);
  const auto bitWidth =
      place.siblings ? place.siblings->bitWidth(place.index) : std::optional<std::uint32_t>();
  switch (count == 1 ? 7 : rng_.below(8)) {
  case 0:
    if (a != b)
      std::swap_ranges(at(a), at(a) + scalar.size, at(b));
    break;
  case 1:
    std::memmove(at(a), at(b), scalar.size);
    break;
  case 2:
    scalars_.fillArray(scalar, at(std::min(a, b)), std::max(a, b) - std::min(a, b) + 1);
    break;
  default:
    scalars_.remember(scalar, at(b));
    scalars_.mutate(scalar, bitWidth, at(a));
  }
}

/// An object keeps as many elements as its parameter is declared to have.
std::size_t Mutator::fewestElements(const Place &place) const {
  const std::uint64_t declared = place.siblings ? place.siblings->declaredCount(place.index) : 0;
  return std::max<std::size_t>(1, declared);
}

/// Inserts, removes or repeats elements of an object that is kept as bytes.
void Mutator::resizeBytes(const Place &place) {
  std::string &bytes = place.value->memory();
  const TypeId element = subject_[place.type].element;
  const std::size_t size = model::pointeeSize(subject_, element);
  const std::size_t count = bytes.size() / size;
  const std::size_t at = rng_.below(count) * size;
  if (count > fewestElements(place) && rng_.oneIn(2)) {
    bytes.erase(at, size * std::min<std::size_t>(count - fewestElements(place),
                                                 1 + rng_.below(rng_.oneIn(2) ? 1 : 8)));
    return;
  }
  if (count >= mostElements)
    return;
  const std::string copy = bytes.substr(at, size);
  bytes.insert(at, copy);
  const Type &scalar = subject_[model::scalarOf(subject_, element)];
  if (!rng_.oneIn(3) && scalar.size > 0)
    scalars_.fillArray(scalar, bytes.data() + at, size / scalar.size);
}

void Mutator::resizeParts(const Place &place) {
  std::vector<Value> &parts = place.value->as<model::Object>().parts;
  const TypeId element = subject_[place.type].element;
  const std::size_t at = rng_.below(parts.size());
  if (model::flexibleField(subject_, element)) { // it must stay the only one
    builder_.soleElement(element, parts[at]);
    return;
  }
  const bool mayGrow = parts.size() < mostParts && places_.size() <= mostPlaces;
  const auto position = parts.begin() + static_cast<std::ptrdiff_t>(at);
  switch (rng_.below(5)) {
  case 0:
    if (parts.size() > fewestElements(place))
      parts.erase(position);
    break;
  case 1:
    std::swap(parts[at], parts[rng_.below(parts.size())]);
    break;
  case 2:
    if (mayGrow)
      parts.insert(position, Value(parts[at]));
    break;
  case 3:
    if (mayGrow) {
      const bool ends = model::endsInNull(subject_, place.type, *place.value);
      const auto added = parts.emplace(parts.end() - (ends ? 1 : 0));
      builder_.element(element, *added);
    }
    break;
  default:
    builder_.element(element, parts[at]);
  }
}

/// Shows one scalar or text of a value to the sources.
void Mutator::rememberSome(TypeId id, const Value &value) {
  const Type &type = subject_[id];
  if (!value.parts().empty()) {
    const std::size_t i = rng_.below(value.parts().size());
    const bool fields = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
    rememberSome(fields ? model::fieldOf(type, value, i).type : type.element, value.parts()[i]);
    return;
  }
  if (value.bytes().empty())
    return;
  if (model::isText(subject_, id)) {
    text_.assign(value.bytes(), 0, value.bytes().find('\0'));
    texts_.remember(text_);
    return;
  }
  const TypeId held = type.kind == TypeKind::Pointer ? type.element : id;
  const Type &scalar = subject_[held].kind == TypeKind::Void
                           ? builder_.bufferElement(value.bytes().size())
                           : subject_[model::scalarOf(subject_, held)];
  scalars_.remember(scalar, value.bytes().data() +
                                scalar.size * rng_.below(value.bytes().size() / scalar.size));
}

} // namespace generate
