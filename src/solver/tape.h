#pragma once

#include "expr/pool.h"
#include "solver/term_marks.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace solver {

/// The terms below some conditions, laid out to be evaluated many times: leaves first, then every
/// term after its operands. The cone of the last condition comes first, since it is the one that
/// most assignments fail. What depends on a call without a value (expr/calls.h) is 0, as in
/// expr::Evaluator.
class Tape {
public:
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct Node {
    expr::Operation operation = expr::Operation::Constant;
    std::uint8_t width = 0;
    std::uint16_t extra = 0;                    // Extract: the lowest bit
    std::uint32_t a = none, b = none, c = none; // positions on the tape
    std::uint32_t condition = none;             // which condition this is the root of
    std::uint32_t input = none;                 // Input: its place in inputs()
  };
  struct Input {
    std::uint32_t number = 0;
    std::uint8_t width = 0;
  };

  /// `scratch` is only used during construction.
  Tape(const expr::Pool &pool, std::span<const expr::TermId> conditions, TermMarks &scratch);

  std::size_t size() const { return nodes_.size(); }
  const Node &operator[](std::uint32_t position) const { return nodes_[position]; }
  const std::vector<Input> &inputs() const { return inputs_; }
  /// Is there any floating point in it?
  bool hasNumbers() const { return hasNumbers_; }
  /// Is there any Call in it?
  bool hasCalls() const { return !failed_.empty(); }
  /// Position of the root of a condition.
  std::uint32_t root(std::size_t condition) const { return roots_[condition]; }
  std::size_t conditionCount() const { return roots_.size(); }

  /// Computes until a condition is false and says which; `none` if all hold. Leaves value() alone.
  std::uint32_t firstFalse(std::span<const std::uint64_t> inputs);
  /// The same for some of the positions only, ascending, with all they need; the others are left
  /// out.
  std::uint32_t firstFalse(std::span<const std::uint64_t> inputs,
                           std::span<const std::uint32_t> positions);
  /// Computes everything; value() is then valid for every position.
  void evaluate(std::span<const std::uint64_t> inputs);
  std::uint64_t value(std::uint32_t position) const { return values_[position]; }

  /// Terms computed so far: a measure of work that is the same on every machine.
  std::uint64_t work() const { return work_; }

private:
  void collect(const expr::Pool &pool, std::span<const expr::TermId> conditions, TermMarks &scratch,
               std::vector<expr::TermId> &ordered);
  void place(const expr::Pool &pool, expr::TermId term, TermMarks &positions);
  using Values = std::vector<std::uint64_t>; // by position
  void load(std::span<const std::uint64_t> inputs, Values &values) const;
  void compute(std::size_t position, Values &values);
  std::optional<std::uint64_t> withFailures(const Node &node, const Values &values) const;

  std::vector<Node> nodes_;
  Values values_, trial_;
  std::vector<Input> inputs_;
  std::vector<std::uint32_t> inputPositions_;
  std::vector<std::uint32_t> roots_;
  std::size_t leaves_ = 0;
  bool hasNumbers_ = false;
  std::uint64_t work_ = 0;
  expr::Oracle *oracle_ = nullptr;
  std::vector<bool> failed_; // by position: has no value; empty: there are no calls
};

} // namespace solver
