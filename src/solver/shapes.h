#pragma once

#include "expr/pool.h"
#include "solver/term_marks.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace solver {

/// The form of a condition: what is left of it when inputs have no numbers of their own but are
/// counted in the order in which they are met. So `s[3] == 'x'` and `s[7] == 'x'` have one form,
/// whatever the run, the function or the pool.
struct Shape {
  std::array<std::uint64_t, 2> hash{};
  std::vector<std::uint32_t> inputs; // their numbers, in that order

  /// Too large to have one.
  bool isNone() const { return hash[0] == 0 && hash[1] == 0; }
};

struct ShapeHash {
  std::size_t operator()(const std::array<std::uint64_t, 2> &hash) const { return hash[0]; }
};

/// The forms of one pool's conditions, remembered.
class Shapes {
public:
  /// The pool must outlive it; it may grow.
  explicit Shapes(const expr::Pool &pool) : pool_(pool) {}
  /// Good as long as this is.
  const Shape &of(expr::TermId condition);

private:
  Shape make(expr::TermId condition);

  const expr::Pool &pool_;
  std::unordered_map<std::uint32_t, Shape> shapes_; // by term
  TermMarks numbers_;                               // of terms, while one shape is made
  std::vector<expr::TermId> work_;
};

} // namespace solver
