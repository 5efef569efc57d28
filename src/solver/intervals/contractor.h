#pragma once

#include "solver/intervals/rules.h"
#include "solver/tape.h"

#include <vector>

namespace solver::intervals {

/// What is known of each term of a tape when some of its conditions hold: ranges are passed from
/// operands to results and back until they stop getting smaller (HC4).
class Contractor {
public:
  /// The tape must outlive it.
  explicit Contractor(const Tape &tape);

  /// Which conditions are to hold, by index; all at first.
  void require(const std::vector<bool> &conditions);
  /// Forgets everything but constants.
  void reset();
  /// False: the conditions can't hold where the domains are.
  bool contract(unsigned mostRounds);

  Domain &operator[](std::uint32_t position) { return domains_[position]; }
  const Domain &operator[](std::uint32_t position) const { return domains_[position]; }
  /// Is the position below a condition that is to hold?
  bool isUsed(std::uint32_t position) const { return used_[position]; }
  /// Does a function of libm stand below one?
  bool usesLibm() const { return functions_ > 0; }
  /// Is every operation below them one that is computed as abi/operations.h says?
  bool hasAllRules() const { return hasAllRules_; }
  /// Rules applied so far.
  std::uint64_t work() const { return work_; }

private:
  struct Link {
    Shape shape;
    std::uint32_t z = 0, a = 0, b = 0, c = 0; // operands that there are not lead to an empty place
    std::uint32_t absoluteOf = Tape::none;
  };

  void findViews();
  void addLink(std::uint32_t position);
  std::uint32_t absoluteOf(std::uint32_t position) const;
  bool forwardPass();
  bool backwardPass();
  void forwardChoice(const Link &link);
  Domain assuming(std::uint32_t condition, bool holds, std::uint32_t value) const;
  double size() const;

  const Tape &tape_;
  std::vector<Domain::View> views_;
  std::vector<Link> links_; // of every operation, operands first
  std::vector<std::uint32_t> linkOf_;
  std::vector<std::uint32_t> active_; // places in links_
  std::vector<std::uint32_t> roots_;
  std::vector<std::uint32_t> leaves_; // inputs that are used
  std::vector<bool> used_;
  std::vector<Domain> whole_, domains_; // by position, and one more for what is not there
  std::uint64_t functions_ = 0;         // of libm that are used
  bool hasAllRules_ = true;
  std::uint64_t work_ = 0;
};

} // namespace solver::intervals
