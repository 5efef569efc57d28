// One block of straight code: every term once, in the order of the tape, then the distances. A term
// of width w is an integer of w bits; a term that operations on numbers compute is kept as a number
// too. Which NaN a number is shows only where its bits are looked at, so that is where it is made
// the one that the evaluator gives.
#include "solver/search/emit_tape.h"

#include "expr/floating.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <cmath>

namespace solver::search {

using expr::Operation;
using llvm::Value;

namespace {

class Emitter {
public:
  Emitter(llvm::Module &module, const Tape &tape, const Skeleton &skeleton)
      : context_(module.getContext()), tape_(tape), skeleton_(skeleton), builder_(context_),
        bits_(tape.size()), numbers_(tape.size()) {
    llvm::Type *pointer = builder_.getPtrTy();
    auto *type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer, pointer}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, fitnessName, module);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(context_, "", function_));
  }

  bool emit();

private:
  struct Pair { // a Distance
    Value *steps = nullptr, *size = nullptr;
  };

  llvm::Type *integer(unsigned width) { return builder_.getIntNTy(width); }
  llvm::Type *floating(unsigned width) {
    return width == 32 ? builder_.getFloatTy() : builder_.getDoubleTy();
  }
  Value *constant(unsigned width, std::uint64_t value) {
    return llvm::ConstantInt::get(integer(width), value);
  }
  Value *real(double value) { return llvm::ConstantFP::get(builder_.getDoubleTy(), value); }
  Value *at(unsigned argument, std::uint32_t index) {
    return builder_.CreateConstInBoundsGEP1_32(builder_.getInt64Ty(), function_->getArg(argument),
                                               index);
  }

  Value *bits(std::uint32_t position);
  Value *number(std::uint32_t position);
  unsigned width(std::uint32_t position) const { return tape_[position].width; }

  bool emitTerm(std::uint32_t position);
  Value *division(const Tape::Node &node);
  Value *shift(const Tape::Node &node);
  Value *onBits(const Tape::Node &node);
  Value *onNumbers(const Tape::Node &node);
  Value *comparison(const Tape::Node &node);
  Value *truncated(const Tape::Node &node);
  Value *rounded(const Tape::Node &node);
  Value *call(const void *function, llvm::Type *type, std::vector<Value *> arguments);

  Value *isNan(Value *number) { return builder_.CreateFCmpUNO(number, number); }
  Value *order(std::uint32_t position);
  Value *apart(Value *gap);
  Pair integers(Value *gap);
  Pair ofNumbers(const Tape::Node &node, bool wanted);
  Pair ofComparison(const Tape::Node &node, bool wanted);
  Pair ofPart(const Skeleton::Part &part, const std::vector<Pair> &pairs);
  Pair sum(Pair a, Pair b) {
    return {builder_.CreateFAdd(a.steps, b.steps), builder_.CreateFAdd(a.size, b.size)};
  }
  Pair lesser(Pair a, Pair b);
  Pair choice(Value *condition, Pair a, Pair b) {
    return {builder_.CreateSelect(condition, a.steps, b.steps),
            builder_.CreateSelect(condition, a.size, b.size)};
  }

  llvm::LLVMContext &context_;
  const Tape &tape_;
  const Skeleton &skeleton_;
  llvm::IRBuilder<> builder_;
  llvm::Function *function_ = nullptr;
  std::vector<Value *> bits_, numbers_; // by position, as far as they were needed
};

Value *Emitter::bits(std::uint32_t position) {
  if (!bits_[position]) {
    Value *number = numbers_[position];
    const unsigned wide = width(position);
    Value *raw = builder_.CreateBitCast(number, integer(wide));
    bits_[position] = builder_.CreateSelect(isNan(number), constant(wide, expr::nanOf(wide)), raw);
  }
  return bits_[position];
}

Value *Emitter::number(std::uint32_t position) {
  if (!numbers_[position])
    numbers_[position] = builder_.CreateBitCast(bits_[position], floating(width(position)));
  return numbers_[position];
}

/// Guarded so that the machine never divides by zero, nor the least number by -1.
Value *Emitter::division(const Tape::Node &node) {
  Value *a = bits(node.a), *b = bits(node.b);
  Value *zero = constant(node.width, 0), *one = constant(node.width, 1);
  Value *minusOne = constant(node.width, expr::maskOf(node.width));
  Value *byZero = builder_.CreateICmpEQ(b, zero), *byMinusOne = builder_.CreateICmpEQ(b, minusOne);
  Value *divisor = builder_.CreateSelect(byZero, one, b);
  switch (node.operation) {
  case Operation::UDiv:
    return builder_.CreateSelect(byZero, minusOne, builder_.CreateUDiv(a, divisor));
  case Operation::URem:
    return builder_.CreateSelect(byZero, a, builder_.CreateURem(a, divisor));
  default:
    break;
  }
  divisor = builder_.CreateSelect(byMinusOne, one, divisor);
  if (node.operation == Operation::SRem)
    return builder_.CreateSelect(
        byZero, a, builder_.CreateSelect(byMinusOne, zero, builder_.CreateSRem(a, divisor)));
  Value *isNegative = builder_.CreateICmpSLT(a, zero);
  Value *quotient = builder_.CreateSelect(byMinusOne, builder_.CreateSub(zero, a),
                                          builder_.CreateSDiv(a, divisor));
  return builder_.CreateSelect(byZero, builder_.CreateSelect(isNegative, one, minusOne), quotient);
}

Value *Emitter::shift(const Tape::Node &node) {
  Value *a = bits(node.a), *b = bits(node.b);
  Value *inRange = builder_.CreateICmpULT(b, constant(node.width, node.width));
  if (node.operation == Operation::AShr) {
    Value *most = constant(node.width, node.width - 1);
    return builder_.CreateAShr(a, builder_.CreateSelect(inRange, b, most));
  }
  Value *zero = constant(node.width, 0), *amount = builder_.CreateSelect(inRange, b, zero);
  Value *shifted = node.operation == Operation::Shl ? builder_.CreateShl(a, amount)
                                                    : builder_.CreateLShr(a, amount);
  return builder_.CreateSelect(inRange, shifted, zero);
}

/// None: no operation on integers, or one that is not known here.
Value *Emitter::onBits(const Tape::Node &node) {
  Value *a = node.a == Tape::none ? nullptr : bits(node.a);
  const auto b = [&] { return bits(node.b); };
  llvm::Type *type = integer(node.width);
  switch (node.operation) {
  case Operation::Add:
    return builder_.CreateAdd(a, b());
  case Operation::Sub:
    return builder_.CreateSub(a, b());
  case Operation::Mul:
    return builder_.CreateMul(a, b());
  case Operation::UDiv:
  case Operation::SDiv:
  case Operation::URem:
  case Operation::SRem:
    return division(node);
  case Operation::And:
    return builder_.CreateAnd(a, b());
  case Operation::Or:
    return builder_.CreateOr(a, b());
  case Operation::Xor:
    return builder_.CreateXor(a, b());
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
    return shift(node);
  case Operation::Equal:
    return builder_.CreateICmpEQ(a, b());
  case Operation::ULess:
    return builder_.CreateICmpULT(a, b());
  case Operation::ULessEqual:
    return builder_.CreateICmpULE(a, b());
  case Operation::SLess:
    return builder_.CreateICmpSLT(a, b());
  case Operation::SLessEqual:
    return builder_.CreateICmpSLE(a, b());
  case Operation::Choose:
    return builder_.CreateSelect(a, b(), bits(node.c));
  case Operation::ZeroExtend:
    return builder_.CreateZExt(a, type);
  case Operation::SignExtend:
    return builder_.CreateSExt(a, type);
  case Operation::Extract:
    return builder_.CreateTrunc(builder_.CreateLShr(a, node.extra), type);
  case Operation::Concat:
    return builder_.CreateOr(builder_.CreateShl(builder_.CreateZExt(a, type), width(node.b)),
                             builder_.CreateZExt(b(), type));
  case Operation::MulHigh: {
    llvm::Type *twice = integer(2 * node.width);
    Value *product =
        builder_.CreateMul(builder_.CreateZExt(a, twice), builder_.CreateZExt(b(), twice));
    return builder_.CreateTrunc(builder_.CreateLShr(product, node.width), type);
  }
  default:
    return nullptr;
  }
}

Value *Emitter::call(const void *function, llvm::Type *type, std::vector<Value *> arguments) {
  const std::vector<llvm::Type *> types(arguments.size(), type);
  Value *address = builder_.CreateIntToPtr(
      builder_.getInt64(reinterpret_cast<std::uintptr_t>(function)), builder_.getPtrTy());
  return builder_.CreateCall(llvm::FunctionType::get(type, types, false), address, arguments);
}

Value *Emitter::rounded(const Tape::Node &node) {
  switch (node.extra) {
  case PINCER_ROUND_DOWN:
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, number(node.a));
  case PINCER_ROUND_UP:
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, number(node.a));
  case PINCER_ROUND_ZERO:
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, number(node.a));
  case PINCER_ROUND_AWAY:
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::round, number(node.a));
  default:
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::nearbyint, number(node.a));
  }
}

/// What gives a number, as one; none if it is not known here.
Value *Emitter::onNumbers(const Tape::Node &node) {
  llvm::Type *type = floating(node.width);
  const bool isDouble = node.width == 64;
  const auto a = [&] { return number(node.a); };
  const auto b = [&] { return number(node.b); };
  switch (node.operation) {
  case Operation::FAdd:
    return builder_.CreateFAdd(a(), b());
  case Operation::FSub:
    return builder_.CreateFSub(a(), b());
  case Operation::FMul:
    return builder_.CreateFMul(a(), b());
  case Operation::FDiv:
    return builder_.CreateFDiv(a(), b());
  case Operation::FRem:
    return call(isDouble
                    ? reinterpret_cast<const void *>(static_cast<double (*)(double, double)>(fmod))
                    : reinterpret_cast<const void *>(static_cast<float (*)(float, float)>(fmodf)),
                type, {a(), b()});
  case Operation::FMulAdd:
    return builder_.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {a(), b(), number(node.c)});
  case Operation::FSqrt:
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a());
  case Operation::FRound:
    return rounded(node);
  case Operation::IntToF:
    return builder_.CreateSIToFP(bits(node.a), type);
  case Operation::UIntToF:
    return builder_.CreateUIToFP(bits(node.a), type);
  case Operation::FConvert:
    return isDouble ? builder_.CreateFPExt(a(), type) : builder_.CreateFPTrunc(a(), type);
  case Operation::Apply:
    return call(expr::addressOfFunction(node.extra, node.width), type, {a(), b()});
  default:
    return nullptr;
  }
}

Value *Emitter::comparison(const Tape::Node &node) {
  switch (node.operation) {
  case Operation::FEqual:
    return builder_.CreateFCmpOEQ(number(node.a), number(node.b));
  case Operation::FLess:
    return builder_.CreateFCmpOLT(number(node.a), number(node.b));
  case Operation::FLessEqual:
    return builder_.CreateFCmpOLE(number(node.a), number(node.b));
  case Operation::FUnordered:
    return builder_.CreateFCmpUNO(number(node.a), number(node.b));
  default:
    return nullptr;
  }
}

Value *Emitter::truncated(const Tape::Node &node) {
  Value *x = number(node.a);
  const double limit = std::ldexp(1.0, static_cast<int>(node.width) - 1);
  Value *whole = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, x);
  Value *fits =
      builder_.CreateAnd(builder_.CreateFCmpOGE(whole, llvm::ConstantFP::get(x->getType(), -limit)),
                         builder_.CreateFCmpOLT(whole, llvm::ConstantFP::get(x->getType(), limit)));
  return builder_.CreateSelect(fits, builder_.CreateFPToSI(x, integer(node.width)),
                               constant(node.width, expr::signBitOf(node.width)));
}

bool Emitter::emitTerm(std::uint32_t position) {
  const Tape::Node &node = tape_[position];
  if (node.operation == Operation::Constant) {
    bits_[position] = constant(node.width, tape_.value(position));
  } else if (node.operation == Operation::Input) {
    Value *loaded = builder_.CreateLoad(builder_.getInt64Ty(), at(0, node.input));
    bits_[position] = builder_.CreateTrunc(loaded, integer(node.width));
  } else if (!expr::isFloating(node.operation)) {
    bits_[position] = onBits(node);
  } else if (node.operation == Operation::FToInt) {
    bits_[position] = truncated(node);
  } else if (expr::isComparison(node.operation)) {
    bits_[position] = comparison(node);
  } else {
    numbers_[position] = onNumbers(node);
  }
  return bits_[position] || numbers_[position];
}

Value *Emitter::order(std::uint32_t position) {
  const unsigned wide = width(position);
  Value *value = builder_.CreateZExt(bits(position), builder_.getInt64Ty());
  const std::uint64_t sign = expr::signBitOf(wide);
  Value *size = builder_.CreateAnd(value, builder_.getInt64(~sign));
  Value *isNegative = builder_.CreateICmpNE(builder_.CreateAnd(value, builder_.getInt64(sign)),
                                            builder_.getInt64(0));
  Value *order = builder_.CreateSelect(isNegative, builder_.CreateNeg(size), size);
  return builder_.CreateSIToFP(order, builder_.getDoubleTy());
}

Value *Emitter::apart(Value *gap) {
  Value *more = builder_.CreateBitCast(builder_.CreateFAdd(real(1), gap), builder_.getInt64Ty());
  Value *length = builder_.CreateSub(more, builder_.getInt64(std::bit_cast<std::uint64_t>(1.0)));
  Value *share =
      builder_.CreateFMul(builder_.CreateSIToFP(length, builder_.getDoubleTy()), real(stepsPerBit));
  return builder_.CreateFAdd(real(leastSteps), share);
}

Emitter::Pair Emitter::integers(Value *gap) {
  Value *size = builder_.CreateUIToFP(gap, builder_.getDoubleTy());
  return {apart(size), size};
}

Emitter::Pair Emitter::ofNumbers(const Tape::Node &node, bool wanted) {
  if (node.operation == Operation::FUnordered)
    return {real(noOrder), real(noSize)};
  Value *isOrdered = builder_.CreateFCmpORD(number(node.a), number(node.b));
  Pair pair{apart(real(0)), real(0)};
  if (node.operation != Operation::FEqual || wanted) {
    const auto absolute = [&](Value *value) {
      return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
    };
    const auto wide = [&](Value *value) {
      return builder_.CreateFPExt(value, builder_.getDoubleTy());
    };
    pair.steps = apart(absolute(builder_.CreateFSub(order(node.a), order(node.b))));
    Value *size = absolute(builder_.CreateFSub(wide(number(node.a)), wide(number(node.b))));
    pair.size =
        builder_.CreateSelect(builder_.CreateFCmpOLT(size, real(noSize)), size, real(noSize));
  }
  return choice(isOrdered, pair, {real(noOrder), real(noSize)});
}

Emitter::Pair Emitter::ofComparison(const Tape::Node &node, bool wanted) {
  if (expr::isFloating(node.operation))
    return ofNumbers(node, wanted);
  Value *a = bits(node.a), *b = bits(node.b);
  Value *forth = builder_.CreateSub(a, b), *back = builder_.CreateSub(b, a);
  switch (node.operation) {
  case Operation::Equal:
    return wanted ? integers(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, forth, back))
                  : integers(constant(width(node.a), 0));
  case Operation::ULess:
  case Operation::ULessEqual:
    return integers(builder_.CreateSelect(builder_.CreateICmpUGT(a, b), forth, back));
  default:
    return integers(builder_.CreateSelect(builder_.CreateICmpSGT(a, b), forth, back));
  }
}

Emitter::Pair Emitter::lesser(Pair a, Pair b) {
  return {
      builder_.CreateSelect(builder_.CreateFCmpOLT(b.steps, a.steps), b.steps, a.steps),
      builder_.CreateSelect(builder_.CreateFCmpOLT(b.size, a.size), b.size, a.size),
  };
}

Emitter::Pair Emitter::ofPart(const Skeleton::Part &part, const std::vector<Pair> &pairs) {
  const Tape::Node &node = tape_[part.position];
  switch (part.kind) {
  case Skeleton::Kind::Comparison:
    return ofComparison(node, part.wanted);
  case Skeleton::Kind::All:
    return sum(pairs[part.a], pairs[part.b]);
  case Skeleton::Kind::Any:
    return lesser(pairs[part.a], pairs[part.b]);
  case Skeleton::Kind::Parity:
    return lesser(sum(pairs[part.a], pairs[part.c]), sum(pairs[part.b], pairs[part.d]));
  case Skeleton::Kind::Choice: {
    Value *first = bits(node.a);
    const Pair change = sum(pairs[part.a], pairs[part.b]);
    return lesser(choice(first, pairs[part.c], pairs[part.d]),
                  sum(change, choice(first, pairs[part.d], pairs[part.c])));
  }
  default:
    return {real(noOrder), real(noSize)};
  }
}

bool Emitter::emit() {
  for (std::uint32_t i = 0; i < tape_.size(); ++i)
    if (!emitTerm(i))
      return false;
  for (const std::uint32_t position : skeleton_.observed())
    builder_.CreateStore(builder_.CreateZExt(bits(position), builder_.getInt64Ty()),
                         at(1, position));
  const Pair nothing{real(0), real(0)};
  std::vector<Pair> pairs;
  for (const Skeleton::Part &part : skeleton_.parts()) {
    const Pair wrong = ofPart(part, pairs);
    Value *value = bits(part.position);
    pairs.push_back(part.wanted ? choice(value, nothing, wrong) : choice(value, wrong, nothing));
  }
  Pair all = nothing;
  for (std::size_t i = 0; i < skeleton_.conditions(); ++i)
    all = sum(all, pairs[skeleton_.root(i)]);
  builder_.CreateStore(all.steps, at(2, 0));
  builder_.CreateStore(all.size, at(2, 1));
  builder_.CreateRetVoid();
  return true;
}

} // namespace

bool emitTape(llvm::Module &module, const Tape &tape, const Skeleton &skeleton) {
  static_assert(sizeof(Distance) == 2 * sizeof(double));
  return Emitter(module, tape, skeleton).emit();
}

} // namespace solver::search
