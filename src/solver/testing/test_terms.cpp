#include "solver/testing/test_terms.h"

namespace solver {

using expr::Operation;

expr::TermId TestTerms::resized(expr::TermId term, unsigned width) {
  const unsigned old = pool_[term].width;
  if (old == width)
    return term;
  if (old > width)
    return pool_.make(Operation::Extract, width, term, {}, {},
                      static_cast<unsigned>(below(old - width + 1)));
  return pool_.make(below(2) ? Operation::ZeroExtend : Operation::SignExtend, width, term);
}

expr::TermId TestTerms::leaf(unsigned width) {
  if (below(3) == 0)
    return pool_.constant(width, rng_.next());
  const auto input = static_cast<std::uint32_t>(below(widths_.size()));
  return resized(pool_.input(widths_[input], input), width);
}

expr::TermId TestTerms::ofTwoWords(unsigned width, unsigned depth) {
  const expr::TermId a = term(width, depth - 1), b = term(width, depth - 1);
  if (below(3) == 0)
    return pool_.make(Operation::MulHigh, width, a, b);
  return pool_.make(below(2) ? Operation::WideDiv : Operation::WideRem, width, a, b,
                    below(2) ? term(width, depth - 1) : leaf(width));
}

expr::TermId TestTerms::term(unsigned width, unsigned depth) {
  if (depth == 0)
    return leaf(width);
  const auto inner = static_cast<unsigned>(1 + below(8));
  if (width == 1 && below(4) != 0) {
    const auto comparison =
        static_cast<Operation>(static_cast<unsigned>(Operation::Equal) + below(5));
    return pool_.make(comparison, 1, term(inner, depth - 1), term(inner, depth - 1));
  }
  switch (below(6)) {
  case 0:
    return pool_.make(Operation::Choose, width, term(1, depth - 1), term(width, depth - 1),
                      term(width, depth - 1));
  case 1:
    return resized(term(inner, depth - 1), width);
  case 2:
    if (width > 1) {
      const auto low = static_cast<unsigned>(1 + below(width - 1));
      return pool_.make(Operation::Concat, width, term(width - low, depth - 1),
                        term(low, depth - 1));
    }
    [[fallthrough]];
  case 3:
    if (below(3) == 0)
      return ofTwoWords(width, depth);
    [[fallthrough]];
  default: {
    const auto first = static_cast<unsigned>(Operation::Add);
    const auto count = static_cast<unsigned>(Operation::AShr) - first + 1;
    return pool_.make(static_cast<Operation>(first + below(count)), width, term(width, depth - 1),
                      term(width, depth - 1));
  }
  }
}

std::vector<std::uint64_t> TestTerms::randomInputs() {
  std::vector<std::uint64_t> inputs;
  for (const unsigned width : widths_)
    inputs.push_back(rng_.next() & expr::maskOf(width));
  return inputs;
}

bool TestTerms::hold(std::span<const expr::TermId> conditions,
                     std::span<const std::uint64_t> inputs) const {
  expr::Evaluator value(pool_, inputs);
  for (const expr::TermId condition : conditions)
    if (value(condition) == 0)
      return false;
  return true;
}

bool TestTerms::satisfiable(std::span<const expr::TermId> conditions) const {
  unsigned bits = 0;
  for (const unsigned width : widths_)
    bits += width;
  std::vector<std::uint64_t> inputs(widths_.size());
  expr::Evaluator value(pool_, inputs);
  for (std::uint64_t number = 0; number >> bits == 0; ++number) {
    std::uint64_t rest = number;
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      inputs[i] = rest & expr::maskOf(widths_[i]);
      rest >>= widths_[i];
    }
    value.assign(inputs);
    bool all = true;
    for (std::size_t i = 0; all && i < conditions.size(); ++i)
      all = value(conditions[i]) != 0;
    if (all)
      return true;
  }
  return false;
}

std::string problemOf(const TestTerms &terms, const Query &query, const Answer &answer) {
  if (const Sat *sat = std::get_if<Sat>(&answer)) {
    std::vector<std::uint64_t> inputs = query.current;
    for (const auto &[input, value] : sat->assignment)
      inputs.at(input) = value;
    return terms.hold(query.conditions, inputs) ? "" : "the assignment is none";
  }
  if (const Unsat *unsat = std::get_if<Unsat>(&answer)) {
    std::vector<expr::TermId> core;
    for (std::size_t i = 0; i < unsat->core.size(); ++i) {
      if (unsat->core[i] >= query.conditions.size() ||
          (i > 0 && unsat->core[i] <= unsat->core[i - 1]))
        return "the core is no ascending list of conditions";
      core.push_back(query.conditions[unsat->core[i]]);
    }
    return terms.satisfiable(core) ? "the core can hold" : "";
  }
  return "unknown: " + std::get<Unknown>(answer).why;
}

} // namespace solver
