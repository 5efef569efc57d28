#include "merged/executor.h"

#include "abi/target.h"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace merged {

using expr::Operation;
using expr::TermId;

namespace {

constexpr std::uint64_t mostAllocated = 1 << 16;

struct LibmFunction {
  const char *name;
  unsigned number, arguments;
};
constexpr LibmFunction libm[] = {
#define PINCER_FUNCTION(name, arguments) {#name, PINCER_FUNCTION_##name, arguments},
#include "abi/functions.def"
#undef PINCER_FUNCTION
};

} // namespace

/// A marker says which conditions are wanted; a check, that what goes wrong is not followed: runs
/// with undefined behaviour count for nothing.
bool Executor::mark(const llvm::CallBase &call, State &state) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const std::uint64_t number = llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
  TermId condition = scalarOf(call.getArgOperand(1), state);
  if (name == PINCER_CHECK_MARKER)
    return !condition || assume(state, condition);
  if (name == PINCER_BRANCH_MARKER) {
    if (!condition)
      condition = unknown(1);
    note(number, state.guard, condition);
    note(number + 1, state.guard, pool_.negation(condition));
    return true;
  }
  TermId none = pool_.boolean(true);
  std::uint64_t slot = number;
  for (unsigned i = 2; i < call.arg_size(); ++i) {
    const TermId value = scalarOf(call.getArgOperand(i), state);
    const TermId is = condition ? pool_.equal(condition, value) : unknown(1);
    note(slot++, state.guard, pool_.conjunction(none, is));
    none = pool_.conjunction(none, pool_.negation(is));
  }
  note(slot, state.guard, none);
  return true;
}

bool Executor::executeCall(Frame &frame, const llvm::CallBase &call, State &state) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd())
    return true;
  const auto argument = [&](unsigned i) { return scalarOf(call.getArgOperand(i), state); };
  if (llvm::isa<llvm::MemTransferInst>(call))
    return copyBytes(state, argument(0), argument(1), argument(2));
  if (llvm::isa<llvm::MemSetInst>(call))
    return setBytes(state, argument(0), argument(1), argument(2));
  if (call.isInlineAsm()) {
    guess("assembly is not followed");
    state.values[&call] = unknownOf(call.getType());
    return true;
  }
  const llvm::Function *named = call.getCalledFunction();
  if (named && named->isIntrinsic()) {
    if (call.getType()->isVoidTy())
      return named->getIntrinsicID() != llvm::Intrinsic::trap &&
             named->getIntrinsicID() != llvm::Intrinsic::ubsantrap;
    auto value = intrinsic(call, state);
    if (!value) {
      guess(fmt::format("{} has no terms here", named->getName().str()));
      value = unknownOf(call.getType());
    }
    state.values[&call] = std::move(*value);
    return true;
  }
  if (named &&
      (named->getName() == PINCER_BRANCH_MARKER || named->getName() == PINCER_SWITCH_MARKER ||
       named->getName() == PINCER_CHECK_MARKER))
    return mark(call, state);
  if (named)
    return callFunction(call, *named, state);

  // Through a pointer: one call per function that it may be.
  const TermId address = scalarOf(call.getCalledOperand(), state);
  const auto targets = address ? targetsOf(address) : std::nullopt;
  if (!targets) {
    guess("a call through a pointer that is not understood");
    state.values[&call] = unknownOf(call.getType());
    return true;
  }
  std::optional<State> all;
  for (const Target &target : *targets) {
    State here = state;
    const llvm::Function *function = objects_[target.object].function;
    if (!function || !assume(here, target.condition ? target.condition : pool_.boolean(true)) ||
        !callFunction(call, *function, here))
      continue;
    all = all ? joined(std::move(*all), std::move(here)) : std::move(here);
  }
  (void)frame;
  if (all)
    state = std::move(*all);
  return all.has_value();
}

/// Functions that no C code stands for. False: no path goes on.
bool Executor::executeKnown(const llvm::CallBase &call, const llvm::StringRef name, State &state,
                            bool &isKnown) {
  const auto argument = [&](unsigned i) { return scalarOf(call.getArgOperand(i), state); };
  isKnown = true;
  const bool isNew = name == "malloc" || name == "_Znwm" || name == "_Znam";
  if (isNew || name == "calloc") {
    TermId size = argument(0);
    if (name == "calloc" && size && argument(1))
      size = pool_.make(Operation::Mul, 64, size, argument(1));
    if (!size || !pool_.isConstant(size) || pool_[size].value > mostAllocated) {
      bound("a block whose size the inputs decide");
      return false;
    }
    state.values[&call] = {addressOf(addObject(pool_[size].value, state))};
    return true;
  }
  if (name == "free" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv"))
    return true;
  if (name == "memcpy" || name == "memmove" || name == "memset") {
    state.values[&call] = valueOf(call.getArgOperand(0), state);
    return name == "memset"
               ? setBytes(state, argument(0),
                          argument(1) ? pool_.make(Operation::Extract, 8, argument(1)) : TermId(),
                          argument(2))
               : copyBytes(state, argument(0), argument(1), argument(2));
  }
  const unsigned width = widthOf(call.getType());
  if (width && call.arg_size() > 0 && argument(0) && pool_[argument(0)].width == width)
    for (const LibmFunction &function : libm)
      if (call.getType()->isFloatingPointTy() && call.arg_size() == function.arguments &&
          name == (width == 32 ? std::string(function.name) + "f" : function.name)) {
        state.values[&call] = {pool_.make(
            Operation::Apply, width, argument(0),
            function.arguments > 1 ? argument(1) : pool_.constant(width, 0), {}, function.number)};
        return true;
      }
  isKnown = false;
  return true;
}

bool Executor::callFunction(const llvm::CallBase &call, const llvm::Function &function,
                            State &state) {
  const llvm::Function *body = definitions_.function(function);
  if (!body) {
    bool isKnown = false;
    if (!executeKnown(call, function.getName(), state, isKnown))
      return false;
    if (isKnown)
      return true;
    if (function.doesNotReturn() || call.doesNotReturn())
      return false;
    guess(fmt::format("what {} does is not known", function.getName().str()));
    state.values[&call] = unknownOf(call.getType());
    return true;
  }
  std::vector<Scalars> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Scalars value = valueOf(call.getArgOperand(i), state);
    // A struct by value is a copy of the caller's.
    if (call.isByValArgument(i) && value.size() == 1) {
      const std::uint64_t size =
          definitions_.layout().getTypeAllocSize(call.getParamByValType(i)).getFixedValue();
      const TermId copy = addressOf(addObject(size, state));
      if (!copyBytes(state, copy, value[0], pool_.constant(64, size)))
        return false;
      value = {copy};
    }
    arguments.push_back(std::move(value));
  }
  auto returned = this->call(*body, arguments, std::move(state));
  if (!returned)
    return false;
  state = std::move(returned->state);
  if (!call.getType()->isVoidTy())
    state.values[&call] =
        returned->value.empty() ? unknownOf(call.getType()) : std::move(returned->value);
  return true;
}

} // namespace merged
