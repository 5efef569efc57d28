#pragma once

#include "expr/pool.h"
#include "trace/segment.h"

#include <compare>
#include <optional>
#include <vector>

namespace trace {

/// Equally spaced places in memory: what an address leads to.
struct Places {
  std::uint64_t base = 0, count = 0, stride = 0;

  bool contain(std::uint64_t address) const {
    return address - base < count * stride && (address - base) % stride == 0;
  }
  friend auto operator<=>(const Places &, const Places &) = default;
};

/// True if the address (a term of width 64) is that of one of the places.
expr::TermId isWithin(expr::Pool &pool, const Places &places, expr::TermId address);

/// What the address selects of these terms, one for each place. Means what memory means as long as
/// isWithin holds; equal parts of the selection are shared.
expr::TermId selection(expr::Pool &pool, const Places &places, expr::TermId address,
                       std::vector<expr::TermId> entries);

/// A PincerReadTable of the log that makes sense.
class ReadTable {
public:
  struct Entry {
    std::uint32_t term = 0; // 0: concrete
    std::uint64_t value = 0;
  };

  /// None if there is none at that place.
  static std::optional<ReadTable> at(const Segment &segment, std::uint32_t index);

  const Places &places() const { return places_; }
  Entry entry(std::uint64_t index) const;
  /// What is at an address that the places contain.
  Entry entryAt(std::uint64_t address) const {
    return entry((address - places_.base) / places_.stride);
  }

private:
  ReadTable(const Segment &segment, Places places, std::uint32_t first, bool hasTerms)
      : segment_(&segment), places_(places), first_(first), hasTerms_(hasTerms) {}

  const Segment *segment_;
  Places places_;
  std::uint32_t first_; // entry
  bool hasTerms_;
};

} // namespace trace
