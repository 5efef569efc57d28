#include "expr/floating.h"
#include "expr/print.h"
#include "expr/reachable.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <map>
#include <set>

// Each term that is neither a constant nor an input becomes a define-fun, in order: nothing nests,
// however deep terms are. Truth values are bit vectors of one bit throughout, as in the pool, and
// so are IEEE numbers: each operation on them reads bits as numbers and gives bits
// (fp.to_ieee_bv is no standard, but Z3's and MathSAT's). What SMT-LIB has no function for is
// declared without a definition: an answer "unsat" holds, an assignment may be wrong.

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

/// (_ to_fp 11 53): reads bits as a number, or converts to one.
std::string toNumber(unsigned width, const char *function = "to_fp") {
  return fmt::format("(_ {} {})", function, width == 32 ? "8 24" : "11 53");
}

/// A power of two as a number: bits with an exponent and no fraction.
std::string powerOfTwo(unsigned exponent, bool negative, unsigned width) {
  const std::uint64_t bits = width == 32 ? (127ull + exponent) << 23 : (1023ull + exponent) << 52;
  return fmt::format("({} (_ bv{} {}))", toNumber(width), bits | (negative ? signBitOf(width) : 0),
                     width);
}

bool isUninterpreted(Operation operation) {
  return operation == Operation::Apply || operation == Operation::FRem;
}

/// One function for each width it is asked for.
std::string nameOfCall(const Term &term) {
  return fmt::format("call{}_{}", term.extra, term.width);
}

std::string nameOfUninterpreted(const Term &term) {
  const char *name = term.operation == Operation::FRem ? "fmod" : nameOfFunction(term.extra);
  return fmt::format("{}_{}", name, term.width);
}

/// The operation on numbers, as a term of the sort that SMT-LIB gives it.
std::string onNumbers(const Pool &pool, const Term &term) {
  static const char *const directions[] = {"RNE", "RTN", "RTP", "RTZ", "RNA"};
  const unsigned width = pool[term.a].width;
  const auto number = [&](TermId id) {
    return fmt::format("({} {})", toNumber(width), reference(pool, id));
  };
  const auto with = [&](const char *function) {
    std::string text = fmt::format("({}", function);
    for (const TermId operand : {term.a, term.b, term.c})
      if (operand)
        text += " " + number(operand);
    return text + ")";
  };
  switch (term.operation) {
  case Operation::FAdd:
    return with("fp.add RNE");
  case Operation::FSub:
    return with("fp.sub RNE");
  case Operation::FMul:
    return with("fp.mul RNE");
  case Operation::FDiv:
    return with("fp.div RNE");
  case Operation::FMulAdd:
    return with("fp.fma RNE");
  case Operation::FSqrt:
    return with("fp.sqrt RNE");
  case Operation::FRound:
    return with(fmt::format("fp.roundToIntegral {}", directions[term.extra]).c_str());
  case Operation::FEqual:
    return with("fp.eq");
  case Operation::FLess:
    return with("fp.lt");
  case Operation::FLessEqual:
    return with("fp.leq");
  case Operation::FUnordered:
    return fmt::format("(or (fp.isNaN {}) (fp.isNaN {}))", number(term.a), number(term.b));
  case Operation::IntToF:
    return fmt::format("({} RNE {})", toNumber(term.width), reference(pool, term.a));
  case Operation::UIntToF:
    return fmt::format("({} RNE {})", toNumber(term.width, "to_fp_unsigned"),
                       reference(pool, term.a));
  case Operation::FConvert:
    return fmt::format("({} RNE {})", toNumber(term.width), number(term.a));
  default:
    assert(term.operation == Operation::FToInt);
    return fmt::format(
        "(ite (and (fp.leq {} {}) (fp.lt {} {})) ((_ fp.to_sbv {}) RTZ {}) (_ bv{} {}))",
        powerOfTwo(term.width - 1, true, width), number(term.a), number(term.a),
        powerOfTwo(term.width - 1, false, width), term.width, number(term.a), signBitOf(term.width),
        term.width);
  }
}

std::string floatingDefinition(const Pool &pool, const Term &term) {
  if (isUninterpreted(term.operation))
    return fmt::format("({} {} {})", nameOfUninterpreted(term), reference(pool, term.a),
                       reference(pool, term.b));
  const std::string text = onNumbers(pool, term);
  if (isComparison(term.operation))
    return fmt::format("(ite {} (_ bv1 1) (_ bv0 1))", text);
  if (!givesNumber(term.operation))
    return text;
  return fmt::format("(let ((r {})) (ite (fp.isNaN r) (_ bv{} {}) (fp.to_ieee_bv r)))", text,
                     nanOf(term.width), term.width);
}

/// Of numbers of two words, as SMT-LIB has them.
std::string onDoubleWords(const Pool &pool, const Term &term) {
  const unsigned width = term.width;
  const auto wide = [&](TermId id) {
    return fmt::format("((_ zero_extend {}) {})", width, reference(pool, id));
  };
  if (term.operation == Operation::MulHigh)
    return fmt::format("((_ extract {} {}) (bvmul {} {}))", 2 * width - 1, width, wide(term.a),
                       wide(term.b));
  return fmt::format("((_ extract {} 0) ({} (concat {} {}) {}))", width - 1,
                     term.operation == Operation::WideDiv ? "bvudiv" : "bvurem",
                     reference(pool, term.a), reference(pool, term.b), wide(term.c));
}

std::string nameOfExtendedFunction(const Term &term) {
  return fmt::format("extended{}_{}", term.extra, term.width);
}

std::string definition(const Pool &pool, const Term &term) {
  if (term.operation >= Operation::MulHigh && term.operation <= Operation::WideRem)
    return onDoubleWords(pool, term);
  if (term.operation == Operation::Extended)
    return fmt::format("({} {} {} {})", nameOfExtendedFunction(term), reference(pool, term.a),
                       reference(pool, term.b), reference(pool, term.c));
  if (isFloating(term.operation))
    return floatingDefinition(pool, term);
  std::string text =
      "(" + (term.operation == Operation::Call ? nameOfCall(term) : function(pool, term));
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
  std::set<std::pair<std::string, unsigned>> uninterpreted, calls, extended;
  for (const TermId id : terms) {
    if (isUninterpreted(pool[id].operation))
      uninterpreted.insert({nameOfUninterpreted(pool[id]), pool[id].width});
    if (pool[id].operation == Operation::Call)
      calls.insert({nameOfCall(pool[id]), pool[id].width});
    if (pool[id].operation == Operation::Extended)
      extended.insert({nameOfExtendedFunction(pool[id]), pool[id].width});
  }
  const bool hasNumbers = std::any_of(terms.begin(), terms.end(),
                                      [&](TermId id) { return isFloating(pool[id].operation); });
  const bool hasFunctions = !uninterpreted.empty() || !calls.empty() || !extended.empty();
  std::string script = fmt::format("(set-logic {})\n", hasFunctions ? "ALL"
                                                       : hasNumbers ? "QF_BVFP"
                                                                    : "QF_BV");
  for (const auto &[name, width] : uninterpreted)
    script += fmt::format("(declare-fun {0} ((_ BitVec {1}) (_ BitVec {1})) (_ BitVec {1}))\n",
                          name, width);
  for (const auto &[name, width] : calls)
    script += fmt::format("(declare-fun {} ((_ BitVec 64) (_ BitVec 64) (_ BitVec 64)) (_ BitVec "
                          "{}))\n",
                          name, width);
  for (const auto &[name, width] : extended)
    script += fmt::format("(declare-fun {} ((_ BitVec 64) (_ BitVec 64) (_ BitVec 32)) (_ BitVec "
                          "{}))\n",
                          name, width);
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
