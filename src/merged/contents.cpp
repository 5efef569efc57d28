#include "merged/contents.h"

#include <algorithm>

namespace merged {

using expr::Operation;
using expr::Pool;
using expr::TermId;

namespace {

TermId part(Pool &pool, TermId value, unsigned firstByte, unsigned bytes) {
  if (firstByte == 0 && pool[value].width == 8 * bytes)
    return value;
  return pool.make(Operation::Extract, 8 * bytes, value, {}, {}, 8 * firstByte);
}

} // namespace

Contents::Cells::const_iterator Contents::firstTouching(std::uint64_t offset) const {
  auto cell = cells_.upper_bound(offset);
  if (cell != cells_.begin()) {
    const auto before = std::prev(cell);
    if (before->first + before->second.size > offset)
      return before;
  }
  return cell;
}

bool Contents::isFresh(std::uint64_t offset, unsigned size) const {
  std::uint64_t at = offset;
  for (auto cell = firstTouching(offset); cell != cells_.end() && cell->first <= at; ++cell)
    at = cell->first + cell->second.size;
  return at < offset + size;
}

TermId Contents::load(Pool &pool, std::uint64_t offset, unsigned size) const {
  if (const auto cell = cells_.find(offset); cell != cells_.end() && cell->second.size == size)
    return cell->second.value;
  TermId value;
  const auto append = [&](TermId above) {
    value = value
                ? pool.make(Operation::Concat, pool[above].width + pool[value].width, above, value)
                : above;
  };
  std::uint64_t at = offset;
  const std::uint64_t end = offset + size;
  auto cell = firstTouching(offset);
  while (at < end) {
    const bool isHere = cell != cells_.end() && cell->first <= at;
    const std::uint64_t next = isHere ? std::min(end, cell->first + cell->second.size)
                                      : (cell != cells_.end() ? std::min(end, cell->first) : end);
    const auto bytes = static_cast<unsigned>(next - at);
    append(isHere ? part(pool, cell->second.value, static_cast<unsigned>(at - cell->first), bytes)
                  : pool.constant(8 * bytes, 0));
    if (isHere)
      ++cell;
    at = next;
  }
  return value;
}

void Contents::makeRoom(Pool &pool, std::uint64_t offset, unsigned size) {
  const std::uint64_t end = offset + size;
  for (auto cell = firstTouching(offset); cell != cells_.end() && cell->first < end;) {
    const auto [at, old] = *cell;
    cell = cells_.erase(cell);
    if (at < offset) {
      const auto bytes = static_cast<unsigned>(offset - at);
      cells_[at] = {bytes, part(pool, old.value, 0, bytes)};
    }
    if (at + old.size > end) {
      const auto bytes = static_cast<unsigned>(at + old.size - end);
      cells_[end] = {bytes, part(pool, old.value, old.size - bytes, bytes)};
    }
  }
}

void Contents::store(Pool &pool, std::uint64_t offset, unsigned size, TermId value) {
  if (const auto cell = cells_.find(offset); cell != cells_.end() && cell->second.size == size) {
    cell->second.value = value;
    return;
  }
  makeRoom(pool, offset, size);
  cells_[offset] = {size, value};
}

Contents Contents::choice(Pool &pool, TermId isFirst, const Contents &first,
                          const Contents &second) {
  Contents both;
  const auto choose = [&](std::uint64_t offset, unsigned size) {
    const TermId a = first.load(pool, offset, size), b = second.load(pool, offset, size);
    both.cells_[offset] = {size,
                           a == b ? a : pool.make(Operation::Choose, 8 * size, isFirst, a, b)};
  };
  // Cells that only one of them has, or that lie across each other, go by what the two have in
  // common: from each border of either to the next.
  std::map<std::uint64_t, bool> borders;
  for (const Contents *one : {&first, &second})
    for (const auto &[offset, cell] : one->cells_) {
      borders[offset] = true;
      borders.try_emplace(offset + cell.size, false);
    }
  for (auto border = borders.begin(); border != borders.end(); ++border) {
    const auto next = std::next(border);
    if (next == borders.end())
      break;
    const std::uint64_t size = next->first - border->first;
    const bool isHeld = !first.isFresh(border->first, 1) || !second.isFresh(border->first, 1);
    if (isHeld && size <= 8)
      choose(border->first, static_cast<unsigned>(size));
  }
  return both;
}

} // namespace merged
