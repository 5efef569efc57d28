#include "proof/encoder.h"

#include "abi/target.h"

#include <fmt/format.h>
#include <llvm/IR/Intrinsics.h>

// What is still a call after inlining may do anything to memory that it could know of, and give
// anything back.

namespace proof {

namespace id = llvm::Intrinsic;

void Encoder::call(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == PINCER_CHECK_MARKER)
    return;
  if (callee &&
      (callee->getName() == PINCER_BRANCH_MARKER || callee->getName() == PINCER_SWITCH_MARKER))
    return mark(call);
  if (const auto *known = llvm::dyn_cast<llvm::IntrinsicInst>(&call); known && intrinsic(*known))
    return;
  if (call.doesNotReturn() && llvm::isa<llvm::CallInst>(call)) {
    ends.push_back(guard_);
    guard_ = "false";
    return;
  }
  havoc();
  values_[&call] = anyValue(call.getType());
}

/// False: it is none of those that are known.
bool Encoder::intrinsic(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case id::memcpy:
  case id::memcpy_inline:
  case id::memmove:
    copy(llvm::cast<llvm::MemTransferInst>(call));
    return true;
  case id::memset:
  case id::memset_inline:
    fill(llvm::cast<llvm::MemSetInst>(call));
    return true;
  case id::lifetime_start:
  case id::lifetime_end:
  case id::stackrestore:
  case id::prefetch:
  case id::donothing:
  case id::experimental_noalias_scope_decl:
    return true;
  case id::trap:
  case id::ubsantrap:
    ends.push_back(guard_);
    guard_ = "false";
    return true;
  case id::stacksave:
    values_[&call] = anyValue(call.getType());
    return true;
  case id::expect:
  case id::expect_with_probability:
  case id::launder_invariant_group:
  case id::strip_invariant_group:
    values_[&call] = value(call.getArgOperand(0));
    return true;
  default:
    break;
  }
  if (const auto made = integerIntrinsic(call)) {
    values_[&call] = *made;
    return true;
  }
  if (const auto made = floatIntrinsic(call)) {
    values_[&call] = {*made};
    return true;
  }
  if (!call.mayWriteToMemory()) {
    values_[&call] = anyValue(call.getType());
    return true;
  }
  return false;
}

Leaves Encoder::withOverflow(const llvm::WithOverflowInst &call) {
  const Bits a = value(call.getLHS()).front(), b = value(call.getRHS()).front();
  const Bits result = binary(call.getBinaryOp(), a, b);
  // In twice the width nothing overflows.
  const unsigned wide = a.width * 2;
  const Bits exact = binary(call.getBinaryOp(), resized(a, wide, call.isSigned()),
                            resized(b, wide, call.isSigned()));
  const Guard fits = script.equal(exact, resized(result, wide, call.isSigned()));
  return {result, fromGuard(script.negation(fits))};
}

std::optional<Leaves> Encoder::integerIntrinsic(const llvm::IntrinsicInst &call) {
  if (const auto *arithmetic = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
      arithmetic && arithmetic->getLHS()->getType()->isIntegerTy())
    return withOverflow(*arithmetic);
  if (!call.getType()->isIntegerTy() || call.arg_size() == 0 ||
      !call.getArgOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  using llvm::CmpInst;
  const Bits a = value(call.getArgOperand(0)).front();
  const auto second = [&] { return value(call.getArgOperand(1)).front(); };
  const auto extreme = [&](CmpInst::Predicate first) {
    const Bits b = second();
    return Leaves{script.choose(compare(first, a, b), a, b)};
  };
  const auto bit = [&](unsigned i) { return fmt::format("((_ extract {0} {0}) {1})", i, a.text); };
  switch (call.getIntrinsicID()) {
  case id::smax:
    return extreme(CmpInst::ICMP_SGT);
  case id::smin:
    return extreme(CmpInst::ICMP_SLT);
  case id::umax:
    return extreme(CmpInst::ICMP_UGT);
  case id::umin:
    return extreme(CmpInst::ICMP_ULT);
  case id::abs:
    return Leaves{script.bits(a.width, fmt::format("(ite (bvslt {0} {1}) (bvneg {0}) {0})", a.text,
                                                   literal(a.width, 0).text))};
  case id::ctpop: {
    Bits sum = literal(a.width, 0);
    for (unsigned i = 0; i < a.width; ++i)
      sum = script.bits(a.width, fmt::format("(bvadd {} ((_ zero_extend {}) {}))", sum.text,
                                             a.width - 1, bit(i)));
    return Leaves{sum};
  }
  case id::ctlz:
  case id::cttz: { // the last one that is looked at decides
    const bool fromTop = call.getIntrinsicID() == id::ctlz;
    Bits count = literal(a.width, a.width);
    for (unsigned i = 0; i < a.width; ++i) {
      const unsigned at = fromTop ? i : a.width - 1 - i;
      count = script.bits(a.width, fmt::format("(ite (= {} (_ bv1 1)) {} {})", bit(at),
                                               literal(a.width, a.width - 1 - i).text, count.text));
    }
    return Leaves{count};
  }
  case id::bswap: {
    std::string bytes;
    for (unsigned i = 0; i < a.width / 8; ++i) // the lowest comes first
      bytes += fmt::format(" ((_ extract {} {}) {})", i * 8 + 7, i * 8, a.text);
    return Leaves{script.bits(a.width, fmt::format("(concat{})", bytes))};
  }
  case id::fshl:
  case id::fshr: {
    const bool left = call.getIntrinsicID() == id::fshl;
    const unsigned wide = a.width * 2;
    const Bits amount = value(call.getArgOperand(2)).front();
    const Bits both = script.bits(wide, fmt::format("(concat {} {})", a.text, second().text));
    const Bits by = script.bits(wide, fmt::format("((_ zero_extend {}) (bvurem {} {}))", a.width,
                                                  amount.text, literal(a.width, a.width).text));
    const Bits moved =
        script.bits(wide, fmt::format("({} {} {})", left ? "bvshl" : "bvlshr", both.text, by.text));
    return Leaves{
        script.bits(a.width, fmt::format("((_ extract {} {}) {})", left ? wide - 1 : a.width - 1,
                                         left ? a.width : 0, moved.text))};
  }
  default:
    return std::nullopt;
  }
}

} // namespace proof
