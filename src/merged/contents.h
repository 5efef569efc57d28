#pragma once

#include "expr/pool.h"

#include <cstdint>
#include <map>

namespace merged {

/// What one object holds: terms side by side, so that a value that was stored is loaded as it was.
/// Bytes that nothing was stored in are zeros here (the analysis form stores zeros into locals).
class Contents {
public:
  /// `size` is 1 to 8 bytes; the value has 8 times as many bits.
  expr::TermId load(expr::Pool &pool, std::uint64_t offset, unsigned size) const;
  void store(expr::Pool &pool, std::uint64_t offset, unsigned size, expr::TermId value);
  /// Whether some byte of these was never stored into.
  bool isFresh(std::uint64_t offset, unsigned size) const;
  /// Where control came from the first, what it holds; else what the second holds.
  static Contents choice(expr::Pool &pool, expr::TermId isFirst, const Contents &first,
                         const Contents &second);

private:
  struct Cell {
    unsigned size = 0; // bytes
    expr::TermId value;
  };
  using Cells = std::map<std::uint64_t, Cell>; // by offset; they do not overlap
  Cells::const_iterator firstTouching(std::uint64_t offset) const;
  void makeRoom(expr::Pool &pool, std::uint64_t offset, unsigned size);

  Cells cells_;
};

} // namespace merged
