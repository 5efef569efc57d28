#pragma once

#include "abi/channel.h"
#include "support/result.h"

#include <cstddef>
#include <span>

namespace execute {

/// A descriptor that is closed at the end of its life.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor &&other) noexcept;
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor();

  int number() const { return number_; }
  void close();

private:
  int number_ = -1;
};

/// Our view of the memory shared with a target. Everything but the header and the requests can
/// change under our eyes and hold anything.
class Channel {
public:
  static support::Result<Channel> create(const PincerHeader &header);
  Channel(Channel &&other) noexcept;
  Channel &operator=(Channel &&) = delete;
  ~Channel();

  int descriptor() const { return descriptor_.number(); }
  volatile const PincerControl &control() const;
  std::span<std::byte> seen() const { return area(PINCER_SEEN_AT, PINCER_COVERAGE_CAPACITY); }
  std::span<std::byte> coverage() const {
    return area(PINCER_COVERAGE_AT, PINCER_COVERAGE_CAPACITY);
  }
  std::span<std::byte> request(std::uint32_t half) const;
  std::span<std::byte> response() const {
    return area(PINCER_RESPONSE_AT, PINCER_RESPONSE_CAPACITY);
  }
  const PincerAskedCalls &asked() const {
    return *reinterpret_cast<const PincerAskedCalls *>(base_ + PINCER_ASKED_AT);
  }
  PincerNearest &nearest() const {
    return *reinterpret_cast<PincerNearest *>(base_ + PINCER_NEAREST_AT);
  }
  std::span<std::byte> trace() const { return area(PINCER_TRACE_AT, PINCER_SEGMENT_SIZE); }

private:
  Channel() = default;
  std::span<std::byte> area(std::size_t at, std::size_t size) const { return {base_ + at, size}; }

  Descriptor descriptor_;
  std::byte *base_ = nullptr;
};

/// A file in memory; `name` is for people who look at /proc.
support::Result<Descriptor> makeMemoryFile(const char *name, std::uint64_t size);

} // namespace execute
