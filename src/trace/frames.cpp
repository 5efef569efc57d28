#include "trace/frames.h"

#include "abi/frames.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace trace {

using support::Error;
using support::Result;

namespace {

/// Reads one thing after another; what would lie beyond the end is nothing.
class Cursor {
public:
  explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Record> std::optional<Record> record() {
    if (bytes_.size() < sizeof(Record))
      return std::nullopt;
    Record record;
    std::memcpy(&record, bytes_.data(), sizeof record);
    skip(sizeof record);
    return record;
  }

  /// Two texts that lie in a row.
  std::optional<std::pair<std::string, std::string>> texts(std::uint64_t first,
                                                           std::uint64_t second) {
    if (first > bytes_.size() || second > bytes_.size() - first)
      return std::nullopt;
    const auto *text = reinterpret_cast<const char *>(bytes_.data());
    std::pair both{std::string(text, first), std::string(text + first, second)};
    skip(first + second);
    return both;
  }

private:
  void skip(std::uint64_t size) {
    bytes_ = bytes_.subspan(std::min<std::uint64_t>(bytes_.size(), (size + 7) & ~std::uint64_t{7}));
  }
  std::span<const std::byte> bytes_;
};

std::string floatText(const PincerShownValue &shown) {
  if (shown.bits == 32) {
    float number;
    std::memcpy(&number, shown.value, sizeof number);
    return fmt::format("{}", number);
  }
  if (shown.bits == 64) {
    double number;
    std::memcpy(&number, shown.value, sizeof number);
    return fmt::format("{}", number);
  }
  long double number = 0;
  std::memcpy(&number, shown.value, 10);
  return fmt::format("{}", number);
}

std::string characterText(std::uint64_t value) {
  const auto number = static_cast<signed char>(value);
  return number >= ' ' && number <= '~' ? fmt::format("{} '{}'", number, static_cast<char>(number))
                                        : fmt::format("{}", number);
}

std::string valueText(const PincerShownValue &shown) {
  const unsigned bits = shown.bits;
  const std::uint64_t low = bits == 0 ? 0 : shown.value[0] & expr::maskOf(std::min(bits, 64u));
  switch (shown.encoding) {
  case PINCER_ENCODING_FLOAT:
    return floatText(shown);
  case PINCER_ENCODING_BOOL:
    return low > 1 ? fmt::format("{:#x}", low) : low ? "true" : "false";
  case PINCER_ENCODING_CHARACTER:
    return characterText(low);
  case PINCER_ENCODING_POINTER:
    return low ? fmt::format("{:#x}", low) : "NULL";
  case PINCER_ENCODING_SIGNED:
  case PINCER_ENCODING_UNSIGNED:
    if (bits > 64)
      return fmt::format("{:#x}{:016x}", shown.value[1], shown.value[0]);
    if (shown.encoding == PINCER_ENCODING_SIGNED && bits > 0 && low >> (bits - 1))
      return fmt::format("{}", static_cast<std::int64_t>(low | ~expr::maskOf(bits)));
    return fmt::format("{}", low);
  case PINCER_ENCODING_CUT:
    return "(and more)";
  default:
    return "(not shown)";
  }
}

Error overwritten() { return Error{"the frames were overwritten"}; }

} // namespace

Result<Frames> decodeFrames(std::span<const std::byte> written, std::span<const std::byte> segment,
                            expr::Pool &pool, const Bounds &bounds) {
  Cursor cursor(written);
  const auto header = cursor.record<PincerFrames>();
  if (!header || header->magic != PINCER_FRAMES_MAGIC || header->frameCount == 0 ||
      header->frameCount > PINCER_MOST_FRAMES_SHOWN + 1)
    return overwritten();
  Frames frames{.slot = header->slot, .value = header->value};
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < header->frameCount; ++i) {
    const auto shown = cursor.record<PincerShownFrame>();
    auto names = shown ? cursor.texts(shown->nameLength, shown->fileLength) : std::nullopt;
    if (!names)
      return overwritten();
    Frame frame{names->first, names->second, shown->line, {}};
    for (std::uint32_t v = 0; v < shown->variableCount; ++v) {
      const auto value = cursor.record<PincerShownValue>();
      auto texts = value ? cursor.texts(value->nameLength, value->typeLength) : std::nullopt;
      if (!texts || value->bits > 128)
        return overwritten();
      frame.variables.push_back({texts->first, texts->second, value->line, valueText(*value), {}});
      ids.push_back(value->term);
    }
    if (frame.function.empty())
      frames.globals = std::move(frame.variables);
    else
      frames.calls.push_back(std::move(frame));
  }
  auto terms = decodeTerms(segment, ids, pool, bounds);
  if (!terms)
    return terms.error();
  auto term = terms->begin();
  const auto give = [&](Variable &variable) {
    const expr::TermId next = *term++;
    if (next && pool[next].operation != expr::Operation::Constant)
      variable.term = next;
  };
  for (Frame &frame : frames.calls)
    std::ranges::for_each(frame.variables, give);
  std::ranges::for_each(frames.globals, give);
  return frames;
}

} // namespace trace
