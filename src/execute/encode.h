#pragma once

#include "abi/channel.h"
#include "model/inputs.h"
#include "model/test_case.h"
#include "model/variation.h"

#include <cstddef>
#include <span>
#include <vector>

namespace execute {

/// Writes test cases in the form that abi/channel.h describes. Object number n of model/
/// (Inside::object) becomes object argumentCount + suppliedCount + n of the request. Keeps scratch
/// memory between calls: one per thread. The subject must outlive it.
class Encoder {
public:
  explicit Encoder(const model::Subject &subject);

  /// Writes the test to the start of `room` and returns its size in bytes; 0 if it does not fit.
  /// The values must fit their types. With `observe` the places that hold pointers to characters
  /// are listed for the target.
  /// With `inputs`, these are listed as what is symbolic.
  std::size_t encode(const model::TestCase &test, bool observe, std::span<std::byte> room,
                     std::span<const model::Input> inputs = {});
  /// Writes a variation to the start of `room` and, unless the one before had the same, what it
  /// varies to its end; `room` is what lies between, then. False: it does not fit.
  bool encode(const model::Variation &variation, std::span<std::byte> &room);
  /// The next variation is the first of a request.
  void startVariations() { base_ = nullptr; }

private:
  /// A pointer met while its holder was written, whose pointee is still to be written.
  struct Slot {
    std::uint32_t object;
    std::uint32_t offset;
    model::TypeId element;
    const model::Value *value;
  };

  void giveAway(std::uint32_t step);
  void writeStep(const model::Step &step);
  void writeRoot(model::TypeId type, const model::Value &value);
  std::byte *beginObject(std::uint64_t size, std::uint64_t alignment);
  void place(model::TypeId type, const model::Value &value, std::byte *object,
             std::uint64_t offset);
  void placeParts(model::TypeId type, const model::Value &value, std::byte *object,
                  std::uint64_t offset);
  void placePointer(const model::Type &type, const model::Value &value, std::uint64_t offset);
  void writePointees(std::size_t firstSlot);
  void writePointee(const Slot &slot);
  template <class T> void append(const std::vector<T> &records);

  const model::Subject &subject_;
  std::vector<PincerWatch> globalWatches_;
  std::vector<std::vector<PincerWatch>> resultWatches_; // by FunctionId

  std::byte *next_ = nullptr, *end_ = nullptr;
  bool full_ = false, observe_ = false;
  std::uint32_t rootCount_ = 0, objectCount_ = 0; // roots: arguments and what is supplied
  std::vector<Slot> slots_;
  std::vector<PincerStep> steps_;                               // observers included
  std::vector<std::pair<model::SlotId, std::uint32_t>> filled_; // slots, and the steps that do
  std::vector<PincerSlotUse> slotUses_;
  std::vector<PincerFixup> fixups_;
  std::vector<PincerWatch> watches_;
  std::vector<PincerSupplied> supplied_;
  std::vector<PincerCallback> callbacks_;

  const model::TestCase *base_ = nullptr; // of the last variation...
  const std::byte *baseAt_ = nullptr;     // ...and where it was written
  std::vector<std::byte> scratch_;
};

/// Copies the low `width` bits of `from` to bit `offsetBits` of `to`, and back (the rest of the
/// result is zeros, or copies of the top bit).
void storeBits(std::byte *to, std::uint64_t offsetBits, std::uint32_t width,
               std::span<const char> from);
std::string loadBits(std::span<const std::byte> from, std::uint64_t offsetBits, std::uint32_t width,
                     std::size_t resultBytes, bool isSigned);

/// True for a pointer whose pointee may be printed as text.
bool pointsToCharacters(const model::Subject &subject, const model::Type &type);

} // namespace execute
