#include "execute/encode.h"

#include "abi/operations.h"
#include "model/sequences.h"

#include <algorithm>
#include <cassert>
#include <cstring>

// Objects are written in one pass over the values. The arguments and what is supplied come first,
// each as one object with its pointers left zero and noted as slots; then the slots are worked off
// in order, each pointee being written at once, and its own slots before the next one of its
// holder. That is exactly the pre-order in which model/objects numbers objects.

namespace execute {

using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

bool pointsToCharacters(const Subject &subject, const Type &type) {
  return type.kind == TypeKind::Pointer && type.element && subject[type.element].isChar;
}

void storeBits(std::byte *to, std::uint64_t offsetBits, std::uint32_t width,
               std::span<const char> from) {
  for (std::uint32_t bit = 0; bit < width; ++bit) {
    const bool on = bit / 8 < from.size() && ((from[bit / 8] >> (bit % 8)) & 1);
    std::byte &byte = to[(offsetBits + bit) / 8];
    const std::byte mask{static_cast<unsigned char>(1u << ((offsetBits + bit) % 8))};
    byte = on ? byte | mask : byte & ~mask;
  }
}

std::string loadBits(std::span<const std::byte> from, std::uint64_t offsetBits, std::uint32_t width,
                     std::size_t resultBytes, bool isSigned) {
  std::string result(resultBytes, '\0');
  bool on = false;
  for (std::size_t bit = 0; bit < resultBytes * 8; ++bit) {
    if (bit < width) {
      const std::uint64_t at = offsetBits + bit;
      on = (std::to_integer<unsigned>(from[at / 8]) >> (at % 8)) & 1;
    } else if (!isSigned) {
      on = false;
    }
    if (on)
      result[bit / 8] = static_cast<char>(result[bit / 8] | (1 << (bit % 8)));
  }
  return result;
}

namespace {

/// All places in a value of this type that hold pointers to characters, and lie in the value
/// itself.
void collectWatches(const Subject &subject, TypeId id, std::uint64_t offset, PincerWatch pattern,
                    std::vector<PincerWatch> &watches) {
  constexpr std::size_t most = 1024;
  const Type &type = subject[id];
  if (watches.size() >= most || model::isKeptAsBytes(subject, id))
    return;
  if (pointsToCharacters(subject, type)) {
    pattern.offset = static_cast<std::uint32_t>(offset);
    watches.push_back(pattern);
  } else if (type.kind == TypeKind::Array) {
    for (std::uint64_t i = 0; i < type.count && watches.size() < most; ++i)
      collectWatches(subject, type.element, offset + i * subject[type.element].size, pattern,
                     watches);
  } else if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union) {
    const std::size_t shown = type.kind == TypeKind::Struct
                                  ? type.fields.size()
                                  : std::min<std::size_t>(1, type.fields.size());
    for (std::size_t i = 0; i < shown; ++i)
      if (!type.fields[i].bitWidth)
        collectWatches(subject, type.fields[i].type, offset + type.fields[i].offsetBits / 8,
                       pattern, watches);
  }
}

} // namespace

Encoder::Encoder(const Subject &subject)
    : subject_(subject), resultWatches_(subject.functions.size()) {
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].result)
      collectWatches(subject, subject.functions[i].result, 0, {PINCER_IN_RESULT, 0, 0, 0},
                     resultWatches_[i]);
  for (std::size_t i = 0; i < subject.globals.size(); ++i)
    if (!subject.globals[i].isConst) {
      std::vector<PincerWatch> watches;
      collectWatches(subject, subject.globals[i].type, 0,
                     {PINCER_IN_GLOBAL, static_cast<std::uint32_t>(i), 0, 0}, watches);
      globalWatches_.insert(globalWatches_.end(), watches.begin(), watches.end());
    }
}

/// The bytes of a new object, zeroed; null when there is no room.
std::byte *Encoder::beginObject(std::uint64_t size, std::uint64_t alignment) {
  const std::uint64_t total = sizeof(PincerObject) + PINCER_PADDED(size);
  if (full_ || total > static_cast<std::uint64_t>(end_ - next_)) {
    full_ = true;
    return nullptr;
  }
  const PincerObject header{static_cast<std::uint32_t>(size),
                            static_cast<std::uint32_t>(alignment)};
  std::memcpy(next_, &header, sizeof header);
  std::byte *bytes = next_ + sizeof header;
  std::memset(bytes, 0, PINCER_PADDED(size));
  next_ += total;
  ++objectCount_;
  return bytes;
}

void Encoder::place(TypeId id, const Value &value, std::byte *object, std::uint64_t offset) {
  const Type &type = subject_[id];
  if (model::isKeptAsBytes(subject_, id)) {
    const std::string &bytes = value.as<model::Bytes>().bytes;
    assert(bytes.size() == type.size || type.count == 0); // char data[]
    std::memcpy(object + offset, bytes.data(), bytes.size());
  } else if (type.kind == TypeKind::Pointer) {
    placePointer(type, value, offset);
  } else {
    placeParts(id, value, object, offset);
  }
}

void Encoder::placeParts(TypeId id, const Value &value, std::byte *object, std::uint64_t offset) {
  const Type &type = subject_[id];
  const std::span<const Value> parts = value.parts();
  if (type.kind == TypeKind::Array) {
    assert(value.is<model::Parts>() &&
           (parts.size() == type.count || type.count == 0)); // struct item items[]
    for (std::size_t i = 0; i < parts.size(); ++i)
      place(type.element, parts[i], object, offset + i * subject_[type.element].size);
    return;
  }
  assert(type.kind == TypeKind::Union ? value.is<model::UnionPart>()
                                      : type.kind == TypeKind::Struct && value.is<model::Parts>());
  assert(parts.size() <= type.fields.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const model::Field &field = model::fieldOf(type, value, i);
    if (field.bitWidth)
      storeBits(object + offset, field.offsetBits, *field.bitWidth, parts[i].bytes());
    else
      place(field.type, parts[i], object, offset + field.offsetBits / 8);
  }
}

/// The holder is the object begun last.
void Encoder::placePointer(const Type &type, const Value &value, std::uint64_t offset) {
  const Slot slot{objectCount_ - 1, static_cast<std::uint32_t>(offset), type.element, &value};
  if (const auto *from = value.find<model::FromSlot>()) {
    const auto filled =
        std::ranges::find(filled_, from->slot, [](const auto &each) { return each.first; });
    assert(filled != filled_.end());
    slotUses_.push_back(
        {static_cast<std::uint32_t>(steps_.size() - 1), slot.object, slot.offset, filled->second});
    return;
  }
  if (!value.is<model::Null>())
    slots_.push_back(slot);
  if (observe_ && pointsToCharacters(subject_, type))
    watches_.push_back({PINCER_IN_OBJECT, slot.object, slot.offset, 0});
}

void Encoder::writePointee(const Slot &slot) {
  const Value &value = *slot.value;
  if (const auto *callback = value.find<model::Callback>()) {
    callbacks_.push_back({slot.object, slot.offset, callback->supply.index, 0});
    return;
  }
  if (const auto *inside = value.find<model::Inside>()) {
    fixups_.push_back({slot.object, slot.offset, rootCount_ + inside->object,
                       static_cast<std::uint32_t>(inside->offset)});
    return;
  }
  const auto &pointee = value.as<model::Object>();
  const Type &element = subject_[slot.element];
  fixups_.push_back({slot.object, slot.offset, objectCount_, 0});
  // Callers cast a pointer to void to whatever they like.
  const std::uint64_t alignment =
      element.kind == TypeKind::Void ? 16 : std::max<std::uint64_t>(1, element.alignment);
  std::byte *object = beginObject(model::objectSize(subject_, slot.element, value), alignment);
  if (!object)
    return;
  std::memcpy(object, pointee.bytes.data(), pointee.bytes.size());
  const std::size_t firstSlot = slots_.size();
  for (std::size_t i = 0; i < pointee.parts.size(); ++i)
    place(slot.element, pointee.parts[i], object, i * element.size);
  writePointees(firstSlot);
}

/// Works off the slots from `firstSlot` on, and removes them.
void Encoder::writePointees(std::size_t firstSlot) {
  const std::size_t end = slots_.size();
  for (std::size_t i = firstSlot; i < end && !full_; ++i) {
    const Slot slot = slots_[i];
    writePointee(slot);
  }
  slots_.resize(firstSlot);
}

template <class T> void Encoder::append(const std::vector<T> &records) {
  const std::size_t size = records.size() * sizeof(T);
  if (full_ || size > static_cast<std::size_t>(end_ - next_)) {
    full_ = true;
    return;
  }
  if (size > 0)
    std::memcpy(next_, records.data(), size);
  next_ += size;
}

/// What the step made is not the test's any more, seen as one of a base class or not.
void Encoder::giveAway(std::uint32_t step) {
  steps_[step].isOwner = 0;
  if (subject_.functions[steps_[step].callable].form != model::CallForm::Upcast)
    return;
  for (const PincerSlotUse &use : slotUses_)
    if (use.step == step)
      giveAway(use.from);
}

/// What its result points to is the test's, unless a later step gives it away.
void Encoder::writeStep(const model::Step &step) {
  const model::Function &function = subject_[step.callable];
  assert(step.arguments.size() == function.parameters.size());
  if (step.slot)
    filled_.emplace_back(*step.slot, static_cast<std::uint32_t>(steps_.size()));
  steps_.push_back({step.callable.index, objectCount_,
                    static_cast<std::uint32_t>(step.arguments.size()), model::isOwner(function)});
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const std::size_t used = slotUses_.size();
    writeRoot(function.parameters[i].type, step.arguments[i]);
    if (function.parameters[i].pass == model::Pass::Given && slotUses_.size() > used)
      giveAway(slotUses_[used].from);
  }
}

void Encoder::writeRoot(TypeId type, const Value &value) {
  if (std::byte *object =
          beginObject(subject_[type].size, std::max<std::uint64_t>(1, subject_[type].alignment)))
    place(type, value, object, 0);
}

namespace {

std::vector<PincerRefusal> refusalsOf(const model::TestCase &test) {
  assert(test.refused.size() <= PINCER_MOST_REFUSALS);
  std::vector<PincerRefusal> refusals;
  for (const model::Refusal &refusal : test.refused)
    refusals.push_back({static_cast<std::uint32_t>(refusal.what), refusal.index});
  return refusals;
}

} // namespace

std::size_t Encoder::encode(const model::TestCase &test, bool observe, std::span<std::byte> room,
                            std::span<const model::Input> inputs) {
  const std::size_t calls = test.steps.size() + test.observers.size();
  const std::size_t front = sizeof(PincerTest) + calls * sizeof(PincerStep) +
                            model::slotUses(test) * sizeof(PincerSlotUse);
  if (room.size() < front || calls > PINCER_MOST_STEPS)
    return 0;
  next_ = room.data() + front;
  end_ = room.data() + room.size();
  full_ = false;
  observe_ = observe;
  objectCount_ = 0;
  const auto argumentCount = static_cast<std::uint32_t>(model::argumentCount(test));
  rootCount_ = argumentCount + static_cast<std::uint32_t>(test.supplied.size());
  slots_.clear();
  steps_.clear();
  filled_.clear();
  slotUses_.clear();
  fixups_.clear();
  watches_.clear();
  supplied_.clear();
  callbacks_.clear();
  for (const model::Step &step : test.steps)
    writeStep(step);
  for (const model::Step &step : test.observers)
    writeStep(step);
  for (const model::Supplied &each : test.supplied) {
    supplied_.push_back({each.source.index, each.index});
    writeRoot(subject_[each.source].type, each.value);
  }
  writePointees(0);
  if (observe) {
    const auto last = static_cast<std::uint32_t>(test.steps.size()) - 1;
    for (std::uint32_t i = last; i <= last + test.observers.size(); ++i) {
      for (PincerWatch watch : resultWatches_[steps_[i].callable]) {
        watch.index = i;
        watches_.push_back(watch);
      }
    }
    watches_.insert(watches_.end(), globalWatches_.begin(), globalWatches_.end());
  }
  append(fixups_);
  append(watches_);
  append(supplied_);
  append(callbacks_);
  std::vector<PincerInput> symbolic;
  for (const model::Input &input : inputs)
    symbolic.push_back({input.object,
                        input.part == model::Input::Part::Double
                            ? std::uint32_t{PINCER_EXTENDED_WIDTH}
                            : input.width,
                        input.offsetBits});
  append(symbolic);
  append(refusalsOf(test));
  if (full_)
    return 0;
  const std::size_t size = static_cast<std::size_t>(next_ - room.data());
  const PincerTest header{.size = static_cast<std::uint32_t>(size),
                          .stepCount = static_cast<std::uint32_t>(test.steps.size()),
                          .observerCount = static_cast<std::uint32_t>(test.observers.size()),
                          .slotUseCount = static_cast<std::uint32_t>(slotUses_.size()),
                          .argumentCount = argumentCount,
                          .objectCount = objectCount_,
                          .fixupCount = static_cast<std::uint32_t>(fixups_.size()),
                          .watchCount = static_cast<std::uint32_t>(watches_.size()),
                          .suppliedCount = static_cast<std::uint32_t>(supplied_.size()),
                          .callbackCount = static_cast<std::uint32_t>(callbacks_.size()),
                          .inputCount = static_cast<std::uint32_t>(symbolic.size()),
                          .mostUnsupplied =
                              test.endsAfterZeros.value_or(PINCER_MOST_UNSUPPLIED_CALLS),
                          .refusalCount = static_cast<std::uint32_t>(test.refused.size()),
                          .padding = 0};
  std::byte *at = room.data();
  const auto put = [&](const void *from, std::size_t bytes) {
    std::memcpy(at, from, bytes);
    at += bytes;
  };
  put(&header, sizeof header);
  put(steps_.data(), steps_.size() * sizeof(PincerStep));
  put(slotUses_.data(), slotUses_.size() * sizeof(PincerSlotUse));
  assert(at == room.data() + front);
  return size;
}

bool Encoder::encode(const model::Variation &variation, std::span<std::byte> &room) {
  const std::size_t size = sizeof(PincerVariation) + variation.changeCount * sizeof(PincerChange);
  if (base_ != variation.base) {
    constexpr std::size_t usual = 64 << 10;
    scratch_.resize(std::max(scratch_.size(), usual));
    std::size_t baseSize = encode(*variation.base, false, scratch_);
    if (baseSize == 0) {
      scratch_.resize(room.size());
      baseSize = encode(*variation.base, false, scratch_);
    }
    if (baseSize == 0 || baseSize + size > room.size())
      return false;
    room = room.first((room.size() - baseSize) / 8 * 8);
    std::memcpy(room.data() + room.size(), scratch_.data(), baseSize);
    baseAt_ = room.data() + room.size();
    base_ = variation.base;
  }
  if (size > room.size())
    return false;
  const PincerVariation header{.size = static_cast<std::uint32_t>(size),
                               .base = static_cast<std::uint32_t>(baseAt_ - room.data()),
                               .changeCount = variation.changeCount,
                               .padding = 0};
  std::memcpy(room.data(), &header, sizeof header);
  std::byte *at = room.data() + sizeof header;
  for (std::size_t i = 0; i < variation.changeCount; ++i, at += sizeof(PincerChange)) {
    const model::Variation::Change &change = variation.changes[i];
    PincerChange written{change.object, change.offset, change.size, 0, {}};
    std::memcpy(written.bytes, change.bytes.data(), sizeof written.bytes);
    std::memcpy(at, &written, sizeof written);
  }
  room = room.subspan(size);
  return true;
}

} // namespace execute
