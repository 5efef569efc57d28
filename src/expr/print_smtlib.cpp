#include "expr/print.h"
#include "expr/reachable.h"

#include <cassert>
#include <fmt/format.h>
#include <map>

// Each term that is neither a constant nor an input becomes a define-fun, in order: nothing nests,
// however deep terms are. Truth values are bit vectors of one bit throughout, as in the pool.

namespace expr {

namespace {

std::string reference(const Pool &pool, TermId id) {
  const Term &term = pool[id];
  if (term.operation == Operation::Constant)
    return fmt::format("(_ bv{} {})", term.value, term.width);
  if (term.operation == Operation::Input)
    return fmt::format("in{}_{}", term.value, term.width);
  return fmt::format("t{}", id.index);
}

/// The function of SMT-LIB that means the same.
std::string function(const Pool &pool, const Term &term) {
  switch (term.operation) {
  case Operation::Constant:
  case Operation::Input:
    break;
  case Operation::Add:
    return "bvadd";
  case Operation::Sub:
    return "bvsub";
  case Operation::Mul:
    return "bvmul";
  case Operation::UDiv:
    return "bvudiv";
  case Operation::SDiv:
    return "bvsdiv";
  case Operation::URem:
    return "bvurem";
  case Operation::SRem:
    return "bvsrem";
  case Operation::And:
    return "bvand";
  case Operation::Or:
    return "bvor";
  case Operation::Xor:
    return "bvxor";
  case Operation::Shl:
    return "bvshl";
  case Operation::LShr:
    return "bvlshr";
  case Operation::AShr:
    return "bvashr";
  case Operation::Equal:
    return "=";
  case Operation::ULess:
    return "bvult";
  case Operation::ULessEqual:
    return "bvule";
  case Operation::SLess:
    return "bvslt";
  case Operation::SLessEqual:
    return "bvsle";
  case Operation::Choose:
    return "ite";
  case Operation::ZeroExtend:
    return fmt::format("(_ zero_extend {})", term.width - pool[term.a].width);
  case Operation::SignExtend:
    return fmt::format("(_ sign_extend {})", term.width - pool[term.a].width);
  case Operation::Extract:
    return fmt::format("(_ extract {} {})", term.extra + term.width - 1, term.extra);
  case Operation::Concat:
    return "concat";
  default:
    return nameOf(term.operation);
  }
  assert(false && "no operation with operands");
  return {};
}

std::string definition(const Pool &pool, const Term &term) {
  std::string text = "(" + function(pool, term);
  for (const TermId operand : {term.a, term.b, term.c}) {
    if (!operand)
      continue;
    const std::string name = reference(pool, operand);
    const bool isTest = term.operation == Operation::Choose && text == "(ite";
    text += isTest ? fmt::format(" (= {} (_ bv1 1))", name) : " " + name;
  }
  text += ")";
  return isComparison(term.operation) ? fmt::format("(ite {} (_ bv1 1) (_ bv0 1))", text) : text;
}

} // namespace

std::string toSmtLib(const Pool &pool, std::span<const TermId> conditions) {
  const std::vector<TermId> terms = reachable(pool, conditions);
  std::string script = "(set-logic QF_BV)\n";
  std::map<std::pair<std::uint64_t, unsigned>, std::string> inputs;
  for (const TermId id : terms)
    if (pool[id].operation == Operation::Input)
      inputs[{pool[id].value, pool[id].width}] = reference(pool, id);
  for (const auto &[input, name] : inputs)
    script += fmt::format("(declare-const {} (_ BitVec {}))\n", name, input.second);
  for (const TermId id : terms)
    if (operandCount(pool[id].operation) > 0)
      script += fmt::format("(define-fun {} () (_ BitVec {}) {})\n", reference(pool, id),
                            pool[id].width, definition(pool, pool[id]));
  for (const TermId condition : conditions)
    script += fmt::format("(assert (= {} (_ bv1 1)))\n", reference(pool, condition));
  return script + "(check-sat)\n";
}

} // namespace expr
