#include "instrument/symbolic/calls/variadic.h"

#include "abi/trace.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/TargetParser/Triple.h>

// The System V convention, on the level of IR: clang has already taken structures apart. Named
// arguments use up registers too; those of them that lie on the stack lie before what va_start
// calls the overflow area.

namespace instrument {
namespace {

constexpr std::uint32_t generalEnd = 48, floatingEnd = PINCER_SAVED_REGISTERS;

class Assignment {
public:
  explicit Assignment(const llvm::DataLayout &layout) : layout_(layout) {}

  /// Bytes from the beginning of the saved registers, or 176 plus bytes on the stack.
  std::optional<std::uint32_t> place(const llvm::CallBase &call, unsigned i) {
    llvm::Type *type = call.getArgOperand(i)->getType();
    if (layout_.getPointerSize() == 4)
      return placeIn32Bits(call, i, type);
    if (call.isByValArgument(i)) {
      llvm::Type *copied = call.getParamByValType(i);
      const llvm::Align alignment = call.getParamAlign(i).value_or(llvm::Align(8));
      return onStack(layout_.getTypeAllocSize(copied), alignment.value());
    }
    const auto size = static_cast<std::uint32_t>(layout_.getTypeAllocSize(type).getKnownMinValue());
    if (type->isPointerTy() || type->isIntegerTy())
      return size <= 16 ? inRegisters(general_, generalEnd, size <= 8 ? 8 : 16, size)
                        : std::optional<std::uint32_t>();
    if (type->isX86_FP80Ty())
      return onStack(16, 16);
    if ((type->isFloatingPointTy() || type->isVectorTy()) && size <= 16)
      return inRegisters(floating_, floatingEnd, 16, size);
    return std::nullopt;
  }
  std::uint32_t stackUsed() const { return stack_; }

private:
  /// All lies on the stack, in words.
  std::optional<std::uint32_t> placeIn32Bits(const llvm::CallBase &call, unsigned i,
                                             llvm::Type *type) {
    if (type->isVectorTy() || call.paramHasAttr(i, llvm::Attribute::InReg))
      return std::nullopt;
    llvm::Type *passed = call.isByValArgument(i) ? call.getParamByValType(i) : type;
    return onStack(layout_.getTypeAllocSize(passed), 4);
  }
  std::uint32_t inRegisters(std::uint32_t &next, std::uint32_t end, std::uint32_t step,
                            std::uint32_t size) {
    if (next + step > end)
      return onStack(size, size);
    const std::uint32_t at = next;
    next += step;
    return at;
  }
  std::uint32_t onStack(std::uint64_t size, std::uint64_t alignment) {
    const std::uint64_t word = layout_.getPointerSize();
    const auto at =
        static_cast<std::uint32_t>(llvm::alignTo(stack_, std::max<std::uint64_t>(alignment, word)));
    stack_ = static_cast<std::uint32_t>(llvm::alignTo(at + size, word));
    return PINCER_SAVED_REGISTERS + at;
  }

  const llvm::DataLayout &layout_;
  std::uint32_t general_ = 0, floating_ = generalEnd, stack_ = 0;
};

} // namespace

std::optional<VariadicLayout> variadicLayout(const llvm::CallBase &call,
                                             const llvm::DataLayout &layout) {
  if (!llvm::Triple(call.getModule()->getTargetTriple()).isX86() || layout.getPointerSize() > 8)
    return std::nullopt;
  Assignment assignment(layout);
  VariadicLayout result;
  const unsigned named = call.getFunctionType()->getNumParams();
  std::uint32_t namedOnStack = 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const auto at = assignment.place(call, i);
    if (!at)
      return std::nullopt;
    if (i < named)
      namedOnStack = assignment.stackUsed();
    else
      result.places.push_back({i, *at < PINCER_SAVED_REGISTERS ? *at : *at - namedOnStack});
  }
  result.onStack = assignment.stackUsed() - namedOnStack;
  return result;
}

bool startsVariadic(const llvm::Function &function) {
  if (!function.isVarArg())
    return false;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (llvm::isa<llvm::VAStartInst>(instruction))
      return true;
  return false;
}

} // namespace instrument
