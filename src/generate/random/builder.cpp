// Fresh values by type.
//
// A value is built top-down. Three things bound it: a pointer to a type that is already being built
// (lists, trees) is null at a small depth, the number of objects in one test is limited, and so is
// the size of each. Length pairs are built together: the length is drawn first, the objects it
// measures get that many elements (or more, when several share it), and then the length argument
// says so, or less.
#include "generate/random/builder.h"

#include "model/supplies.h"

#include <algorithm>
#include <cassert>

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
constexpr std::uint64_t mostBytes = 1 << 16;
constexpr std::uint64_t mostParts = 32;
constexpr std::int64_t largestLength = 8192; // of those that the program names

void become(Value &value, Value::Kind kind) {
  value.kind = kind;
  value.object = 0;
  value.offset = 0;
  if (kind == Value::Kind::Null || kind == Value::Kind::Parts)
    value.bytes.clear();
  if (kind == Value::Kind::Null || kind == Value::Kind::Bytes)
    value.parts.clear();
}

} // namespace

Builder::Builder(const model::Subject &subject, const Dictionary &dictionary, ScalarSource &scalars,
                 TextSource &texts, support::Rng &rng)
    : subject_(subject), dictionary_(dictionary), scalars_(scalars), texts_(texts), rng_(rng),
      canPoint_(subject.types.size(), -1) {}

bool Builder::canPoint(TypeId pointer) {
  signed char &known = canPoint_[pointer.index];
  if (known < 0)
    known = model::canPointToObject(subject_, pointer);
  return known != 0;
}

void Builder::startTest() {
  enclosing_.clear();
  objectsLeft_ = objectsPerTest;
}

void Builder::arguments(const model::Function &function, std::vector<Value> &out) {
  startTest();
  scalars_.startTest();
  texts_.startTest();
  out.resize(function.parameters.size());
  siblings(Siblings(subject_, function, out));
}

void Builder::supplied(const model::Function &function, std::vector<model::Supplied> &out) {
  out.clear();
  for (const model::SupplyId id : function.supplies) {
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
  startTest();
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
    value(type, siblings.bitWidth(index), siblings[index]);
  siblings.forEachPair([&](const model::LengthPair &pair) {
    if (pair.pointer == index)
      chooseLength(siblings, pair.length);
  });
}

void Builder::element(TypeId type, Value &out) {
  startTest();
  value(type, std::nullopt, out);
}

void Builder::siblings(const Siblings &siblings) {
  if (siblings.hasPairs()) {
    pairedSiblings(siblings);
    return;
  }
  for (std::size_t i = 0; i < siblings.size(); ++i)
    value(siblings.type(i), siblings.bitWidth(i), siblings[i]);
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
      value(type, siblings.bitWidth(i), siblings[i]);
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
    become(out, Value::Kind::Bytes);
    out.bytes.resize(type.size);
    scalars_.fill(type, bitWidth, out.bytes.data());
  } else if (type.kind == TypeKind::Pointer) {
    pointer(id, std::nullopt, out);
  } else if (model::isKeptAsBytes(subject_, id)) {
    become(out, Value::Kind::Bytes);
    out.bytes.resize(type.size);
    bytes(model::scalarOf(subject_, id), type.size, out.bytes.data());
  } else if (type.kind == TypeKind::Array) {
    become(out, Value::Kind::Parts);
    out.parts.resize(type.count);
    for (Value &part : out.parts)
      value(type.element, std::nullopt, part);
  } else {
    assert((type.kind == TypeKind::Struct || type.kind == TypeKind::Union) &&
           "a function with such a parameter can't be driven");
    become(out, Value::Kind::Parts);
    out.parts.resize(type.kind == TypeKind::Union ? std::min<std::size_t>(1, type.fields.size())
                                                  : type.fields.size());
    siblings(Siblings(subject_, type, out.parts));
  }
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

/// Null is one case among many for an argument, but how lists and trees end.
std::uint64_t Builder::nullOdds(TypeId pointer) const {
  const TypeId element = subject_[pointer].element;
  if (std::find(enclosing_.begin(), enclosing_.end(), element) != enclosing_.end())
    return 2;
  return enclosing_.empty() ? 12 : 6;
}

void Builder::callback(TypeId pointer, Value &out) {
  const auto supply = model::callbackFor(subject_, subject_[pointer].element);
  become(out, Value::Kind::Null);
  if (supply)
    out = Value{.kind = Value::Kind::Callback, .object = supply->index};
}

void Builder::pointer(TypeId type, std::optional<std::uint64_t> count, Value &out) {
  if (rng_.oneIn(nullOdds(type)))
    become(out, Value::Kind::Null);
  else
    object(type, count, out);
}

void Builder::object(TypeId id, std::optional<std::uint64_t> count, Value &out) {
  const Type &type = subject_[id];
  if (subject_[type.element].kind == TypeKind::Function)
    return callback(id, out);
  const auto depth = std::count(enclosing_.begin(), enclosing_.end(), type.element);
  if (!canPoint(id) || objectsLeft_ == 0 || depth >= std::ptrdiff_t{deepestRecursion}) {
    become(out, Value::Kind::Null);
    return;
  }
  --objectsLeft_;
  become(out, Value::Kind::Object);
  if (model::isText(subject_, id)) {
    out.parts.clear();
    text(id, count, out);
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
    return;
  }
  out.bytes.clear();
  const std::uint64_t some = count ? *count : rng_.oneIn(8) ? 1 + rng_.below(4) : 1;
  out.parts.resize(std::clamp<std::uint64_t>(some, 1, mostParts));
  enclosing_.push_back(type.element);
  for (Value &part : out.parts)
    value(type.element, std::nullopt, part);
  enclosing_.pop_back();
}

void Builder::text(TypeId pointer, std::optional<std::uint64_t> count, Value &out) {
  if (count) {
    texts_.fillExactly(text_, *count, rng_.oneIn(4));
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

void Builder::storeText(TypeId pointer, bool measured, const std::string &text, Value &out) {
  const bool stringOnly = subject_[pointer].pointeeIsConst && !measured;
  const std::size_t end = stringOnly ? text.find('\0') : std::string::npos;
  out.bytes.assign(text, 0, std::min<std::size_t>(end, mostBytes));
  out.bytes += '\0';
}

} // namespace generate
