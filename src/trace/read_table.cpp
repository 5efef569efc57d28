#include "trace/read_table.h"

#include <bit>

// A selection is a decision diagram: the bits of the index decide, the lowest nearest to the
// entries, and where both sides of a decision are the same there is none. So a table of the classes
// of characters becomes small. Distances that are no powers of two need the index itself: what the
// distance was multiplied with, if the address shows it, or else a division.

namespace trace {

using expr::Operation;
using expr::TermId;

namespace {

TermId offsetOf(expr::Pool &pool, const Places &places, TermId address) {
  return pool.make(Operation::Sub, 64, address, pool.constant(64, places.base));
}

/// What was multiplied with the stride; none: it doesn't show.
TermId multiplicand(const expr::Pool &pool, const Places &places, TermId offset) {
  const expr::Term &term = pool[offset];
  const bool shows = term.operation == Operation::Mul && pool.isConstant(term.b) &&
                     pool[term.b].value == places.stride;
  return shows ? term.a : TermId();
}

} // namespace

TermId isWithin(expr::Pool &pool, const Places &places, TermId address) {
  const TermId offset = offsetOf(pool, places, address);
  if (const TermId index = multiplicand(pool, places, offset))
    return pool.make(Operation::ULess, 1, index, pool.constant(64, places.count));
  const TermId rest = pool.make(Operation::URem, 64, offset, pool.constant(64, places.stride));
  return pool.conjunction(
      pool.equal(rest, pool.constant(64, 0)),
      pool.make(Operation::ULess, 1, offset, pool.constant(64, places.count * places.stride)));
}

TermId selection(expr::Pool &pool, const Places &places, TermId address,
                 std::vector<TermId> entries) {
  TermId index = offsetOf(pool, places, address);
  unsigned low = 0;
  if (std::has_single_bit(places.stride))
    low = static_cast<unsigned>(std::countr_zero(places.stride));
  else if (const TermId factor = multiplicand(pool, places, index))
    index = factor;
  else
    index = pool.make(Operation::UDiv, 64, index, pool.constant(64, places.stride));
  const unsigned width = pool[entries[0]].width;
  for (; entries.size() > 1; ++low) {
    const TermId bit = pool.make(Operation::Extract, 1, index, {}, {}, low);
    std::vector<TermId> halves;
    halves.reserve((entries.size() + 1) / 2);
    for (std::size_t i = 0; i < entries.size(); i += 2)
      halves.push_back(i + 1 < entries.size() // past the end anything will do
                           ? pool.make(Operation::Choose, width, bit, entries[i + 1], entries[i])
                           : entries[i]);
    entries = std::move(halves);
  }
  return entries[0];
}

std::optional<ReadTable> ReadTable::at(const Segment &segment, std::uint32_t index) {
  constexpr std::uint32_t header = sizeof(PincerReadTable) / sizeof(std::uint64_t);
  const std::uint32_t used = segment.tableUsed();
  if (index >= used || used - index < header)
    return {};
  const Places places{segment.table(index), segment.table(index + 1), segment.table(index + 2)};
  const bool hasTerms = segment.table(index + 3) != 0;
  const std::uint32_t room = (used - index - header) / (hasTerms ? 2 : 1);
  const bool sound = places.count >= 1 && places.count <= room && places.stride >= 1 &&
                     places.stride < 1ull << 32 &&
                     places.base + places.count * places.stride > places.base;
  return sound ? std::optional(ReadTable(segment, places, index + header, hasTerms)) : std::nullopt;
}

ReadTable::Entry ReadTable::entry(std::uint64_t index) const {
  const auto i = static_cast<std::uint32_t>(index);
  if (!hasTerms_)
    return {0, segment_->table(first_ + i)};
  return {static_cast<std::uint32_t>(segment_->table(first_ + 2 * i)),
          segment_->table(first_ + 2 * i + 1)};
}

} // namespace trace
