// Fresh values by type.
//
// A value is built top-down. Four things bound it: a pointer to a type that is already being built
// (lists, trees) is null at a small depth, so is every pointer at a larger one, the number of
// objects in one test is limited, and so is the size of each. Each object is entered into a table
// before what it holds is built, so that pointers may refer to it: equal arguments, overlapping
// arrays, shared and cyclic structure. Length pairs are built together: the length is drawn first,
// the objects it measures get that many elements (or more, when several share it), and then the
// length argument says so, or less.
#include "generate/random/builder.h"

#include "model/literals.h"
#include "model/supplies.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace generate {

using model::Siblings;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;
using model::Wide;

namespace {

constexpr std::uint32_t objectsPerTest = 64;
constexpr std::size_t deepestRecursion = 4;
constexpr std::size_t deepestNesting = 8;
constexpr std::size_t mostPlacesInside = 64;
constexpr std::uint64_t mostBytes = 1 << 16;
constexpr std::uint64_t mostParts = 32;
constexpr std::int64_t largestLength = 8192; // of those that the program names

} // namespace

Builder::Builder(const model::Subject &subject, const Dictionary &dictionary, ScalarSource &scalars,
                 TextSource &texts, support::Rng &rng)
    : subject_(subject), dictionary_(dictionary), scalars_(scalars), texts_(texts), rng_(rng),
      hasLiterals_(std::ranges::any_of(
          subject.types, [](const Type &type) { return type.literal != model::Literal::None; })),
      canPoint_(subject.types.size(), -1), members_(subject.types.size()) {}

bool Builder::canPoint(TypeId pointer) {
  signed char &known = canPoint_[pointer.index];
  if (known < 0)
    known = model::canPointToObject(subject_, pointer);
  return known != 0;
}

const std::vector<std::uint32_t> &Builder::membersOf(TypeId unionType) {
  std::vector<std::uint32_t> &members = members_[unionType.index];
  if (members.empty())
    members = model::unionMembers(subject_, unionType);
  return members;
}

void Builder::test(model::FunctionId id, model::TestCase &out) {
  const model::Function &function = subject_[id];
  out.steps.resize(1);
  out.observers.clear();
  model::Step &step = out.last();
  step.slot.reset();
  step.callable = id;
  step.arguments.resize(function.parameters.size());
  scalars_.startTest();
  texts_.startTest();
  startChange(id);
  objects_.clear();
  startValue();
  siblings(Siblings(subject_, function, step.arguments, &objects_));
  supplied(function.facts.supplies, out.supplied);
  out.endsAfterZeros.reset();
  endChange(out);
}

void Builder::beginSequence(model::TestCase &test) {
  scalars_.startTest();
  texts_.startTest();
  mayAlias_ = false;
  model::labelObjects(subject_, test, objects_);
}

void Builder::arguments(model::FunctionId id, std::vector<Value> &out) {
  const model::Function &function = subject_[id];
  out.resize(function.parameters.size());
  startValue();
  siblings(Siblings(subject_, function, out, &objects_));
}

void Builder::endSequence(model::TestCase &test) {
  std::set<model::SupplyId> asked;
  for (const model::Step &step : test.steps)
    asked.insert(subject_[step.callable].facts.supplies.begin(),
                 subject_[step.callable].facts.supplies.end());
  supplied(std::vector(asked.begin(), asked.end()), test.supplied);
  endChange(test);
}

void Builder::startChange(model::FunctionId function) {
  const auto &parameters = subject_[function].parameters;
  // Most tests do without: rings and overlaps send many functions astray.
  mayAlias_ = rng_.oneIn(6) &&
              std::none_of(parameters.begin(), parameters.end(),
                           [](const model::Parameter &parameter) { return parameter.isRestrict; });
}

void Builder::beginChange(model::TestCase &test) {
  startChange(test.function());
  model::labelObjects(subject_, test, objects_);
}

void Builder::endChange(model::TestCase &test) {
  model::numberObjects(subject_, test);
  model::repairLengths(subject_, test);
  if (hasLiterals_)
    model::repairLiterals(subject_, test);
}

void Builder::startValue() {
  enclosing_.clear();
  isSoleElement_ = false;
  const auto used = static_cast<std::uint32_t>(objects_.size());
  objectsLeft_ = objectsPerTest - std::min(objectsPerTest, used);
}

void Builder::supplied(std::span<const model::SupplyId> supplies,
                       std::vector<model::Supplied> &out) {
  out.clear();
  for (const model::SupplyId id : supplies) {
    const model::Supply &supply = subject_[id];
    std::uint64_t calls = 1;
    if (supply.kind != model::Supply::Kind::Variable)
      calls = subject_[supply.type].size == 0 ? 0
              : rng_.oneIn(4)                 ? rng_.below(mostCalls + 1)
                                              : rng_.below(4);
    for (std::uint32_t i = 0; i < calls; ++i) {
      out.push_back({id, i, {}});
      value(supply.type, std::nullopt, out.back().value);
    }
  }
}

void Builder::rebuild(const Siblings &siblings, std::size_t index) {
  startValue();
  if (siblings.isLength(index)) {
    chooseLength(siblings, index);
    return;
  }
  bool measured = false;
  siblings.forEachPair(
      [&](const model::LengthPair &pair) { measured = measured || pair.pointer == index; });
  const TypeId type = siblings.type(index);
  if (measured && subject_[type].kind == TypeKind::Pointer)
    pointer(type, count(1), siblings[index]);
  else
    single(siblings, index);
  siblings.forEachPair([&](const model::LengthPair &pair) {
    if (pair.pointer == index)
      chooseLength(siblings, pair.length);
  });
}

void Builder::element(TypeId type, Value &out) {
  startValue();
  value(type, std::nullopt, out);
}

void Builder::soleElement(TypeId type, Value &out) {
  startValue();
  isSoleElement_ = true;
  value(type, std::nullopt, out);
}

void Builder::newObject(TypeId pointer, std::optional<std::uint64_t> count, Value &out) {
  startValue();
  object(pointer, count, out);
}

void Builder::siblings(const Siblings &siblings) {
  if (siblings.hasPairs()) {
    pairedSiblings(siblings);
    return;
  }
  for (std::size_t i = 0; i < siblings.size(); ++i)
    single(siblings, i);
}

/// One that has no length beside it.
void Builder::single(const Siblings &siblings, std::size_t i) {
  const std::uint64_t declared = siblings.declaredCount(i);
  if (declared != 0 && !model::isText(subject_, siblings.type(i))) {
    pointer(siblings.type(i), declared, siblings[i]);
    return;
  }
  value(siblings.type(i), siblings.bitWidth(i), siblings[i]);
  // A text is as long as it likes, in that much room.
  if (auto *object = siblings[i].find<model::Object>();
      declared != 0 && object && object->bytes.size() <= declared)
    object->bytes.resize(std::min(declared, mostBytes) + 1, '\0');
}

void Builder::pairedSiblings(const Siblings &siblings) {
  constexpr std::uint64_t undecided = ~std::uint64_t{0};
  std::vector<std::uint64_t> lengths(siblings.size(), undecided);
  std::vector<std::uint64_t> wanted(siblings.size(), undecided);
  siblings.forEachPair([&](const model::LengthPair &pair) {
    std::uint64_t &length = lengths[pair.length];
    if (length == undecided)
      length = count(0);
    std::uint64_t &size = wanted[pair.pointer];
    size = size == undecided ? length : std::max(size, length);
  });
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    const TypeId type = siblings.type(i);
    if (wanted[i] != undecided && subject_[type].kind == TypeKind::Pointer)
      pointer(type, wanted[i] + (rng_.oneIn(16) ? rng_.below(4) : 0), siblings[i]);
    else
      single(siblings, i);
  }
  for (std::size_t i = 0; i < siblings.size(); ++i)
    if (lengths[i] != undecided) {
      if (lengths[i] == 0 && siblings.lengthLimit(i))
        siblings.setLength(i, 0);
      else
        chooseLength(siblings, i);
    }
  lowerSharedLengths(siblings);
}

/// Two lengths of one object are often how much of it is used and how much there is: equal and
/// unequal ones should both be common.
void Builder::lowerSharedLengths(const Siblings &siblings) {
  siblings.forEachPair([&](const model::LengthPair &a) {
    siblings.forEachPair([&](const model::LengthPair &b) {
      const bool shared = a.pointer == b.pointer && a.length != b.length;
      if (shared && siblings.fullLength(b.length) && rng_.oneIn(3))
        siblings.setLength(b.length,
                           static_cast<Wide>(rng_.below(*siblings.fullLength(b.length) + 1)));
    });
  });
}

void Builder::chooseLength(const Siblings &siblings, std::size_t length) {
  const auto full = siblings.fullLength(length);
  if (!full) {
    siblings.setLength(length, rng_.oneIn(8) ? 1 + rng_.below(4) : 0);
    return;
  }
  const Type &type = subject_[siblings.type(length)];
  Wide chosen = *full;
  switch (rng_.below(32)) {
  case 0:
  case 1:
    chosen = 0;
    break;
  case 2:
  case 3:
    chosen = static_cast<Wide>(rng_.below(*full + 1));
    break;
  case 4:
    chosen = *siblings.lengthLimit(length);
    break;
  case 5:
    if (type.isSigned)
      chosen = rng_.oneIn(2) ? Wide(-1) : -Wide(*full);
    break;
  default:
    break;
  }
  siblings.setLength(length, chosen);
}

std::uint64_t Builder::count(std::uint64_t smallest) {
  std::uint64_t count = 0;
  switch (rng_.below(16)) {
  case 0:
    break;
  case 1:
  case 2:
  case 3:
    count = rng_.below(33);
    break;
  case 4:
    count = rng_.below(129);
    break;
  case 5:
    if (!dictionary_.integers.empty()) {
      const auto literal = dictionary_.integers[rng_.below(dictionary_.integers.size())];
      if (literal >= 0 && literal <= largestLength) {
        count = static_cast<std::uint64_t>(literal);
        break;
      }
    }
    [[fallthrough]];
  default:
    count = 1 + rng_.below(8);
  }
  return std::max(count, smallest);
}

void Builder::value(TypeId id, std::optional<std::uint32_t> bitWidth, Value &out) {
  const Type &type = subject_[id];
  if (model::isScalar(type)) {
    std::string &held = out.become<model::Bytes>().bytes;
    held.resize(type.size);
    scalars_.fill(type, bitWidth, held.data());
  } else if (type.kind == TypeKind::Pointer) {
    pointer(id, std::nullopt, out);
  } else if (model::isKeptAsBytes(subject_, id)) {
    std::string &held = out.become<model::Bytes>().bytes;
    held.resize(type.size);
    bytes(model::scalarOf(subject_, id), type.size, held.data());
  } else if (type.kind == TypeKind::Array) {
    std::vector<Value> &parts = out.become<model::Parts>().parts;
    parts.resize(type.count);
    for (Value &part : parts)
      value(type.element, std::nullopt, part);
  } else {
    record(id, out);
  }
}

void Builder::record(TypeId id, Value &out) {
  const Type &type = subject_[id];
  assert((type.kind == TypeKind::Struct || type.kind == TypeKind::Union) &&
         "a function with such a parameter can't be driven");
  const bool hasTail = std::exchange(isSoleElement_, false) && model::flexibleField(subject_, id);
  if (type.kind == TypeKind::Union) {
    const std::vector<std::uint32_t> &members = membersOf(id);
    auto &held = out.become<model::UnionPart>();
    held.part.resize(members.empty() ? 0 : 1);
    held.field = members.empty() ? 0 : members[rng_.below(members.size())];
  } else {
    out.become<model::Parts>().parts.resize(type.fields.size());
  }
  const Siblings fields(subject_, type, out, &objects_);
  siblings(fields);
  if (hasTail)
    flexibleTail(fields, type.fields.size() - 1);
}

/// Elements for `char data[]`; lengths that measure it follow.
void Builder::flexibleTail(const Siblings &siblings, std::size_t last) {
  const TypeId element = subject_[siblings.type(last)].element;
  const std::uint64_t elements = count(0);
  Value &tail = siblings[last];
  if (model::isKeptAsBytes(subject_, element)) {
    std::string &held = tail.as<model::Bytes>().bytes;
    held.resize(std::min(elements * subject_[element].size, mostBytes));
    held.resize(held.size() / subject_[element].size * subject_[element].size);
    bytes(model::scalarOf(subject_, element), held.size(), held.data());
  } else {
    std::vector<Value> &parts = tail.as<model::Parts>().parts;
    parts.resize(std::min(elements, mostParts));
    for (Value &part : parts)
      value(element, std::nullopt, part);
  }
  siblings.forEachPair([&](const model::LengthPair &pair) {
    if (pair.pointer == last)
      chooseLength(siblings, pair.length);
  });
}

/// An array of scalars; one of characters mostly holds a text with zeros behind it.
void Builder::bytes(TypeId scalar, std::uint64_t size, char *data) {
  const Type &type = subject_[scalar];
  if (!type.isChar || type.size != 1 || rng_.oneIn(6)) {
    scalars_.fillArray(type, data, type.size == 0 ? 0 : size / type.size);
    return;
  }
  texts_.fill(text_);
  const std::size_t used = std::min<std::size_t>(text_.size(), size == 0 ? 0 : size - 1);
  std::copy_n(text_.begin(), used, data);
  std::fill(data + used, data + size, '\0');
}

const Type &Builder::bufferElement(std::size_t size) {
  static const Type byte{.kind = TypeKind::Integer, .size = 1};
  static const Type word{.kind = TypeKind::Integer, .isSigned = true, .size = 4, .alignment = 4};
  return size % word.size == 0 && rng_.oneIn(2) ? word : byte;
}

/// What lies behind a pointer to void: nobody says what it is.
void Builder::buffer(std::optional<std::uint64_t> count, model::Object &out) {
  constexpr unsigned char usual[] = {16, 16, 32, 64};
  const std::uint64_t size = count ? *count : usual[rng_.below(std::size(usual))];
  out.parts.clear();
  out.bytes.assign(std::clamp<std::uint64_t>(size, 1, mostBytes), '\0');
  switch (rng_.below(4)) {
  case 0:
    break;
  case 1:
    texts_.fill(text_);
    std::copy_n(text_.begin(), std::min(text_.size(), out.bytes.size() - 1), out.bytes.begin());
    break;
  default: {
    const Type &element = bufferElement(out.bytes.size());
    scalars_.fillArray(element, out.bytes.data(), out.bytes.size() / element.size);
  }
  }
}

/// Texts and mostly a null pointer behind them.
void Builder::textList(TypeId pointer, std::optional<std::uint64_t> count, model::Object &out) {
  const TypeId element = subject_[pointer].element;
  const std::uint64_t texts = count ? std::min(*count, mostParts) : rng_.below(4);
  const bool ends = texts == 0 || !rng_.oneIn(8);
  out.bytes.clear();
  out.parts.resize(texts + (ends ? 1 : 0));
  if (ends)
    out.parts.back().become<model::Null>();
  enclosing_.push_back(element);
  for (std::uint64_t i = 0; i < texts; ++i)
    if (rng_.oneIn(24))
      out.parts[i].become<model::Null>();
    else if (!rng_.oneIn(insideOdds(element)) || !inside(element, out.parts[i]))
      object(element, std::nullopt, out.parts[i]);
  enclosing_.pop_back();
}

/// True if the pointer leads back to a type that is being built.
bool Builder::isEnclosed(TypeId pointer) const {
  const TypeId element = subject_[pointer].element;
  return std::find(enclosing_.begin(), enclosing_.end(), element) != enclosing_.end();
}

/// Null is one case among many for an argument, but how lists and trees end.
std::uint64_t Builder::nullOdds(TypeId pointer) const {
  if (isEnclosed(pointer))
    return 2;
  return enclosing_.empty() ? 12 : 6;
}

/// Two pointers to one object are rarer than two objects, even in a test that may have them.
std::uint64_t Builder::insideOdds(TypeId pointer) const { return isEnclosed(pointer) ? 3 : 5; }

void Builder::callback(TypeId pointer, Value &out) {
  const auto supply = model::callbackFor(subject_, subject_[pointer].element);
  if (supply)
    out = model::Callback{*supply};
  else
    out.become<model::Null>();
}

void Builder::pointer(TypeId type, std::optional<std::uint64_t> count, Value &out) {
  if (rng_.oneIn(nullOdds(type)))
    out.become<model::Null>();
  else if (!rng_.oneIn(insideOdds(type)) || !inside(type, out))
    object(type, count, out);
}

bool Builder::inside(TypeId pointer, Value &out) {
  constexpr int tries = 3;
  if (!mayAlias_ || !canPoint(pointer))
    return false;
  for (int i = 0; i < tries && objects_.size() > 0; ++i) {
    const auto number = static_cast<std::uint32_t>(rng_.below(objects_.size()));
    const auto places =
        model::placesInside(subject_, pointer, *objects_.find(number), mostPlacesInside);
    if (places.empty())
      continue;
    out = model::Inside{number, places[rng_.oneIn(2) ? 0 : rng_.below(places.size())]};
    return true;
  }
  return false;
}

void Builder::object(TypeId id, std::optional<std::uint64_t> count, Value &out) {
  const Type &type = subject_[id];
  if (subject_[type.element].kind == TypeKind::Function)
    return callback(id, out);
  const auto depth = std::count(enclosing_.begin(), enclosing_.end(), type.element);
  if (!canPoint(id) || objectsLeft_ == 0 || depth >= std::ptrdiff_t{deepestRecursion} ||
      enclosing_.size() >= deepestNesting) {
    out.become<model::Null>();
    return;
  }
  --objectsLeft_;
  fill(id, count, out.become<model::Object>());
}

void Builder::fill(TypeId id, std::optional<std::uint64_t> count, model::Object &out) {
  const Type &type = subject_[id];
  const auto enter = [&](std::uint64_t size) {
    out.label = objects_.add({type.element, size}) + 1;
  };
  if (subject_[type.element].kind == TypeKind::Void) {
    buffer(count, out);
    enter(out.bytes.size());
    return;
  }
  if (model::isText(subject_, id)) {
    out.parts.clear();
    text(id, count, out);
    enter(out.bytes.size());
    return;
  }
  const std::uint64_t elementSize = subject_[type.element].size;
  if (model::isKeptAsBytes(subject_, type.element)) {
    constexpr unsigned char usual[] = {1, 2, 4, 8, 8, 16, 16, 16, 32, 32, 32, 32};
    const std::uint64_t some = count ? *count : usual[rng_.below(std::size(usual))];
    const std::uint64_t elements = std::clamp<std::uint64_t>(some, 1, mostBytes / elementSize + 1);
    out.parts.clear();
    out.bytes.resize(elements * elementSize);
    bytes(model::scalarOf(subject_, type.element), out.bytes.size(), out.bytes.data());
    enter(out.bytes.size());
    return;
  }
  if (model::isTextList(subject_, id)) {
    textList(id, count, out);
    enter(out.parts.size() * elementSize);
    return;
  }
  out.bytes.clear();
  const bool isFlexible = model::flexibleField(subject_, type.element).has_value();
  const std::uint64_t some = isFlexible      ? 1
                             : count         ? *count
                             : rng_.oneIn(8) ? 1 + rng_.below(4)
                                             : 1;
  out.parts.resize(std::clamp<std::uint64_t>(some, 1, mostParts));
  enter(out.parts.size() * elementSize);
  enclosing_.push_back(type.element);
  for (Value &part : out.parts) {
    isSoleElement_ = isFlexible;
    value(type.element, std::nullopt, part);
  }
  enclosing_.pop_back();
}

void Builder::text(TypeId pointer, std::optional<std::uint64_t> count, model::Object &out) {
  if (count) {
    const bool isRaw = rng_.oneIn(4);
    // What a program reads is as long as it is, and the length beside it follows.
    if (subject_.program && !isRaw && !rng_.oneIn(4))
      texts_.fill(text_);
    else
      texts_.fillExactly(text_, *count, isRaw);
    storeText(pointer, true, text_, out);
    return;
  }
  texts_.fill(text_);
  if (!subject_[pointer].pointeeIsConst && rng_.oneIn(2)) { // room to write into
    constexpr std::size_t rooms[] = {16, 32, 64, 256};
    const std::size_t size = rooms[rng_.below(std::size(rooms))];
    if (text_.size() < size)
      text_.resize(size - 1, '\0');
  }
  storeText(pointer, false, text_, out);
}

void Builder::storeText(TypeId pointer, bool measured, const std::string &text,
                        model::Object &out) {
  const bool stringOnly = subject_[pointer].pointeeIsConst && !measured;
  const std::size_t end = stringOnly ? text.find('\0') : std::string::npos;
  out.bytes.assign(text, 0, std::min<std::size_t>(end, mostBytes));
  out.bytes += '\0';
}

} // namespace generate
