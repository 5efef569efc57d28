#pragma once

#include "expr/pool.h"

#include <cstdint>
#include <vector>

namespace solver {

/// A map from terms of one pool to numbers that is emptied in constant time. As large as the
/// highest term it ever held, so it is made once and used for many queries.
class TermMarks {
public:
  static constexpr std::uint32_t none = 0xffff'ffff;

  void clear() {
    if (++round_ == 0) { // the counter ran over: old marks would look new
      marks_.assign(marks_.size(), {});
      round_ = 1;
    }
  }
  /// The number of a term, `none` if it has none.
  std::uint32_t operator[](expr::TermId term) const {
    if (term.index >= marks_.size() || marks_[term.index].round != round_)
      return none;
    return marks_[term.index].number;
  }
  void set(expr::TermId term, std::uint32_t number) {
    if (term.index >= marks_.size())
      marks_.resize(term.index + term.index / 2 + 64);
    marks_[term.index] = {round_, number};
  }

private:
  struct Mark {
    std::uint32_t round = 0, number = 0;
  };
  std::vector<Mark> marks_;
  std::uint32_t round_ = 1;
};

} // namespace solver
