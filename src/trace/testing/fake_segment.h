#pragma once

#include "abi/operations.h"
#include "abi/trace.h"

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <sys/mman.h>

namespace trace {

/// A log as a recorder writes it, for tests. Pages that nobody touches take no memory.
class FakeSegment {
public:
  FakeSegment()
      : memory_(
            static_cast<std::byte *>(mmap(nullptr, PINCER_SEGMENT_SIZE, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    assert(memory_ != MAP_FAILED);
    header().magic = PINCER_SEGMENT_MAGIC;
    header().parent = PINCER_NO_SEGMENT;
  }
  ~FakeSegment() { munmap(memory_, PINCER_SEGMENT_SIZE); }
  FakeSegment(const FakeSegment &) = delete;
  FakeSegment &operator=(const FakeSegment &) = delete;

  std::span<const std::byte> bytes() const { return {memory_, PINCER_SEGMENT_SIZE}; }
  PincerSegment &header() { return *reinterpret_cast<PincerSegment *>(memory_); }
  PincerTerm &term(std::uint32_t id) {
    return reinterpret_cast<PincerTerm *>(memory_ + PINCER_SEGMENT_TERMS_AT)[id - 1];
  }
  PincerEvent &event(std::uint32_t index) {
    return reinterpret_cast<PincerEvent *>(memory_ + PINCER_SEGMENT_EVENTS_AT)[index];
  }
  std::uint64_t *tables() {
    return reinterpret_cast<std::uint64_t *>(memory_ + PINCER_SEGMENT_TABLES_AT);
  }

  std::uint32_t add(PincerOperation operation, unsigned width, std::uint64_t value,
                    std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                    unsigned extra = 0) {
    const std::uint32_t id = ++header().termCount;
    term(id) = {value,
                a,
                b,
                c,
                static_cast<std::uint8_t>(operation),
                static_cast<std::uint8_t>(width),
                static_cast<std::uint16_t>(extra)};
    return id;
  }
  std::uint32_t constant(unsigned width, std::uint64_t value) {
    return add(PINCER_OP_Constant, width, value);
  }
  std::uint32_t input(unsigned width, std::uint32_t number, std::uint64_t value) {
    return add(PINCER_OP_Input, width, value, number);
  }
  /// The value is that of the term.
  void addEvent(int kind, std::uint32_t place, std::uint32_t term, std::uint32_t table = 0) {
    event(header().eventCount++) = {static_cast<std::uint8_t>(kind), 0,     0, place, term, 1,
                                    this->term(term).value,          table, 0};
  }
  std::uint32_t addTable(std::initializer_list<std::uint64_t> cases) {
    const std::uint32_t at = header().tableUsed;
    tables()[header().tableUsed++] = cases.size();
    for (const std::uint64_t value : cases)
      tables()[header().tableUsed++] = value;
    return at;
  }

private:
  std::byte *memory_;
};

} // namespace trace
