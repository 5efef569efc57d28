#include "instrument/symbolic/legalise/x86_vectors.h"

#include "instrument/symbolic/legalise/lanes.h"
#include "instrument/symbolic/legalise/masked.h"
#include "instrument/symbolic/legalise/x86_words.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

// By Intel's manual. What is not listed here stays as it is, concrete and counted. Most of AVX's
// intrinsics do with 256 bits what SSE's do with 128; where elements would move from one half to
// the other but don't, they have been written as SSE's on each half before (symbolic_lanes).

namespace instrument {
namespace {

using llvm::CmpInst;
using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

class Rewriter {
public:
  explicit Rewriter(llvm::IntrinsicInst &call)
      : call_(call), builder_(&call), type_(call.getType()) {}

  /// None: it is not known here.
  Value *run() {
    if (Value *result = shifts())
      return result;
    if (Value *result = onIntegers())
      return result;
    return onNumbers();
  }

private:
  Value *argument(unsigned i) { return call_.getArgOperand(i); }
  Value *a() { return argument(0); }
  Value *b() { return argument(1); }
  unsigned widthOf(Value *vector) { return vector->getType()->getScalarSizeInBits(); }
  unsigned elementsOf(Value *vector) {
    return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  }
  llvm::Type *withWidth(Value *vector, unsigned width) {
    return llvm::FixedVectorType::get(builder_.getIntNTy(width), elementsOf(vector));
  }
  Value *extended(Value *vector, unsigned width, bool isSigned) {
    llvm::Type *type = withWidth(vector, width);
    return isSigned ? builder_.CreateSExt(vector, type) : builder_.CreateZExt(vector, type);
  }
  Value *constant(Value *like, std::uint64_t value) {
    return llvm::ConstantInt::get(like->getType(), value);
  }
  Value *element(Value *vector, std::uint64_t i) {
    return builder_.CreateExtractElement(vector, i);
  }
  Value *binary(intrinsic::ID function, Value *x, Value *y) {
    return builder_.CreateBinaryIntrinsic(function, x, y);
  }

  /// Neighbours of one vector, or of two one after the other: the first ones and the second ones.
  std::pair<Value *, Value *> neighbours(Value *x, Value *y = nullptr) {
    const auto everySecond = [&](int first) {
      llvm::SmallVector<int, 16> mask;
      const int count = static_cast<int>(elementsOf(x)) * (y ? 2 : 1);
      for (int i = first; i < count; i += 2)
        mask.push_back(i);
      return builder_.CreateShuffleVector(x, y ? y : x, mask);
    };
    return {everySecond(0), everySecond(1)};
  }
  Value *ofNeighbours(llvm::Instruction::BinaryOps opcode) {
    const auto [first, second] = neighbours(a(), b());
    return builder_.CreateBinOp(opcode, first, second);
  }
  Value *ofNeighbours(intrinsic::ID function) {
    const auto [first, second] = neighbours(a(), b());
    return binary(function, first, second);
  }

  // Shifts: all elements by one amount, of which none is too large.

  Value *shifts() {
    switch (call_.getIntrinsicID()) {
    case intrinsic::x86_sse2_pslli_w:
    case intrinsic::x86_avx2_pslli_w:
    case intrinsic::x86_sse2_pslli_d:
    case intrinsic::x86_avx2_pslli_d:
    case intrinsic::x86_sse2_pslli_q:
    case intrinsic::x86_avx2_pslli_q:
      return shifted(llvm::Instruction::Shl, b());
    case intrinsic::x86_sse2_psrli_w:
    case intrinsic::x86_avx2_psrli_w:
    case intrinsic::x86_sse2_psrli_d:
    case intrinsic::x86_avx2_psrli_d:
    case intrinsic::x86_sse2_psrli_q:
    case intrinsic::x86_avx2_psrli_q:
      return shifted(llvm::Instruction::LShr, b());
    case intrinsic::x86_sse2_psrai_w:
    case intrinsic::x86_avx2_psrai_w:
    case intrinsic::x86_sse2_psrai_d:
    case intrinsic::x86_avx2_psrai_d:
      return shifted(llvm::Instruction::AShr, b());
    case intrinsic::x86_sse2_psll_w:
    case intrinsic::x86_avx2_psll_w:
    case intrinsic::x86_sse2_psll_d:
    case intrinsic::x86_avx2_psll_d:
    case intrinsic::x86_sse2_psll_q:
    case intrinsic::x86_avx2_psll_q:
      return shifted(llvm::Instruction::Shl, lowerHalf(b()));
    case intrinsic::x86_sse2_psrl_w:
    case intrinsic::x86_avx2_psrl_w:
    case intrinsic::x86_sse2_psrl_d:
    case intrinsic::x86_avx2_psrl_d:
    case intrinsic::x86_sse2_psrl_q:
    case intrinsic::x86_avx2_psrl_q:
      return shifted(llvm::Instruction::LShr, lowerHalf(b()));
    case intrinsic::x86_sse2_psra_w:
    case intrinsic::x86_avx2_psra_w:
    case intrinsic::x86_sse2_psra_d:
    case intrinsic::x86_avx2_psra_d:
      return shifted(llvm::Instruction::AShr, lowerHalf(b()));
    case intrinsic::x86_avx2_psllv_d:
    case intrinsic::x86_avx2_psllv_q:
    case intrinsic::x86_avx2_psllv_d_256:
    case intrinsic::x86_avx2_psllv_q_256:
      return shiftedEach(llvm::Instruction::Shl);
    case intrinsic::x86_avx2_psrlv_d:
    case intrinsic::x86_avx2_psrlv_q:
    case intrinsic::x86_avx2_psrlv_d_256:
    case intrinsic::x86_avx2_psrlv_q_256:
      return shiftedEach(llvm::Instruction::LShr);
    case intrinsic::x86_avx2_psrav_d:
    case intrinsic::x86_avx2_psrav_d_256:
      return shiftedEach(llvm::Instruction::AShr);
    default:
      return nullptr;
    }
  }

  Value *lowerHalf(Value *vector) {
    llvm::Type *halves = llvm::FixedVectorType::get(builder_.getInt64Ty(), 2);
    return element(builder_.CreateBitCast(vector, halves), 0);
  }

  Value *shifted(llvm::Instruction::BinaryOps opcode, Value *amount) {
    const unsigned width = widthOf(a());
    Value *fits = builder_.CreateICmpULT(amount, constant(amount, width));
    Value *most = builder_.CreateSelect(fits, amount, constant(amount, width - 1));
    Value *all = builder_.CreateVectorSplat(
        elementsOf(a()), builder_.CreateZExtOrTrunc(most, builder_.getIntNTy(width)));
    return orNothing(opcode, fits, builder_.CreateBinOp(opcode, a(), all));
  }
  /// Each element by an amount of its own.
  Value *shiftedEach(llvm::Instruction::BinaryOps opcode) {
    Value *fits = builder_.CreateICmpULT(b(), constant(b(), widthOf(a())));
    Value *most = builder_.CreateSelect(fits, b(), constant(b(), widthOf(a()) - 1));
    return orNothing(opcode, fits, builder_.CreateBinOp(opcode, a(), most));
  }
  Value *orNothing(llvm::Instruction::BinaryOps opcode, Value *fits, Value *result) {
    return opcode == llvm::Instruction::AShr
               ? result
               : builder_.CreateSelect(fits, result, llvm::Constant::getNullValue(type_));
  }

  // Integers

  Value *onIntegers() {
    switch (call_.getIntrinsicID()) {
    case intrinsic::x86_sse2_packsswb_128:
    case intrinsic::x86_sse2_packssdw_128:
      return packed(/*isSigned=*/true);
    case intrinsic::x86_sse2_packuswb_128:
    case intrinsic::x86_sse41_packusdw:
      return packed(/*isSigned=*/false);
    case intrinsic::x86_sse2_pmadd_wd:
    case intrinsic::x86_avx2_pmadd_wd: {
      const auto [first, second] =
          neighbours(builder_.CreateMul(extended(a(), 32, true), extended(b(), 32, true)));
      return builder_.CreateAdd(first, second);
    }
    case intrinsic::x86_ssse3_pmadd_ub_sw_128:
    case intrinsic::x86_avx2_pmadd_ub_sw: {
      const auto [first, second] =
          neighbours(builder_.CreateMul(extended(a(), 16, false), extended(b(), 16, true)));
      return binary(intrinsic::sadd_sat, first, second);
    }
    case intrinsic::x86_ssse3_phadd_w_128:
    case intrinsic::x86_ssse3_phadd_d_128:
      return ofNeighbours(llvm::Instruction::Add);
    case intrinsic::x86_ssse3_phsub_w_128:
    case intrinsic::x86_ssse3_phsub_d_128:
      return ofNeighbours(llvm::Instruction::Sub);
    case intrinsic::x86_ssse3_phadd_sw_128:
      return ofNeighbours(intrinsic::sadd_sat);
    case intrinsic::x86_ssse3_phsub_sw_128:
      return ofNeighbours(intrinsic::ssub_sat);
    case intrinsic::x86_sse2_pmulh_w:
    case intrinsic::x86_avx2_pmulh_w:
      return highOfProducts(true);
    case intrinsic::x86_sse2_pmulhu_w:
    case intrinsic::x86_avx2_pmulhu_w:
      return highOfProducts(false);
    case intrinsic::x86_ssse3_pmul_hr_sw_128:
    case intrinsic::x86_avx2_pmul_hr_sw:
      return roundedProducts();
    case intrinsic::x86_ssse3_psign_b_128:
    case intrinsic::x86_ssse3_psign_w_128:
    case intrinsic::x86_ssse3_psign_d_128:
    case intrinsic::x86_avx2_psign_b:
    case intrinsic::x86_avx2_psign_w:
    case intrinsic::x86_avx2_psign_d:
      return withSigns();
    case intrinsic::x86_sse2_pavg_b:
    case intrinsic::x86_sse2_pavg_w:
    case intrinsic::x86_avx2_pavg_b:
    case intrinsic::x86_avx2_pavg_w: {
      const unsigned width = 2 * widthOf(a());
      Value *sum = builder_.CreateAdd(extended(a(), width, false), extended(b(), width, false));
      sum = builder_.CreateAdd(sum, constant(sum, 1));
      return builder_.CreateTrunc(builder_.CreateLShr(sum, constant(sum, 1)), type_);
    }
    case intrinsic::x86_sse2_psad_bw:
      return sumsOfDifferences();
    case intrinsic::x86_ssse3_pshuf_b_128:
      return picked();
    case intrinsic::x86_sse41_pblendvb:
    case intrinsic::x86_avx2_pblendvb:
    case intrinsic::x86_sse41_blendvps:
    case intrinsic::x86_sse41_blendvpd:
    case intrinsic::x86_avx_blendv_ps_256:
    case intrinsic::x86_avx_blendv_pd_256:
      return builder_.CreateSelect(isNegative(argument(2)), b(), a());
    case intrinsic::x86_avx2_permd:
    case intrinsic::x86_avx2_permps:
    case intrinsic::x86_avx_vpermilvar_ps:
      return pickedBy(b());
    case intrinsic::x86_avx_vpermilvar_pd: // the second bit says it
      return pickedBy(builder_.CreateLShr(b(), constant(b(), 1)));
    case intrinsic::x86_sse41_ptestz:
    case intrinsic::x86_avx_ptestz_256:
      return isNothing(builder_.CreateAnd(a(), b()));
    case intrinsic::x86_sse41_ptestc:
    case intrinsic::x86_avx_ptestc_256:
      return isNothing(builder_.CreateAnd(builder_.CreateNot(a()), b()));
    case intrinsic::x86_sse41_ptestnzc:
    case intrinsic::x86_avx_ptestnzc_256: {
      Value *either =
          builder_.CreateOr(isNothing(builder_.CreateAnd(a(), b())),
                            isNothing(builder_.CreateAnd(builder_.CreateNot(a()), b())));
      return builder_.CreateXor(either, constant(either, 1));
    }
    default:
      return nullptr;
    }
  }

  /// Both vectors with elements of half the size; what does not fit is the nearest that does.
  Value *packed(bool isSigned) {
    llvm::SmallVector<int, 16> all;
    for (unsigned i = 0; i < 2 * elementsOf(a()); ++i)
      all.push_back(static_cast<int>(i));
    Value *wide = builder_.CreateShuffleVector(a(), b(), all);
    const unsigned from = widthOf(a()), to = from / 2;
    const llvm::APInt least =
        isSigned ? llvm::APInt::getSignedMinValue(to).sext(from) : llvm::APInt::getZero(from);
    const llvm::APInt most = isSigned ? llvm::APInt::getSignedMaxValue(to).sext(from)
                                      : llvm::APInt::getMaxValue(to).zext(from);
    wide = binary(intrinsic::smax, wide, llvm::ConstantInt::get(wide->getType(), least));
    wide = binary(intrinsic::smin, wide, llvm::ConstantInt::get(wide->getType(), most));
    return builder_.CreateTrunc(wide, type_);
  }

  Value *highOfProducts(bool isSigned) {
    Value *product = builder_.CreateMul(extended(a(), 32, isSigned), extended(b(), 32, isSigned));
    return builder_.CreateTrunc(builder_.CreateLShr(product, constant(product, 16)), type_);
  }

  /// With one bit more than is kept, for rounding.
  Value *roundedProducts() {
    Value *product = builder_.CreateMul(extended(a(), 32, true), extended(b(), 32, true));
    Value *sum = builder_.CreateAdd(builder_.CreateAShr(product, constant(product, 14)),
                                    constant(product, 1));
    return builder_.CreateTrunc(builder_.CreateAShr(sum, constant(sum, 1)), type_);
  }

  /// Elements turned, or gone, by the signs of the second vector's.
  Value *withSigns() {
    Value *nothing = llvm::Constant::getNullValue(type_);
    Value *turned = builder_.CreateSelect(isNegative(b()), builder_.CreateNeg(a()), a());
    return builder_.CreateSelect(builder_.CreateICmpEQ(b(), nothing), nothing, turned);
  }

  Value *sumsOfDifferences() {
    Value *apart =
        builder_.CreateSub(binary(intrinsic::umax, a(), b()), binary(intrinsic::umin, a(), b()));
    Value *result = llvm::Constant::getNullValue(type_);
    for (unsigned half = 0; half < 2; ++half) {
      Value *sum = builder_.getInt64(0);
      for (unsigned i = 0; i < 8; ++i)
        sum = builder_.CreateAdd(
            sum, builder_.CreateZExt(element(apart, 8 * half + i), builder_.getInt64Ty()));
      result = builder_.CreateInsertElement(result, sum, half);
    }
    return result;
  }

  /// Each byte of the second says which of the first; with its highest bit set: zero.
  Value *picked() {
    Value *result = llvm::Constant::getNullValue(type_);
    for (unsigned i = 0; i < 16; ++i) {
      Value *which = element(b(), i);
      Value *there =
          builder_.CreateExtractElement(a(), builder_.CreateAnd(which, constant(which, 15)));
      Value *isNone = builder_.CreateICmpSLT(which, constant(which, 0));
      result = builder_.CreateInsertElement(
          result, builder_.CreateSelect(isNone, constant(which, 0), there), i);
    }
    return result;
  }

  /// Elements of the first vector, by numbers of which only the lowest bits count.
  Value *pickedBy(Value *numbers) {
    Value *result = llvm::Constant::getNullValue(type_);
    for (unsigned i = 0; i < elementsOf(a()); ++i) {
      Value *which = element(numbers, i);
      which = builder_.CreateAnd(which, constant(which, elementsOf(a()) - 1));
      result = builder_.CreateInsertElement(result, builder_.CreateExtractElement(a(), which), i);
    }
    return result;
  }

  /// By the sign bit, of numbers too.
  Value *isNegative(Value *vector) {
    vector = builder_.CreateBitCast(vector, withWidth(vector, widthOf(vector)));
    return builder_.CreateICmpSLT(vector, llvm::Constant::getNullValue(vector->getType()));
  }
  Value *isNothing(Value *vector) {
    if (vector->getType()->getPrimitiveSizeInBits() == 256) {
      const auto [lower, upper] = lanesOf(builder_, vector);
      vector = builder_.CreateOr(lower, upper);
    }
    Value *bits = builder_.CreateBitCast(vector, builder_.getInt128Ty());
    return builder_.CreateZExt(builder_.CreateICmpEQ(bits, constant(bits, 0)), type_);
  }

  // Numbers

  Value *onNumbers() {
    switch (call_.getIntrinsicID()) {
    case intrinsic::x86_sse_min_ps:
    case intrinsic::x86_sse2_min_pd:
    case intrinsic::x86_avx_min_ps_256:
    case intrinsic::x86_avx_min_pd_256:
      return firstBy(CmpInst::FCMP_OLT, a(), b());
    case intrinsic::x86_sse_max_ps:
    case intrinsic::x86_sse2_max_pd:
    case intrinsic::x86_avx_max_ps_256:
    case intrinsic::x86_avx_max_pd_256:
      return firstBy(CmpInst::FCMP_OGT, a(), b());
    case intrinsic::x86_sse_min_ss:
    case intrinsic::x86_sse2_min_sd:
      return inFirst(firstBy(CmpInst::FCMP_OLT, element(a(), 0), element(b(), 0)));
    case intrinsic::x86_sse_max_ss:
    case intrinsic::x86_sse2_max_sd:
      return inFirst(firstBy(CmpInst::FCMP_OGT, element(a(), 0), element(b(), 0)));
    case intrinsic::x86_sse2_cvtsd2ss:
      return inFirst(builder_.CreateFPTrunc(element(b(), 0), builder_.getFloatTy()));
    case intrinsic::x86_sse2_cvttps2dq:
    case intrinsic::x86_avx_cvtt_ps2dq_256:
      return converted(intrinsic::x86_sse_cvttss2si);
    case intrinsic::x86_sse2_cvtps2dq:
    case intrinsic::x86_avx_cvt_ps2dq_256:
      return converted(intrinsic::x86_sse_cvtss2si);
    case intrinsic::x86_sse2_cvttpd2dq:
    case intrinsic::x86_avx_cvtt_pd2dq_256:
      return converted(intrinsic::x86_sse2_cvttsd2si);
    case intrinsic::x86_sse2_cvtpd2dq:
    case intrinsic::x86_avx_cvt_pd2dq_256:
      return converted(intrinsic::x86_sse2_cvtsd2si);
    case intrinsic::x86_sse2_cvtpd2ps:
    case intrinsic::x86_avx_cvt_pd2_ps_256:
      return narrowed();
    case intrinsic::x86_sse3_hadd_ps:
    case intrinsic::x86_sse3_hadd_pd:
      return ofNeighbours(llvm::Instruction::FAdd);
    case intrinsic::x86_sse3_hsub_ps:
    case intrinsic::x86_sse3_hsub_pd:
      return ofNeighbours(llvm::Instruction::FSub);
    case intrinsic::x86_sse3_addsub_ps:
    case intrinsic::x86_sse3_addsub_pd:
    case intrinsic::x86_avx_addsub_ps_256:
    case intrinsic::x86_avx_addsub_pd_256:
      return lessAndMore();
    case intrinsic::x86_sse41_dpps:
    case intrinsic::x86_sse41_dppd:
      return dotProduct();
    case intrinsic::x86_sse41_round_ps:
    case intrinsic::x86_sse41_round_pd:
    case intrinsic::x86_avx_round_ps_256:
    case intrinsic::x86_avx_round_pd_256:
      return rounded(a(), b());
    case intrinsic::x86_sse41_round_ss:
    case intrinsic::x86_sse41_round_sd:
      return inFirst(rounded(element(b(), 0), argument(2)));
    default:
      return compared();
    }
  }

  /// The second, if they are equal or one is a NaN.
  Value *firstBy(CmpInst::Predicate predicate, Value *x, Value *y) {
    return builder_.CreateSelect(builder_.CreateFCmp(predicate, x, y), x, y);
  }
  Value *inFirst(Value *scalar) {
    return builder_.CreateInsertElement(a(), scalar, std::uint64_t(0));
  }

  /// Every second element is subtracted, beginning with the first.
  Value *lessAndMore() {
    Value *less = builder_.CreateFSub(a(), b()), *more = builder_.CreateFAdd(a(), b());
    llvm::SmallVector<int, 8> mask;
    for (unsigned i = 0; i < elementsOf(a()); ++i)
      mask.push_back(static_cast<int>(i % 2 == 0 ? i : i + elementsOf(a())));
    return builder_.CreateShuffleVector(less, more, mask);
  }

  /// Four bits say which products are summed up, pair by pair, and four where the sum goes.
  Value *dotProduct() {
    const std::uint64_t bits = llvm::cast<llvm::ConstantInt>(argument(2))->getZExtValue();
    const unsigned count = elementsOf(a());
    Value *nothing = llvm::Constant::getNullValue(type_->getScalarType());
    Value *products = builder_.CreateFMul(a(), b());
    const auto product = [&](unsigned i) {
      return bits >> (4 + i) & 1 ? element(products, i) : nothing;
    };
    Value *sum = builder_.CreateFAdd(product(0), product(1));
    if (count == 4)
      sum = builder_.CreateFAdd(sum, builder_.CreateFAdd(product(2), product(3)));
    Value *result = llvm::Constant::getNullValue(type_);
    for (unsigned i = 0; i < count; ++i)
      if (bits >> i & 1)
        result = builder_.CreateInsertElement(result, sum, i);
    return result;
  }

  Value *rounded(Value *number, Value *direction) {
    constexpr std::uint64_t asSetUp = 4;
    const intrinsic::ID ways[] = {intrinsic::roundeven, intrinsic::floor, intrinsic::ceil,
                                  intrinsic::trunc};
    const std::uint64_t way = llvm::cast<llvm::ConstantInt>(direction)->getZExtValue();
    return builder_.CreateUnaryIntrinsic(way & asSetUp ? intrinsic::nearbyint : ways[way % 4],
                                         number);
  }

  /// Each element by the conversion of element 0.
  Value *converted(intrinsic::ID conversion) {
    llvm::Type *scalar = a()->getType()->getScalarType();
    llvm::Type *vector = llvm::FixedVectorType::get(scalar, 128 / scalar->getScalarSizeInBits());
    Value *result = llvm::Constant::getNullValue(type_);
    for (unsigned i = 0; i < elementsOf(a()); ++i) {
      Value *alone = builder_.CreateInsertElement(llvm::Constant::getNullValue(vector),
                                                  element(a(), i), std::uint64_t(0));
      result = builder_.CreateInsertElement(
          result, builder_.CreateIntrinsic(builder_.getInt32Ty(), conversion, {alone}), i);
    }
    return result;
  }

  Value *narrowed() {
    Value *result = llvm::Constant::getNullValue(type_);
    for (unsigned i = 0; i < elementsOf(a()); ++i)
      result = builder_.CreateInsertElement(
          result, builder_.CreateFPTrunc(element(a(), i), builder_.getFloatTy()), i);
    return result;
  }

  /// comiss and the like, of element 0.
  Value *compared() {
    const auto by = [&](CmpInst::Predicate predicate) {
      return builder_.CreateZExt(builder_.CreateFCmp(predicate, element(a(), 0), element(b(), 0)),
                                 type_);
    };
    switch (call_.getIntrinsicID()) {
    case intrinsic::x86_sse_comieq_ss:
    case intrinsic::x86_sse_ucomieq_ss:
    case intrinsic::x86_sse2_comieq_sd:
    case intrinsic::x86_sse2_ucomieq_sd:
      return by(CmpInst::FCMP_OEQ);
    case intrinsic::x86_sse_comineq_ss:
    case intrinsic::x86_sse_ucomineq_ss:
    case intrinsic::x86_sse2_comineq_sd:
    case intrinsic::x86_sse2_ucomineq_sd:
      return by(CmpInst::FCMP_UNE);
    case intrinsic::x86_sse_comilt_ss:
    case intrinsic::x86_sse_ucomilt_ss:
    case intrinsic::x86_sse2_comilt_sd:
    case intrinsic::x86_sse2_ucomilt_sd:
      return by(CmpInst::FCMP_OLT);
    case intrinsic::x86_sse_comile_ss:
    case intrinsic::x86_sse_ucomile_ss:
    case intrinsic::x86_sse2_comile_sd:
    case intrinsic::x86_sse2_ucomile_sd:
      return by(CmpInst::FCMP_OLE);
    case intrinsic::x86_sse_comigt_ss:
    case intrinsic::x86_sse_ucomigt_ss:
    case intrinsic::x86_sse2_comigt_sd:
    case intrinsic::x86_sse2_ucomigt_sd:
      return by(CmpInst::FCMP_OGT);
    case intrinsic::x86_sse_comige_ss:
    case intrinsic::x86_sse_ucomige_ss:
    case intrinsic::x86_sse2_comige_sd:
    case intrinsic::x86_sse2_ucomige_sd:
      return by(CmpInst::FCMP_OGE);
    default:
      return nullptr;
    }
  }

  llvm::IntrinsicInst &call_;
  llvm::IRBuilder<> builder_;
  llvm::Type *type_;
};

} // namespace

void writeOutMachineVectors(llvm::Function &function) {
  splitLanes(function);
  llvm::SmallVector<llvm::IntrinsicInst *, 4> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call && (call->getCalledFunction()->getName().starts_with("llvm.x86.") ||
                 call->getCalledFunction()->getName().starts_with("llvm.masked.")))
      calls.push_back(call);
  for (llvm::IntrinsicInst *call : calls) {
    if (writeOutMaskedAccess(*call))
      continue;
    Value *result = writtenOutOnWords(*call);
    if (!result)
      result = Rewriter(*call).run();
    if (result) {
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
  }
}

} // namespace instrument
