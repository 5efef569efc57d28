#include "instrument/symbolic/operations/floating.h"

#include "instrument/symbolic/calls/library.h"
#include "instrument/symbolic/types.h"

#include <cmath>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

// Functions on numbers become operations of abi/operations.h where there is one, and arithmetic on
// their bits where that says it all. The functions of libm that remain stay in terms by name.

namespace instrument {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;
using Kind = NumberRule::Kind;
namespace intrinsic = llvm::Intrinsic;

constexpr const char *mark = "pincer-number";

struct LibraryFunction {
  const char *name; // on doubles
  NumberRule rule;
  unsigned arguments = 1;
};

constexpr LibraryFunction libraryFunctions[] = {
    {"sqrt", {Kind::SquareRoot}},
    {"floor", {Kind::Round, PINCER_ROUND_DOWN}},
    {"ceil", {Kind::Round, PINCER_ROUND_UP}},
    {"trunc", {Kind::Round, PINCER_ROUND_ZERO}},
    {"rint", {Kind::Round, PINCER_ROUND_EVEN}},
    {"nearbyint", {Kind::Round, PINCER_ROUND_EVEN}},
    {"roundeven", {Kind::Round, PINCER_ROUND_EVEN}},
    {"round", {Kind::Round, PINCER_ROUND_AWAY}},
    {"lrint", {Kind::RoundInt, PINCER_ROUND_EVEN}},
    {"llrint", {Kind::RoundInt, PINCER_ROUND_EVEN}},
    {"lround", {Kind::RoundInt, PINCER_ROUND_AWAY}},
    {"llround", {Kind::RoundInt, PINCER_ROUND_AWAY}},
    {"fabs", {Kind::Absolute}},
    {"copysign", {Kind::CopySign}, 2},
    {"fmod", {Kind::Remainder}, 2},
    {"fmin", {Kind::MinNumber, 1}, 2},
    {"fmax", {Kind::MaxNumber, 1}, 2},
    {"fma", {Kind::FusedMultiply}, 3},
#define PINCER_FUNCTION(name, arguments) {#name, {Kind::Apply, PINCER_FUNCTION_##name}, arguments},
#include "abi/functions.def"
#undef PINCER_FUNCTION
};

/// Numbers of one type go in, and one of that type or a machine's integer comes out.
bool hasSignature(const llvm::CallBase &call, const LibraryFunction &function) {
  llvm::Type *number = call.getFunctionType()->getParamType(0);
  for (const Value *argument : call.args())
    if (argument->getType() != number)
      return false;
  if (function.rule.kind == Kind::RoundInt)
    return call.getType()->isIntegerTy(64) || call.getType()->isIntegerTy(32);
  return call.getType() == number;
}

const LibraryFunction *libraryFunctionOf(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || call.arg_empty() || call.getFunctionType() != callee->getFunctionType())
    return nullptr;
  llvm::StringRef name = callee->getName();
  const llvm::Type *type = call.getArgOperand(0)->getType();
  if ((type->isFloatTy() && !name.consume_back("f")) ||
      (isExtended(type) && !name.consume_back("l")))
    return nullptr;
  if (!type->isFloatTy() && !type->isDoubleTy() && !isExtended(type))
    return nullptr;
  for (const LibraryFunction &function : libraryFunctions)
    if (name == function.name && call.arg_size() == function.arguments &&
        hasSignature(call, function))
      return &function;
  return nullptr;
}

std::optional<NumberRule> intrinsicRule(intrinsic::ID id) {
  switch (id) {
  case intrinsic::floor:
    return NumberRule{Kind::Round, PINCER_ROUND_DOWN};
  case intrinsic::ceil:
    return NumberRule{Kind::Round, PINCER_ROUND_UP};
  case intrinsic::trunc:
    return NumberRule{Kind::Round, PINCER_ROUND_ZERO};
  case intrinsic::rint:
  case intrinsic::nearbyint:
  case intrinsic::roundeven:
    return NumberRule{Kind::Round, PINCER_ROUND_EVEN};
  case intrinsic::round:
    return NumberRule{Kind::Round, PINCER_ROUND_AWAY};
  case intrinsic::lrint:
  case intrinsic::llrint:
    return NumberRule{Kind::RoundInt, PINCER_ROUND_EVEN};
  case intrinsic::lround:
  case intrinsic::llround:
    return NumberRule{Kind::RoundInt, PINCER_ROUND_AWAY};
  case intrinsic::sqrt:
    return NumberRule{Kind::SquareRoot};
  case intrinsic::fabs:
    return NumberRule{Kind::Absolute};
  case intrinsic::copysign:
    return NumberRule{Kind::CopySign};
  case intrinsic::fma:
    return NumberRule{Kind::FusedMultiply};
  case intrinsic::minnum:
    return NumberRule{Kind::MinNumber};
  case intrinsic::maxnum:
    return NumberRule{Kind::MaxNumber};
  case intrinsic::minimum:
    return NumberRule{Kind::Minimum};
  case intrinsic::maximum:
    return NumberRule{Kind::Maximum};
  case intrinsic::is_fpclass:
    return NumberRule{Kind::Class};
  case intrinsic::fptosi_sat:
    return NumberRule{Kind::Saturated, 1};
  case intrinsic::fptoui_sat:
    return NumberRule{Kind::Saturated, 0};
  case intrinsic::x86_sse_cvttss2si:
  case intrinsic::x86_sse_cvttss2si64:
  case intrinsic::x86_sse2_cvttsd2si:
  case intrinsic::x86_sse2_cvttsd2si64:
    return NumberRule{Kind::Truncated, 0};
  case intrinsic::x86_sse_cvtss2si:
  case intrinsic::x86_sse_cvtss2si64:
  case intrinsic::x86_sse2_cvtsd2si:
  case intrinsic::x86_sse2_cvtsd2si64:
    return NumberRule{Kind::Truncated, 1};
  case intrinsic::sin:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_sin};
  case intrinsic::cos:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_cos};
  case intrinsic::tan:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_tan};
  case intrinsic::asin:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_asin};
  case intrinsic::acos:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_acos};
  case intrinsic::atan:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_atan};
  case intrinsic::sinh:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_sinh};
  case intrinsic::cosh:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_cosh};
  case intrinsic::tanh:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_tanh};
  case intrinsic::exp:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_exp};
  case intrinsic::exp2:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_exp2};
  case intrinsic::exp10:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_exp10};
  case intrinsic::log:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_log};
  case intrinsic::log2:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_log2};
  case intrinsic::log10:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_log10};
  case intrinsic::pow:
    return NumberRule{Kind::Apply, PINCER_FUNCTION_pow};
  default:
    return {};
  }
}

class Expansion {
public:
  Expansion(TermAlgebra &algebra, llvm::ArrayRef<Termed> operands, Value *result)
      : algebra_(algebra), builder_(algebra.builder()), operands_(operands), result_(result),
        number_(operands[0].value->getType()), width_(widthOf(number_)),
        bitsType_(builder_.getIntNTy(width_)) {}

  Value *run(NumberRule rule) {
    const Termed a = operands_[0];
    switch (rule.kind) {
    case Kind::Round:
      return algebra_.unary(PINCER_OP_FRound, a, result_, rule.detail).term;
    case Kind::RoundInt:
      return toInteger(rounded(a, rule.detail));
    case Kind::SquareRoot:
      return algebra_.unary(PINCER_OP_FSqrt, a, result_).term;
    case Kind::Remainder:
      return algebra_.binaryTerm(PINCER_OP_FRem, a, operands_[1], result_);
    case Kind::Absolute:
      return binary(Instruction::And, bits(a), integer(~signBit())).term;
    case Kind::CopySign:
      return binary(Instruction::Or, binary(Instruction::And, bits(a), integer(~signBit())),
                    binary(Instruction::And, bits(operands_[1]), integer(signBit())))
          .term;
    case Kind::FusedMultiply:
      return algebra_.fused(a, operands_[1], operands_[2], result_).term;
    case Kind::MinNumber:
    case Kind::MaxNumber:
      return ofNumbers(rule.kind == Kind::MinNumber, rule.detail != 0);
    case Kind::Minimum:
    case Kind::Maximum:
      return ofAll(rule.kind == Kind::Minimum);
    case Kind::Class:
      return classTest();
    case Kind::Saturated:
      return saturated(rule.detail != 0);
    case Kind::Truncated:
      return toInteger(rule.detail ? rounded(a, PINCER_ROUND_EVEN) : a);
    case Kind::Apply:
      return algebra_
          .apply(static_cast<PincerFunction>(rule.detail), a,
                 operands_.size() > 1 ? operands_[1]
                                      : algebra_.concrete(llvm::Constant::getNullValue(number_)),
                 result_)
          .term;
    }
    llvm_unreachable("a kind of rule");
  }

private:
  std::uint64_t signBit() const { return 1ull << (width_ - 1); }
  std::uint64_t mask() const { return width_ >= 64 ? ~0ull : (1ull << width_) - 1; }
  std::uint64_t infinity() const { return signBit() - leastNormal(); }
  std::uint64_t leastNormal() const { return 1ull << (width_ == 16 ? 10 : width_ == 32 ? 23 : 52); }
  std::uint64_t quietBit() const { return leastNormal() >> 1; }

  Termed integer(std::uint64_t value) { return algebra_.number(bitsType_, value & mask()); }
  Termed bits(Termed a) { return algebra_.bits(a); }
  Termed asNumber(Termed a) { return {builder_.CreateBitCast(a.value, number_), a.term}; }
  Termed number(double value) { return algebra_.concrete(llvm::ConstantFP::get(number_, value)); }
  Termed binary(Instruction::BinaryOps opcode, Termed a, Termed b) {
    return algebra_.binary(opcode, a, b);
  }
  Termed compare(CmpInst::Predicate predicate, Termed a, Termed b) {
    return algebra_.compare(predicate, a, b);
  }

  Termed rounded(Termed a, unsigned direction) {
    const intrinsic::ID function =
        direction == PINCER_ROUND_AWAY ? intrinsic::round : intrinsic::rint;
    Value *value = builder_.CreateUnaryIntrinsic(function, a.value);
    return algebra_.unary(PINCER_OP_FRound, a, value, direction);
  }
  /// The result is the number without its fraction, as an integer.
  Value *toInteger(Termed whole) { return algebra_.unary(PINCER_OP_FToInt, whole, result_).term; }

  Value *ofNumbers(bool least, bool tiesToSecond) {
    const Termed a = operands_[0], b = operands_[1];
    const auto before = least ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT;
    const Termed lesser = tiesToSecond ? algebra_.choose(compare(before, a, b), a, b)
                                       : algebra_.choose(compare(before, b, a), b, a);
    const Termed butForFirst = algebra_.choose(compare(CmpInst::FCMP_UNO, a, a), b, lesser);
    if (!tiesToSecond) // then a NaN as the second is not less, and the first is taken
      return butForFirst.term;
    return algebra_.choose(compare(CmpInst::FCMP_UNO, b, b), a, butForFirst).term;
  }

  Value *ofAll(bool least) {
    const Termed a = operands_[0], b = operands_[1];
    // Equal numbers have equal bits, but for the zeros.
    const Termed same =
        asNumber(binary(least ? Instruction::Or : Instruction::And, bits(a), bits(b)));
    const Termed lesser =
        algebra_.choose(compare(least ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT, a, b), a, b);
    const Termed ordered = algebra_.choose(compare(CmpInst::FCMP_OEQ, a, b), same, lesser);
    const Termed nan = algebra_.binary(Instruction::FAdd, a, b);
    return algebra_.choose(compare(CmpInst::FCMP_UNO, a, b), nan, ordered).term;
  }

  Value *classTest() {
    const Termed all = bits(operands_[0]);
    const Termed magnitude = binary(Instruction::And, all, integer(~signBit()));
    const Termed negative = compare(CmpInst::ICMP_UGE, all, integer(signBit()));
    const auto both = [&](Termed a, Termed b) { return binary(Instruction::And, a, b); };
    const Termed isNan = compare(CmpInst::ICMP_UGT, magnitude, integer(infinity()));
    const Termed isQuiet = compare(CmpInst::ICMP_UGE, magnitude, integer(infinity() | quietBit()));
    const Termed isFinite = compare(CmpInst::ICMP_ULT, magnitude, integer(infinity()));
    const Termed isSmall = compare(CmpInst::ICMP_ULT, magnitude, integer(leastNormal()));
    const Termed isZero = compare(CmpInst::ICMP_EQ, magnitude, integer(0));
    const auto which = llvm::cast<llvm::ConstantInt>(operands_[1].value)->getZExtValue();
    Termed any = algebra_.number(builder_.getInt1Ty(), 0);
    const auto add = [&](unsigned classes, Termed test) {
      if (which & classes)
        any = binary(Instruction::Or, any, test);
    };
    add(llvm::fcSNan, both(isNan, algebra_.negate(isQuiet)));
    add(llvm::fcQNan, isQuiet);
    const auto addBySign = [&](unsigned minus, unsigned plus, Termed test) {
      if ((which & minus) && (which & plus))
        return add(minus, test);
      add(minus, both(test, negative));
      add(plus, both(test, algebra_.negate(negative)));
    };
    addBySign(llvm::fcNegInf, llvm::fcPosInf,
              compare(CmpInst::ICMP_EQ, magnitude, integer(infinity())));
    addBySign(llvm::fcNegNormal, llvm::fcPosNormal, both(isFinite, algebra_.negate(isSmall)));
    addBySign(llvm::fcNegSubnormal, llvm::fcPosSubnormal, both(isSmall, algebra_.negate(isZero)));
    addBySign(llvm::fcNegZero, llvm::fcPosZero, isZero);
    return any.term;
  }

  /// The nearest integer of the result's type that the truncated number has; zero of a NaN.
  Value *saturated(bool isSigned) {
    llvm::Type *type = result_->getType();
    const unsigned width = widthOf(type);
    const llvm::APInt least =
        isSigned ? llvm::APInt::getSignedMinValue(width) : llvm::APInt::getZero(width);
    const llvm::APInt most =
        isSigned ? llvm::APInt::getSignedMaxValue(width) : llvm::APInt::getMaxValue(width);
    // The first number above `most` is a power of two, which every type of numbers has.
    const Termed tooLarge =
        compare(CmpInst::FCMP_OGE, operands_[0],
                number(std::ldexp(1.0, static_cast<int>(isSigned ? width - 1 : width))));
    const Termed tooSmall =
        compare(CmpInst::FCMP_OLT, operands_[0],
                number(isSigned ? -std::ldexp(1.0, static_cast<int>(width) - 1) : 0.0));
    const Termed isNan = compare(CmpInst::FCMP_UNO, operands_[0], operands_[0]);
    const auto constant = [&](const llvm::APInt &value) {
      return algebra_.concrete(llvm::ConstantInt::get(type, value));
    };
    const Termed outside =
        binary(Instruction::Or, isNan, binary(Instruction::Or, tooLarge, tooSmall));
    const Termed fitting = algebra_.choose(outside, number(0), operands_[0]);
    Termed chosen = algebra_.resize(inside(fitting, isSigned || width < 64), type, false);
    chosen = algebra_.choose(tooSmall, constant(least), chosen);
    chosen = algebra_.choose(tooLarge, constant(most), chosen);
    return algebra_.choose(isNan, constant(llvm::APInt::getZero(width)), chosen, result_).term;
  }

  /// A number that fits, as an integer of 64 bits.
  Termed inside(Termed a, bool fitsSigned) {
    if (fitsSigned)
      return truncated(a);
    const Termed half = number(0x1p63);
    const Termed isUpper = compare(CmpInst::FCMP_OGE, a, half);
    const Termed moved = algebra_.binary(Instruction::FSub, a, half);
    const Termed low = truncated(algebra_.choose(isUpper, moved, a));
    const Termed high =
        binary(Instruction::Xor, low, algebra_.number(builder_.getInt64Ty(), 1ull << 63));
    return algebra_.choose(isUpper, high, low);
  }

  Termed truncated(Termed a) {
    return algebra_.unary(PINCER_OP_FToInt, a,
                          builder_.CreateFPToSI(a.value, builder_.getInt64Ty()));
  }

  TermAlgebra &algebra_;
  llvm::IRBuilder<> &builder_;
  llvm::ArrayRef<Termed> operands_;
  Value *result_;
  llvm::Type *number_;
  unsigned width_;
  llvm::Type *bitsType_;
};

} // namespace

bool isOnBits(NumberRule rule) {
  return rule.kind == Kind::Absolute || rule.kind == Kind::CopySign || rule.kind == Kind::Class;
}

std::optional<NumberRule> numberRuleOf(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (!call)
    return {};
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call))
    return intrinsicRule(intrinsic->getIntrinsicID());
  if (!call->hasFnAttr(mark))
    return {};
  const LibraryFunction *function = libraryFunctionOf(*call);
  return function ? std::optional(function->rule) : std::nullopt;
}

bool isNumberFunction(const llvm::CallBase &call,
                      const std::vector<std::string> &definedElsewhere) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && !isDefined(*callee, definedElsewhere) && libraryFunctionOf(call) != nullptr;
}

void markNumberFunctions(llvm::Module &module, const std::vector<std::string> &definedElsewhere) {
  for (llvm::Function &function : module) {
    if (isDefined(function, definedElsewhere))
      continue;
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user);
          call && call->getCalledOperand() == &function && libraryFunctionOf(*call))
        call->addFnAttr(llvm::Attribute::get(module.getContext(), mark));
  }
}

Value *expandNumber(TermAlgebra &algebra, NumberRule rule, llvm::ArrayRef<Termed> operands,
                    Value *result) {
  return Expansion(algebra, operands, result).run(rule);
}

} // namespace instrument
