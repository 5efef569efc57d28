#include "solver/mixed/abstraction.h"

#include "expr/packed_words.h"

#include <algorithm>

namespace solver {

using expr::Operation;
using expr::TermId;

Abstraction::Abstraction(Slice &slice, Operation kept)
    : inputs(slice.tape.inputs().size()), kept_(kept), oracle_(slice.pool.oracle()) {
  const Tape &tape = slice.tape;
  std::vector<TermId> terms(tape.size());
  std::vector<unsigned> levels(tape.size()); // kept functions below, one inside the other
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    const auto term = [&](std::uint32_t at) { return at == Tape::none ? TermId() : terms[at]; };
    for (const std::uint32_t operand : {node.a, node.b, node.c})
      if (operand != Tape::none)
        levels[i] = std::max(levels[i], levels[operand]);
    if (node.operation == Operation::Constant) {
      terms[i] = pool.constant(node.width, tape.value(i));
    } else if (node.operation == Operation::Input) {
      terms[i] = pool.input(node.width, node.input);
    } else if (node.operation == kept) {
      const auto result = static_cast<std::uint32_t>(inputs + functions.size());
      functions.push_back({{term(node.a), term(node.b), term(node.c)},
                           expr::operandCount(kept),
                           node.extra,
                           node.width,
                           levels[i]++,
                           result});
      terms[i] = pool.input(node.width, result);
    } else {
      terms[i] = pool.make(node.operation, node.width, term(node.a), term(node.b), term(node.c),
                           node.extra);
    }
    this->levels = std::max(this->levels, levels[i]);
  }
  for (std::size_t i = 0; i < slice.conditions.size(); ++i) {
    conditions.push_back(terms[tape.root(i)]);
    isSimple.push_back(levels[tape.root(i)] == 0);
  }
}

std::vector<TermId> Abstraction::wordsOf(const Kept &kept) const {
  std::vector<TermId> words;
  for (const TermId word : kept.words) {
    const expr::Term &term = pool[word];
    const bool isResult = term.operation == Operation::Input && term.value >= inputs;
    const Kept *pack = isResult ? &functions[term.value - inputs] : nullptr;
    if (pack && pack->function == expr::packFunction)
      words.insert(words.end(), pack->words.begin(), pack->words.end());
    else
      words.push_back(word);
  }
  return words;
}

std::optional<std::uint64_t> Abstraction::valueOf(const Kept &kept,
                                                  const expr::Words &words) const {
  if (kept_ == Operation::Apply)
    return expr::apply(kept_, kept.width, kept.function, {words[0], kept.width},
                       {words[1], kept.width});
  const auto value = oracle_ ? oracle_->call(kept.function, words) : std::nullopt;
  return value ? std::optional(*value & expr::maskOf(kept.width)) : std::nullopt;
}

} // namespace solver
