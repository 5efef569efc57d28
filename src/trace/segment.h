#pragma once

#include "abi/trace.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trace {

/// The records of a segment. Its counts are within its capacities; nothing else is checked. Every
/// record is handed out as a copy, since a subject that is still alive may go on writing.
class Segment {
public:
  /// The first segment of a run; others continue terms of their parents.
  static support::Result<Segment> read(std::span<const std::byte> bytes);

  std::uint32_t termCount() const { return header_.termCount; }
  std::uint32_t eventCount() const { return header_.eventCount; }
  std::uint32_t tableUsed() const { return header_.tableUsed; }
  std::uint32_t threads() const { return header_.threads; }
  std::span<const std::uint64_t> lost() const { return header_.lost; }

  PincerTerm term(std::uint32_t id) const;        // 1 to termCount
  PincerEvent event(std::uint32_t index) const;   // below eventCount
  std::uint64_t table(std::uint32_t index) const; // below tableUsed

private:
  Segment(std::span<const std::byte> bytes, const PincerSegment &header)
      : bytes_(bytes), header_(header) {}

  std::span<const std::byte> bytes_;
  PincerSegment header_;
};

} // namespace trace
