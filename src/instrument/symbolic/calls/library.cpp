#include "instrument/symbolic/calls/library.h"

#include <algorithm>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace instrument {

using llvm::Value;

/// Arguments by position; -1: none.
struct LibraryCall::Effect {
  enum class Kind {
    Nothing,
    Allocates, // gives out first * second bytes
    Moves,     // realloc(first, second * third)
    Copies,    // second bytes; from the third argument to the first
    Fills,     // memory at the first argument with the third, second bytes
    Writes     // first: where, second * third: at most how many bytes
  };
  const char *name;
  Kind kind;
  int first = -1, second = -1, third = -1;
};

namespace {

using Effect = LibraryCall::Effect;
using Kind = Effect::Kind;

constexpr Effect effects[] = {
    {"malloc", Kind::Allocates, 0},
    {"valloc", Kind::Allocates, 0},
    {"pvalloc", Kind::Allocates, 0},
    {"calloc", Kind::Allocates, 0, 1},
    {"aligned_alloc", Kind::Allocates, 1},
    {"memalign", Kind::Allocates, 1},
    {"_Znwm", Kind::Allocates, 0}, // operator new and its forms
    {"_Znam", Kind::Allocates, 0},
    {"_ZnwmRKSt9nothrow_t", Kind::Allocates, 0},
    {"_ZnamRKSt9nothrow_t", Kind::Allocates, 0},
    {"_ZnwmSt11align_val_t", Kind::Allocates, 0},
    {"_ZnamSt11align_val_t", Kind::Allocates, 0},
    {"_ZdlPv", Kind::Nothing},
    {"_ZdaPv", Kind::Nothing},
    {"_ZdlPvm", Kind::Nothing},
    {"_ZdaPvm", Kind::Nothing},
    {"_ZdlPvSt11align_val_t", Kind::Nothing},
    {"_ZdlPvmSt11align_val_t", Kind::Nothing},
    {"__cxa_allocate_exception", Kind::Allocates, 0},
    {"realloc", Kind::Moves, 0, 1},
    {"reallocarray", Kind::Moves, 0, 1, 2},
    {"free", Kind::Nothing},
    {"memcpy", Kind::Copies, 0, 2, 1},
    {"memmove", Kind::Copies, 0, 2, 1},
    {"mempcpy", Kind::Copies, 0, 2, 1},
    {"__memcpy_chk", Kind::Copies, 0, 2, 1},
    {"__memmove_chk", Kind::Copies, 0, 2, 1},
    {"__mempcpy_chk", Kind::Copies, 0, 2, 1},
    {"bcopy", Kind::Copies, 1, 2, 0},
    {"memset", Kind::Fills, 0, 2, 1},
    {"__memset_chk", Kind::Fills, 0, 2, 1},
    {"bzero", Kind::Fills, 0, 1},
    {"explicit_bzero", Kind::Fills, 0, 1},
    {"read", Kind::Writes, 1, 2},
    {"pread", Kind::Writes, 1, 2},
    {"pread64", Kind::Writes, 1, 2},
    {"recv", Kind::Writes, 1, 2},
    {"recvfrom", Kind::Writes, 1, 2},
    {"getrandom", Kind::Writes, 0, 1},
    {"getcwd", Kind::Writes, 0, 1},
    {"fread", Kind::Writes, 0, 1, 2},
    {"fread_unlocked", Kind::Writes, 0, 1, 2},
    {"fgets", Kind::Writes, 0, 1},
    {"snprintf", Kind::Writes, 0, 1},
    {"vsnprintf", Kind::Writes, 0, 1},
    {"strftime", Kind::Writes, 0, 1},
};

constexpr llvm::StringLiteral ourPrefix = "__pincer_our_";

} // namespace

bool isDefined(const llvm::Function &function, const std::vector<std::string> &elsewhere) {
  return !function.isDeclaration() ||
         std::find(elsewhere.begin(), elsewhere.end(), function.getName()) != elsewhere.end();
}

bool isNative(const llvm::CallBase &call, const std::vector<std::string> &definedElsewhere) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && !callee->getName().starts_with(ourPrefix) &&
         !isDefined(*callee, definedElsewhere);
}

namespace {

/// A substitute that calls a library function means the real one.
bool isLibrary(const llvm::Module &module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function &function) {
    return !function.isDeclaration() && function.getName().starts_with(ourPrefix);
  });
}

struct Substitute {
  const char *function, *ours;
};

constexpr Substitute substitutes[] = {
#define PINCER_LIBRARY(name) {#name, #name},
#define PINCER_LIBRARY_ALIAS(alias, name) {#alias, #name},
#include "abi/library.def"
#undef PINCER_LIBRARY_ALIAS
#undef PINCER_LIBRARY
};

/// lseek64 and its like, which are other functions where long has 32 bits.
bool isForLargeFiles(const Substitute &one) {
  return llvm::StringRef(one.function).ends_with("64");
}

} // namespace

void callOurLibrary(llvm::Module &module, const std::vector<std::string> &definedElsewhere) {
  if (isLibrary(module))
    return;
  const bool is32Bit = module.getDataLayout().getPointerSize() == 4;
  for (const Substitute &one : substitutes) {
    llvm::Function *function = module.getFunction(one.function);
    if (!function || isDefined(*function, definedElsewhere) || (is32Bit && isForLargeFiles(one)))
      continue;
    llvm::FunctionCallee substitute =
        module.getOrInsertFunction((ourPrefix + one.ours).str(), function->getFunctionType());
    function->replaceAllUsesWith(substitute.getCallee());
  }
}

LibraryCall::LibraryCall(llvm::CallBase &call, const std::vector<std::string> &definedElsewhere)
    : call_(call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || isDefined(*callee, definedElsewhere))
    return;
  for (const Effect &effect : effects)
    if (callee->getName() == effect.name) {
      const int arguments = static_cast<int>(call.arg_size());
      if (effect.first < arguments && effect.second < arguments && effect.third < arguments)
        effect_ = &effect;
      return;
    }
}

bool LibraryCall::dependsOn(unsigned argument) const {
  const int position = static_cast<int>(argument);
  return effect_ &&
         (effect_->first == position || effect_->second == position || effect_->third == position);
}

bool LibraryCall::isSize(unsigned argument) const {
  const bool isMove = effect_ && effect_->kind == Kind::Moves;
  return dependsOn(argument) && (isMove || effect_->kind == Kind::Allocates) &&
         !(isMove && effect_->first == static_cast<int>(argument));
}

void LibraryCall::emitEffect(TermAlgebra &algebra, llvm::Instruction *before) const {
  llvm::IRBuilder<> &builder = algebra.builder();
  const auto argument = [&](int position) { return call_.getArgOperand(unsigned(position)); };
  const auto number = [&](int position) -> Value * {
    if (position < 0)
      return builder.getInt64(1);
    Value *value = argument(position);
    return value->getType()->isIntegerTy() ? builder.CreateZExtOrTrunc(value, builder.getInt64Ty())
                                           : builder.getInt64(0);
  };
  const auto pointer = [&](Value *value) {
    return value->getType()->isPointerTy() ? value
                                           : llvm::Constant::getNullValue(builder.getPtrTy());
  };
  const auto clear = [&](Value *at, Value *size) {
    // Nothing is there to be cleared at null; a failed call is not worth a branch.
    Value *none = builder.CreateICmpEQ(at, llvm::Constant::getNullValue(at->getType()));
    algebra.call("__pincer_rec_fill", {at, builder.getInt32(0), builder.getInt64(0),
                                       builder.CreateSelect(none, builder.getInt64(0), size)});
  };
  builder.SetInsertPoint(before);
  switch (effect_->kind) {
  case Kind::Nothing:
    return;
  case Kind::Allocates:
    return clear(pointer(&call_),
                 builder.CreateMul(number(effect_->first), number(effect_->second)));
  case Kind::Moves:
    algebra.call("__pincer_rec_moved",
                 {pointer(&call_), pointer(argument(0)),
                  builder.CreateMul(number(effect_->second), number(effect_->third))});
    return;
  case Kind::Copies:
    algebra.call("__pincer_rec_copy", {pointer(argument(effect_->first)),
                                       pointer(argument(effect_->third)), number(effect_->second)});
    return;
  case Kind::Fills:
    return clear(pointer(argument(effect_->first)), number(effect_->second));
  case Kind::Writes:
    return clear(pointer(argument(effect_->first)),
                 builder.CreateMul(number(effect_->second), number(effect_->third)));
  }
}

} // namespace instrument
