#include "proof/encoder.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsX86.h>

// float and double on x86-64, rounded to nearest: IEEE 754, as SMT-LIB has it. Which of the NaNs an
// operation gives is left open. Other formats, and subjects of 32 bits (where the x87 may compute
// with more digits than asked for), give anything.

namespace proof {
namespace {

const char *sortOf(unsigned width) { return width == 32 ? "8 24" : "11 53"; }

/// With -ffast-math a compiler may give another result than IEEE 754 does.
bool isFast(const llvm::Instruction &instruction) {
  const auto *operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
  return operation && operation->getFastMathFlags().any();
}

} // namespace

bool Encoder::isFloat(const llvm::Type *type) const {
  return hasFloats_ && (type->isFloatTy() || type->isDoubleTy());
}

std::string Encoder::asFloat(const Bits &bits) {
  return fmt::format("((_ to_fp {}) {})", sortOf(bits.width), bits.text);
}

Bits Encoder::bitsOf(const std::string &number, unsigned width) {
  const std::string known = fmt::format("(= {} {})", asFloat({"?", width, {}}), number);
  return {script.anySuchThat(Script::bitsSort(width), known), width, std::nullopt};
}

Guard Encoder::floatCompare(llvm::CmpInst::Predicate predicate, const Bits &a, const Bits &b) {
  using llvm::CmpInst;
  const std::string x = asFloat(a), y = asFloat(b);
  const std::string unordered = fmt::format("(or (fp.isNaN {}) (fp.isNaN {}))", x, y);
  const char *name = nullptr;
  switch (predicate) {
    // clang-format off
  case CmpInst::FCMP_FALSE: return "false";
  case CmpInst::FCMP_TRUE: return "true";
  case CmpInst::FCMP_ORD: return script.guard(fmt::format("(not {})", unordered));
  case CmpInst::FCMP_UNO: return script.guard(unordered);
  case CmpInst::FCMP_ONE: return script.guard(fmt::format("(not (or {} (fp.eq {} {})))", unordered, x, y));
  case CmpInst::FCMP_UNE: return script.guard(fmt::format("(not (fp.eq {} {}))", x, y));
  case CmpInst::FCMP_OEQ: case CmpInst::FCMP_UEQ: name = "fp.eq"; break;
  case CmpInst::FCMP_OGT: case CmpInst::FCMP_UGT: name = "fp.gt"; break;
  case CmpInst::FCMP_OGE: case CmpInst::FCMP_UGE: name = "fp.geq"; break;
  case CmpInst::FCMP_OLT: case CmpInst::FCMP_ULT: name = "fp.lt"; break;
  case CmpInst::FCMP_OLE: case CmpInst::FCMP_ULE: name = "fp.leq"; break;
  // clang-format on
  default:
    return script.anything("Bool");
  }
  const std::string ordered = fmt::format("({} {} {})", name, x, y);
  return script.guard(
      CmpInst::isUnordered(predicate) ? fmt::format("(or {} {})", unordered, ordered) : ordered);
}

std::optional<Bits> Encoder::floatOperation(const llvm::Instruction &instruction) {
  if (instruction.getNumOperands() == 0 || !isFloat(instruction.getOperand(0)->getType()) ||
      isFast(instruction))
    return std::nullopt;
  const Bits a = value(instruction.getOperand(0)).front();
  if (instruction.getOpcode() == llvm::Instruction::FNeg)
    return script.bits(a.width, fmt::format("(bvxor {} {})", a.text,
                                            literal(llvm::APInt::getSignedMinValue(a.width)).text));
  if (instruction.getNumOperands() != 2)
    return std::nullopt;
  const Bits b = value(instruction.getOperand(1)).front();
  if (const auto *compared = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return fromGuard(floatCompare(compared->getPredicate(), a, b));
  const char *name = nullptr;
  switch (instruction.getOpcode()) {
    // clang-format off
  case llvm::Instruction::FAdd: name = "fp.add"; break;
  case llvm::Instruction::FSub: name = "fp.sub"; break;
  case llvm::Instruction::FMul: name = "fp.mul"; break;
  case llvm::Instruction::FDiv: name = "fp.div"; break;
  // clang-format on
  default:
    return std::nullopt;
  }
  return bitsOf(fmt::format("({} RNE {} {})", name, asFloat(a), asFloat(b)), a.width);
}

std::optional<Bits> Encoder::floatCast(const llvm::CastInst &cast, const Bits &operand) {
  using llvm::Instruction;
  const auto width = unsigned(layout_.getTypeSizeInBits(cast.getType()));
  if (cast.getOpcode() == Instruction::BitCast && operand.width == width)
    return operand;
  switch (cast.getOpcode()) {
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    if (!isFloat(cast.getType()))
      return std::nullopt;
    return bitsOf(fmt::format("((_ to_fp{} {}) RNE {})",
                              cast.getOpcode() == Instruction::UIToFP ? "_unsigned" : "",
                              sortOf(width), operand.text),
                  width);
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    if (!isFloat(cast.getType()) || !isFloat(cast.getOperand(0)->getType()))
      return std::nullopt;
    return bitsOf(fmt::format("((_ to_fp {}) RNE {})", sortOf(width), asFloat(operand)), width);
  default:
    return std::nullopt; // numbers to integers: normalised code calls the machine's own
  }
}

std::optional<Bits> Encoder::floatIntrinsic(const llvm::IntrinsicInst &call) {
  if (isFast(call))
    return std::nullopt;
  namespace id = llvm::Intrinsic;
  switch (call.getIntrinsicID()) {
  case id::x86_sse_cvttss2si:
  case id::x86_sse_cvttss2si64:
  case id::x86_sse2_cvttsd2si:
  case id::x86_sse2_cvttsd2si64: { // what does not fit gives the minimum
    const Bits from = value(call.getArgOperand(0)).front();
    const unsigned width = call.getType()->getIntegerBitWidth();
    // -2^(width-1) fits, 2^(width-1) does not; as numbers without their fraction.
    const std::string number =
        script.define(fmt::format("(_ FloatingPoint {})", sortOf(from.width)),
                      fmt::format("(fp.roundToIntegral RTZ {})", asFloat(from)));
    const auto bound = [&](bool negative) {
      llvm::APFloat power = llvm::scalbn(
          llvm::APFloat(
              from.width == 32 ? llvm::APFloat::IEEEsingle() : llvm::APFloat::IEEEdouble(), 1),
          int(width) - 1, llvm::APFloat::rmNearestTiesToEven);
      if (negative)
        power.changeSign();
      return asFloat(literal(power.bitcastToAPInt()));
    };
    return script.bits(
        width,
        fmt::format("(ite (and (fp.leq {0} {1}) (fp.lt {1} {2})) ((_ fp.to_sbv {3}) RTZ {1}) {4})",
                    bound(true), number, bound(false), width,
                    literal(llvm::APInt::getSignedMinValue(width)).text));
  }
  default:
    break;
  }
  if (!isFloat(call.getType()))
    return std::nullopt;
  const Bits a = value(call.getArgOperand(0)).front();
  const std::string sign = literal(llvm::APInt::getSignedMinValue(a.width)).text;
  const std::string rest = literal(llvm::APInt::getSignedMaxValue(a.width)).text;
  const auto rounded = [&](const char *mode) {
    return bitsOf(fmt::format("(fp.roundToIntegral {} {})", mode, asFloat(a)), a.width);
  };
  switch (call.getIntrinsicID()) {
  case id::fabs:
    return script.bits(a.width, fmt::format("(bvand {} {})", a.text, rest));
  case id::copysign:
    return script.bits(a.width, fmt::format("(bvor (bvand {} {}) (bvand {} {}))", a.text, rest,
                                            value(call.getArgOperand(1)).front().text, sign));
  case id::sqrt:
    return bitsOf(fmt::format("(fp.sqrt RNE {})", asFloat(a)), a.width);
  case id::floor:
    return rounded("RTN");
  case id::ceil:
    return rounded("RTP");
  case id::trunc:
    return rounded("RTZ");
  case id::rint:
  case id::nearbyint:
  case id::roundeven:
    return rounded("RNE");
  case id::round:
    return rounded("RNA");
  default:
    return std::nullopt;
  }
}

} // namespace proof
