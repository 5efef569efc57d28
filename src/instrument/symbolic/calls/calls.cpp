#include "abi/packed_calls.h"
#include "abi/recorder_calls.h"
#include "abi/target.h"
#include "expr/packed_words.h"
#include "instrument/symbolic/calls/kept_calls.h"
#include "instrument/symbolic/calls/library.h"
#include "instrument/symbolic/calls/variadic.h"
#include "instrument/symbolic/function.h"
#include "instrument/symbolic/types.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

// How terms travel with arguments and results: abi/trace.h, "Calls".

namespace instrument {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

void TermPropagation::enterFunction() {
  Instruction *first = &function_.getEntryBlock().front();
  while (llvm::isa<llvm::AllocaInst>(first) &&
         llvm::cast<llvm::AllocaInst>(first)->isStaticAlloca())
    first = first->getNextNode();
  builder_.SetInsertPoint(first);
  if (startsVariadic(function_)) {
    auto *type = llvm::ArrayType::get(builder_.getInt8Ty(), sizeof(PincerVariadicTerms));
    variadicTerms_ = builder_.CreateAlloca(type);
    variadicTerms_->setAlignment(llvm::Align(8));
    algebra_.call("__pincer_rec_variadic_enter", {&function_, variadicTerms_});
  }
  Task task;
  std::vector<std::pair<llvm::Argument *, unsigned>> copies; // and their positions
  unsigned position = 0;
  std::vector<unsigned> positions;
  for (llvm::Argument &argument : function_.args()) {
    if (argument.hasByValAttr())
      copies.emplace_back(&argument, position);
    if (carries(&argument)) {
      task.results.push_back(&argument);
      positions.push_back(position);
    }
    position += leafCount(&argument);
  }
  if (task.results.empty() && copies.empty()) {
    // Terms that nobody needs are not lost: they have arrived.
    if (position > 0)
      builder_.CreateStore(llvm::Constant::getNullValue(builder_.getPtrTy()), callTermsField(0));
    return;
  }
  task.tags.push_back(builder_.CreatePtrToInt(
      builder_.CreateLoad(builder_.getPtrTy(), callTermsField(0)), builder_.getInt64Ty()));
  task.emit = [this, arguments = task.results, positions] {
    algebra_.call("__pincer_rec_enter", {&function_});
    Terms made;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      unsigned index = positions[i], leafNumber = 0;
      for (const Leaf &leaf : leavesOf(arguments[i]->getType(), layout_)) {
        if (!leaf.isTermed() || index >= PINCER_MOST_TERMS_IN_CALL)
          made.push_back(algebra_.noTerm());
        else
          made.push_back(algebra_.callForTerm(
              "__pincer_rec_argument",
              {builder_.getInt32(index), builder_.getInt32(widthOf(leaf.type)),
               algebra_.word(leafValue(builder_, arguments[i], leafNumber, layout_))}));
        ++index;
        ++leafNumber;
      }
    }
    return made;
  };
  add(std::move(task));
  if (copies.empty())
    return;
  flush(first);
  for (const auto &[argument, index] : copies)
    algebra_.call("__pincer_rec_received",
                  {builder_.getInt32(index), argument,
                   builder_.getInt64(layout_.getTypeAllocSize(argument->getParamByValType()))});
}

Value *TermPropagation::threadLocalField(llvm::StringRef name, std::uint64_t size,
                                         std::uint64_t offset) {
  llvm::GlobalVariable *block = module_.getGlobalVariable(name);
  if (!block) {
    auto *type = llvm::ArrayType::get(builder_.getInt8Ty(), size);
    block =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                 name, nullptr, llvm::GlobalValue::InitialExecTLSModel);
    block->setDSOLocal(true);
    block->setAlignment(llvm::Align(8));
  }
  Value *address = builder_.CreateThreadLocalAddress(block);
  return offset ? builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, offset) : address;
}

Value *TermPropagation::callTermsField(unsigned field) {
  return threadLocalField(PINCER_CALL_TERMS, sizeof(PincerCallTerms), 8 * field);
}

/// Says what is passed; terms that are on their way make it more. Before the call's own group.
void TermPropagation::passVariadic(llvm::CallBase &call) {
  const auto layout = variadicLayout(call, layout_);
  const unsigned named = call.getFunctionType()->getNumParams();
  if (!layout || isNative(call, definedElsewhere_)) {
    for (unsigned i = named; i < call.arg_size(); ++i)
      if (carries(call.getArgOperand(i)))
        addLost(call.getArgOperand(i), PINCER_LOST_CALL);
    if (!layout)
      return;
  }
  flush(&call);
  builder_.SetInsertPoint(&call);
  const auto field = [this](std::uint64_t offset) {
    return threadLocalField(PINCER_VARIADIC_TERMS, sizeof(PincerVariadicTerms), offset);
  };
  builder_.CreateStore(call.getCalledOperand(), field(offsetof(PincerVariadicTerms, callee)));
  builder_.CreateStore(builder_.getInt32(layout->onStack),
                       field(offsetof(PincerVariadicTerms, onStack)));
  builder_.CreateStore(builder_.getInt32(0), field(offsetof(PincerVariadicTerms, hasTags)));
  for (const VariadicLayout::Place &place : layout->places) {
    Value *argument = call.getArgOperand(place.argument);
    if (call.isByValArgument(place.argument)) {
      algebra_.call(
          "__pincer_rec_variadic_object",
          {builder_.getInt32(place.at), argument,
           builder_.getInt64(layout_.getTypeAllocSize(call.getParamByValType(place.argument)))});
      continue;
    }
    if (!carries(argument))
      continue;
    Task task;
    task.operands.push_back(argument);
    task.emit = [this, argument, at = place.at]() -> Terms {
      const auto leaves = leavesOf(argument->getType(), layout_);
      for (unsigned i = 0; i < leaves.size(); ++i)
        if (leaves[i].isTermed())
          algebra_.call("__pincer_rec_variadic",
                        {builder_.getInt32(at + static_cast<std::uint32_t>(leaves[i].offset)),
                         builder_.getInt32(widthOf(leaves[i].type)), termOf(argument, i),
                         algebra_.word(leafValue(builder_, argument, i, layout_))});
      return {};
    };
    add(std::move(task));
  }
}

/// va_start and va_copy; va_arg is ordinary loads.
void TermPropagation::visitVariadicList(llvm::IntrinsicInst &instruction) {
  flush(&instruction);
  builder_.SetInsertPoint(instruction.getNextNode());
  Value *list = instruction.getArgOperand(0);
  if (llvm::isa<llvm::VAStartInst>(instruction))
    algebra_.call("__pincer_rec_variadic_start", {list, variadicTerms_});
  else // it holds pointers and offsets of the machine's
    algebra_.call("__pincer_rec_fill", {list, builder_.getInt32(0), builder_.getInt64(0),
                                        builder_.getInt64(3 * layout_.getPointerSize())});
}

void TermPropagation::visitCall(llvm::CallBase &call) {
  if (const llvm::Function *callee = call.getCalledFunction()) {
    if (callee->getName() == PINCER_BRANCH_MARKER || callee->getName() == PINCER_SWITCH_MARKER)
      return visitMarker(llvm::cast<llvm::CallInst>(call));
    if (callee->getName() == PINCER_CHECK_MARKER)
      return visitCheck(llvm::cast<llvm::CallInst>(call));
  }
  if (call.isInlineAsm())
    return visitAssembly(call);
  if (keptNumber(call)) { // what it gets has no terms
    flush(&call);
    return call.isTerminator() ? void() : takeBack(call, call.getNextNode());
  }
  const LibraryCall library(call, definedElsewhere_);
  Value *callee = call.getCalledOperand();
  if (carries(callee))
    addEvent(PINCER_EVENT_VALUE, nextPlace(), callee);
  const unsigned fixed = call.getFunctionType()->getNumParams();
  struct Passed {
    Value *value;
    unsigned leaf, index;
  };
  std::vector<Passed> passed;
  Task task;
  unsigned position = 0;
  bool hasCopies = false;
  if (call.getFunctionType()->isVarArg())
    passVariadic(call);
  for (unsigned i = 0; i < fixed; ++i) {
    Value *argument = call.getArgOperand(i);
    hasCopies |= call.isByValArgument(i);
    const auto leaves = leavesOf(argument->getType(), layout_);
    if (carries(argument) && !call.isByValArgument(i)) {
      if (library.dependsOn(i) && isTermed(argument->getType()))
        addEvent(library.isSize(i) ? PINCER_EVENT_SIZE : PINCER_EVENT_VALUE, nextPlace(), argument);
      else if (library.isKnown())
        addLost(argument, PINCER_LOST_CALL);
      else {
        task.operands.push_back(argument);
        for (unsigned leaf = 0; leaf < leaves.size(); ++leaf)
          if (leaves[leaf].isTermed())
            passed.push_back({argument, leaf, position + leaf});
      }
    }
    position += leaves.size();
  }
  if (!passed.empty()) {
    task.emit = [this, passed, callee]() -> Terms {
      std::uint32_t first = PINCER_PASS_FIRST;
      for (const Passed &one : passed) {
        algebra_.call("__pincer_rec_pass",
                      {callee, builder_.getInt32(one.index | first), termOf(one.value, one.leaf)});
        first = 0;
      }
      return {};
    };
    add(std::move(task));
  }
  flush(&call);
  if (hasCopies)
    passCopies(call, passed.empty());
  if (call.isTerminator() || call.isMustTailCall())
    return;
  takeBack(call, call.getNextNode());
}

/// What a call that returned leaves behind.
void TermPropagation::takeBack(llvm::CallBase &call, Instruction *before) {
  if (const auto number = keptNumber(call))
    addKept(call, *number, before);
  else if (const LibraryCall library(call, definedElsewhere_); library.isKnown())
    library.emitEffect(algebra_, before);
  else
    addResults(call, before);
}

/// The call of a pure function is a term over its arguments.
void TermPropagation::addKept(llvm::CallBase &call, unsigned number, Instruction *before) {
  if (!carries(&call))
    return;
  builder_.SetInsertPoint(before);
  Task task;
  task.results.push_back(&call);
  task.operands.append(call.arg_begin(), call.arg_end());
  task.emit = [this, &call, number]() -> Terms { return {deriveKept(call, number)}; };
  add(std::move(task));
}

Value *TermPropagation::deriveKept(llvm::CallBase &call, unsigned number) {
  constexpr unsigned wordsOfCall = std::tuple_size_v<expr::Words>;
  llvm::SmallVector<unsigned, 4> widths;
  for (const Value *argument : call.args())
    widths.push_back(widthOf(argument->getType()));
  const auto places = *expr::placesInWords(widths);
  llvm::Type *wordType = builder_.getInt64Ty();
  llvm::SmallVector<Termed, expr::mostWords> words(expr::mostWords, algebra_.number(wordType, 0));
  for (unsigned i = 0; i < widths.size(); ++i) {
    Termed &word = words[places[i].word];
    const Termed bits =
        algebra_.resize(algebra_.bits(termed(call.getArgOperand(i))), wordType, false);
    word = places[i].shift == 0
               ? bits
               : algebra_.binary(Instruction::Or, word,
                                 algebra_.binary(Instruction::Shl, bits,
                                                 algebra_.number(wordType, places[i].shift)));
  }
  if (expr::arePacked(places))
    for (unsigned i = 0; i < wordsOfCall; ++i)
      words[i] = i * wordsOfCall <= places.back().word
                     ? packed(llvm::ArrayRef(words).slice(i * wordsOfCall, wordsOfCall))
                     : algebra_.number(wordType, 0);
  return algebra_.call(number, llvm::ArrayRef(words).take_front(wordsOfCall), &call).term;
}

/// Three words as one, as expr::packed does it.
Termed TermPropagation::packed(llvm::ArrayRef<Termed> words) {
  Value *mixed = builder_.getInt64(0);
  for (const Termed &word : words) {
    mixed = builder_.CreateMul(builder_.CreateXor(mixed, word.value),
                               builder_.getInt64(expr::packFactor));
    mixed = builder_.CreateXor(mixed, builder_.CreateLShr(mixed, 32));
  }
  return algebra_.call(PINCER_CALL_PACK, words, mixed);
}

void TermPropagation::visitAssembly(llvm::CallBase &call) {
  loseOperands(call);
  flush(&call);
  // What it may write to; the recorder finds out about the rest when it is read.
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (llvm::Type *type = call.getParamElementType(i); type && type->isSized())
      clearTags(call.getArgOperand(i), layout_.getTypeStoreSize(type));
}

/// Objects whose copies the callee gets.
void TermPropagation::passCopies(llvm::CallBase &call, bool isFirst) {
  std::uint32_t first = isFirst ? std::uint32_t(PINCER_PASS_FIRST) : 0u;
  unsigned position = 0;
  for (unsigned i = 0; i < call.getFunctionType()->getNumParams(); ++i) {
    Value *argument = call.getArgOperand(i);
    if (call.isByValArgument(i)) {
      algebra_.call("__pincer_rec_byvalue",
                    {call.getCalledOperand(), builder_.getInt32(position | first), argument,
                     builder_.getInt64(layout_.getTypeAllocSize(call.getParamByValType(i)))});
      first = 0;
    }
    position += leafCount(argument);
  }
}

void TermPropagation::addResults(llvm::CallBase &call, Instruction *before) {
  if (!carries(&call))
    return;
  builder_.SetInsertPoint(before);
  Task task;
  task.results.push_back(&call);
  task.tags.push_back(builder_.CreatePtrToInt(
      builder_.CreateLoad(builder_.getPtrTy(), callTermsField(1)), builder_.getInt64Ty()));
  task.emit = [this, &call]() {
    algebra_.call("__pincer_rec_returned", {call.getCalledOperand()});
    Terms made;
    unsigned index = 0;
    for (const Leaf &leaf : leavesOf(call.getType(), layout_)) {
      if (!leaf.isTermed() || index >= PINCER_MOST_TERMS_IN_CALL)
        made.push_back(algebra_.noTerm());
      else
        made.push_back(algebra_.callForTerm(
            "__pincer_rec_result", {builder_.getInt32(index), builder_.getInt32(widthOf(leaf.type)),
                                    algebra_.word(leafValue(builder_, &call, index, layout_))}));
      ++index;
    }
    return made;
  };
  add(std::move(task));
}

void TermPropagation::visitReturn(llvm::ReturnInst &end) {
  Value *value = end.getReturnValue();
  if (!value || !hasTermedLeaf(value->getType(), layout_)) {
    flush(&end);
    return;
  }
  if (BasicBlock *block = end.getParent(); block->getTerminatingMustTailCall())
    return;
  const auto nothing = [this] {
    builder_.CreateStore(llvm::Constant::getNullValue(builder_.getPtrTy()), callTermsField(1));
  };
  if (!carries(value)) {
    flush(&end);
    nothing();
    return;
  }
  Task task;
  task.operands.push_back(value);
  task.emit = [this, value]() -> Terms {
    std::uint32_t first = PINCER_PASS_FIRST;
    const auto leaves = leavesOf(value->getType(), layout_);
    for (unsigned i = 0; i < leaves.size(); ++i)
      if (leaves[i].isTermed()) {
        algebra_.call("__pincer_rec_give",
                      {&function_, builder_.getInt32(i | first), termOf(value, i)});
        first = 0;
      }
    return {};
  };
  add(std::move(task));
  flush(&end, nothing);
}

} // namespace instrument
