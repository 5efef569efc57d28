// A form is the list of a condition's terms in the order of a walk, each with the numbers that its
// operands got in the same walk. The pool orders the operands of a sum by what was made first,
// which differs from run to run; here they are ordered by their looks, a hash of everything below a
// term but the names of inputs. Operands that look alike stay as they are: then a form may be
// missed, but never a wrong one be found.
#include "solver/shapes.h"

#include "support/hash.h"

#include <array>
#include <utility>

namespace solver {

namespace {

constexpr std::uint32_t mostTerms = 3'000;    // in one condition: the walk must stay cheap
constexpr std::size_t mostWords = 16'000'000; // in all forms

/// Everything but its operands and its number, if it is an input.
std::uint64_t kindOf(const expr::Term &term) {
  return static_cast<std::uint64_t>(term.operation) << 32 |
         static_cast<std::uint64_t>(term.extra) << 8 | term.width;
}
std::uint64_t valueOf(const expr::Term &term) {
  return term.operation == expr::Operation::Input ? 0 : term.value;
}

} // namespace

std::size_t Shapes::FormHash::operator()(const Form &form) const {
  std::uint64_t hash = form.size();
  for (const std::uint32_t word : form)
    hash = support::mixed(hash, word);
  return hash;
}

std::uint32_t Shapes::numberOf(Form form) {
  if (words_ > mostWords) {
    forms_.clear();
    words_ = 0;
  }
  const std::size_t size = form.size();
  const auto [known, isNew] = forms_.emplace(std::move(form), lastForm_ + 1);
  if (isNew) {
    words_ += size;
    ++lastForm_;
  }
  return known->second;
}

const Shape &Shapes::of(const expr::Pool &pool, expr::TermId condition) {
  auto &shapes = paths_[pool].shapes;
  const auto known = shapes.find(condition.index);
  if (known != shapes.end())
    return known->second;
  return shapes.emplace(condition.index, make(pool, condition)).first->second;
}

/// Visits each term once, after its operands. False: there are too many.
template <class Operands, class Visit>
bool Shapes::walk(const expr::Pool &pool, expr::TermId condition, Operands operands, Visit visit) {
  std::uint32_t count = 0;
  numbers_.clear();
  work_.assign(1, condition);
  while (!work_.empty()) {
    const expr::TermId id = work_.back();
    const std::array<expr::TermId, 3> below = operands(pool[id]);
    const std::size_t before = work_.size();
    if (numbers_[id] == TermMarks::none)
      for (std::size_t i = below.size(); i-- > 0;)
        if (below[i] && numbers_[below[i]] == TermMarks::none)
          work_.push_back(below[i]);
    if (work_.size() > before)
      continue;
    work_.pop_back();
    if (numbers_[id] != TermMarks::none)
      continue;
    if (count == mostTerms)
      return false;
    visit(id, below);
    numbers_.set(id, count++);
  }
  return true;
}

/// Finds what all terms of a condition look like.
bool Shapes::lookAt(const expr::Pool &pool, expr::TermId condition) {
  looks_.clear();
  places_.clear();
  const auto asTheyAre = [](const expr::Term &term) { return std::array{term.a, term.b, term.c}; };
  return walk(pool, condition, asTheyAre,
              [&](expr::TermId id, const std::array<expr::TermId, 3> &operands) {
                const expr::Term &term = pool[id];
                std::array<std::uint64_t, 3> looks = {};
                for (std::size_t i = 0; i < operands.size(); ++i)
                  looks[i] = operands[i] ? looks_[places_[operands[i]]] : 0;
                if (expr::isCommutative(term.operation) && looks[1] < looks[0])
                  std::swap(looks[0], looks[1]);
                std::uint64_t hash = support::mixed(kindOf(term), valueOf(term));
                for (const std::uint64_t look : looks)
                  hash = support::mixed(hash, look);
                places_.set(id, static_cast<std::uint32_t>(looks_.size()));
                looks_.push_back(hash);
              });
}

Shape Shapes::make(const expr::Pool &pool, expr::TermId condition) {
  if (!lookAt(pool, condition))
    return {};
  const auto inOrder = [&](const expr::Term &term) {
    std::array operands = {term.a, term.b, term.c};
    if (expr::isCommutative(term.operation) && looks_[places_[term.b]] < looks_[places_[term.a]])
      std::swap(operands[0], operands[1]);
    return operands;
  };
  Shape shape;
  Form form;
  walk(pool, condition, inOrder, [&](expr::TermId id, const std::array<expr::TermId, 3> &operands) {
    const expr::Term &term = pool[id];
    const auto add = [&](std::uint64_t value) {
      form.push_back(static_cast<std::uint32_t>(value));
      form.push_back(static_cast<std::uint32_t>(value >> 32));
    };
    add(kindOf(term));
    // An input is its place among the inputs, which the count of terms before it does not tell.
    if (term.operation == expr::Operation::Input)
      shape.inputs.push_back(static_cast<std::uint32_t>(term.value));
    add(valueOf(term));
    for (const expr::TermId operand : operands)
      form.push_back(operand ? numbers_[operand] : TermMarks::none);
  });
  shape.form = numberOf(std::move(form));
  return shape;
}

} // namespace solver
