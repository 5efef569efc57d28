#include "execute/image.h"

#include "execute/encode.h"

#include <algorithm>
#include <cstring>

namespace execute {

using model::MemoryImage;
using support::Error;
using support::Result;

namespace {

constexpr std::size_t mostBytes = 1 << 20; // of a test whose image is asked for
constexpr std::size_t mostInputs = 1 << 14;

/// Takes records off the encoded test, one after the other.
class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <class T> T take() {
    T record;
    std::memcpy(&record, rest_.data(), sizeof record);
    rest_ = rest_.subspan(sizeof record);
    return record;
  }
  std::string bytes(std::size_t size) {
    std::string text(reinterpret_cast<const char *>(rest_.data()), size);
    rest_ = rest_.subspan(PINCER_PADDED(size));
    return text;
  }

private:
  std::span<const std::byte> rest_;
};

std::uint64_t valueOf(const std::string &object, std::uint64_t offsetBits, std::uint32_t width) {
  const std::string bytes =
      loadBits(std::as_bytes(std::span(object)), offsetBits, width, sizeof(std::uint64_t), false);
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

} // namespace

Result<MemoryImage> imageOf(const model::Subject &subject, const model::TestCase &test) {
  model::TestCase named = test; // inputs refer to a test that could be changed
  const std::vector<model::Input> inputs = model::inputsOf(subject, named, mostInputs);
  std::vector<std::byte> room(mostBytes);
  if (Encoder(subject).encode(test, false, room, inputs) == 0)
    return Error{"the test is too large"};
  Reader reader(room);
  const auto header = reader.take<PincerTest>();
  if (header.suppliedCount > 0)
    return Error{"what the environment supplies is not part of the static view"};
  if (header.callbackCount > 0)
    return Error{"generated callbacks are not part of the static view"};
  MemoryImage image;
  for (std::uint32_t i = 0; i < header.stepCount + header.observerCount; ++i) {
    const auto step = reader.take<PincerStep>();
    if (i < header.stepCount)
      image.calls.push_back(
          {model::FunctionId(step.callable), step.firstArgument, step.argumentCount});
  }
  for (std::uint32_t i = 0; i < header.slotUseCount; ++i) {
    const auto use = reader.take<PincerSlotUse>();
    if (use.step < header.stepCount)
      image.slotUses.push_back({use.step, use.object, use.offset, use.from});
  }
  for (std::uint32_t i = 0; i < header.objectCount; ++i) {
    const auto object = reader.take<PincerObject>();
    image.objects.push_back(reader.bytes(object.size));
  }
  for (std::uint32_t i = 0; i < header.fixupCount; ++i) {
    const auto fixup = reader.take<PincerFixup>();
    image.pointers.push_back({fixup.object, fixup.offset, fixup.targetObject, fixup.targetOffset});
  }
  for (const model::Input &input : inputs)
    image.inputs.push_back(
        {input.object, input.offsetBits, input.width, input.isPointer,
         input.isPointer || input.part == model::Input::Part::Double
             ? 0
             : valueOf(image.objects[input.object], input.offsetBits, input.width)});
  return image;
}

} // namespace execute
