#include "instrument/inspect/frame_records.h"

#include "abi/frames.h"
#include "instrument/inspect/type_descriptions.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <optional>
#include <vector>

namespace instrument {

using llvm::Constant;
using llvm::Instruction;
using llvm::Value;

namespace {

/// A place in the code from where a variable has an address.
struct Declaration {
  const llvm::DILocalVariable *variable;
  const llvm::DIExpression *expression;
  Value *address;
  Instruction *at; // the address is stored before it
};

bool isOurs(llvm::StringRef name) {
  return name.starts_with("__pincer_rec_") || name == PINCER_FRAMES_EVENT;
}

class FrameRecords {
public:
  explicit FrameRecords(llvm::Module &module)
      : module_(module), types_(module), builder_(module.getContext()),
        pointer_(builder_.getPtrTy()), word_(builder_.getInt64Ty()),
        variableType_(llvm::StructType::get(module.getContext(), {pointer_, pointer_, word_})) {}

  void run() {
    std::vector<llvm::Function *> functions;
    for (llvm::Function &function : module_)
      if (!function.isDeclaration() && function.getSubprogram() &&
          !function.hasFnAttribute(llvm::Attribute::Naked))
        functions.push_back(&function);
    listGlobals();
    for (llvm::Function *function : functions)
      recordFrame(*function);
  }

private:
  // Functions
  static std::vector<Declaration> declarationsIn(llvm::Function &function);
  void recordFrame(llvm::Function &function);
  Constant *describe(const llvm::Function &function,
                     const std::vector<const llvm::DILocalVariable *> &variables);
  Constant *variable(const std::string &name, const llvm::DIType *type, std::uint64_t line);
  void enter(llvm::Function &function, Constant *description, std::size_t variables);
  void followControl(llvm::Function &function);
  void storeAddress(const Declaration &declaration, std::size_t index);
  bool resolve(const Declaration &declaration, Value *&address);
  /// Fields of the frame, in the order of PincerFrame.
  enum Field { Caller, FunctionInfo, Line, Addresses };
  Value *field(Field field) {
    return builder_.CreateStructGEP(frame_->getAllocatedType(), frame_, field);
  }
  Value *chain();
  void beFirst(Instruction *before);

  // Globals
  void listGlobals();
  Constant *accessor(llvm::GlobalVariable &variable);

  llvm::Module &module_;
  TypeDescriptions types_;
  llvm::IRBuilder<> builder_;
  llvm::PointerType *pointer_;
  llvm::Type *word_;
  llvm::StructType *variableType_;
  llvm::AllocaInst *frame_ = nullptr; // of the function at hand
};

std::vector<Declaration> FrameRecords::declarationsIn(llvm::Function &function) {
  // What the compiler made up is nobody's variable, but for `this`.
  const auto isNamed = [](const llvm::DILocalVariable &variable) {
    return !variable.getName().empty() &&
           (!variable.isArtificial() || variable.getName() == "this");
  };
  std::vector<Declaration> found;
  for (llvm::BasicBlock &block : function)
    for (Instruction &instruction : block) {
      for (llvm::DbgVariableRecord &record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        if (record.isDbgDeclare() && record.getAddress() && isNamed(*record.getVariable()))
          found.push_back(
              {record.getVariable(), record.getExpression(), record.getAddress(), &instruction});
      if (auto *declare = llvm::dyn_cast<llvm::DbgDeclareInst>(&instruction))
        if (declare->getAddress() && isNamed(*declare->getVariable()))
          found.push_back({declare->getVariable(), declare->getExpression(), declare->getAddress(),
                           instruction.getNextNode()});
    }
  return found;
}

Constant *FrameRecords::variable(const std::string &name, const llvm::DIType *type,
                                 std::uint64_t line) {
  return llvm::ConstantStruct::get(
      variableType_, {types_.text(name), types_.describe(type), builder_.getInt64(line)});
}

Constant *FrameRecords::describe(const llvm::Function &function,
                                 const std::vector<const llvm::DILocalVariable *> &variables) {
  std::vector<Constant *> described;
  for (const llvm::DILocalVariable *local : variables)
    described.push_back(variable(local->getName().str(), local->getType(), local->getLine()));
  auto *listType = llvm::ArrayType::get(variableType_, described.size());
  Constant *list =
      types_.constant(llvm::ConstantArray::get(listType, described), "pincer_variables");
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return types_.constant(
      llvm::ConstantStruct::getAnon({types_.text(subprogram->getName().str()),
                                     types_.text(subprogram->getFilename().str()), list,
                                     builder_.getInt64(described.size())}),
      "pincer_function");
}

void FrameRecords::recordFrame(llvm::Function &function) {
  const std::vector<Declaration> declarations = declarationsIn(function);
  std::vector<const llvm::DILocalVariable *> variables;
  std::vector<std::size_t> indices; // of the declarations' variables
  for (const Declaration &declaration : declarations) {
    const auto known = std::find(variables.begin(), variables.end(), declaration.variable);
    indices.push_back(static_cast<std::size_t>(known - variables.begin()));
    if (known == variables.end())
      variables.push_back(declaration.variable);
  }
  enter(function, describe(function, variables), variables.size());
  for (std::size_t i = 0; i < declarations.size(); ++i)
    storeAddress(declarations[i], indices[i]);
  followControl(function);
}

/// The address of the thread's chain. A phi may not come before it, nor an exception's landing pad.
Value *FrameRecords::chain() {
  llvm::GlobalVariable *variable = module_.getGlobalVariable(PINCER_FRAMES);
  if (!variable) {
    variable = new llvm::GlobalVariable(module_, pointer_, false,
                                        llvm::GlobalValue::ExternalLinkage, nullptr, PINCER_FRAMES,
                                        nullptr, llvm::GlobalValue::InitialExecTLSModel);
    variable->setDSOLocal(true);
    variable->setAlignment(llvm::Align(8));
  }
  return builder_.CreateThreadLocalAddress(variable);
}

void FrameRecords::enter(llvm::Function &function, Constant *description, std::size_t variables) {
  llvm::BasicBlock &entry = function.getEntryBlock();
  builder_.SetInsertPoint(&entry, entry.begin());
  auto *type = llvm::StructType::get(
      module_.getContext(), {pointer_, pointer_, word_, llvm::ArrayType::get(pointer_, variables)});
  frame_ = builder_.CreateAlloca(type, nullptr, "pincer_frame");
  frame_->setAlignment(llvm::Align(8));
  // After the other slots of the function: allocas that come later would be dynamic ones.
  auto first = entry.begin();
  while (llvm::isa<llvm::AllocaInst>(*first))
    ++first;
  builder_.SetInsertPoint(&entry, first);
  builder_.CreateStore(llvm::Constant::getNullValue(type), frame_);
  Value *head = chain();
  builder_.CreateStore(builder_.CreateLoad(pointer_, head), field(Caller));
  builder_.CreateStore(description, field(FunctionInfo));
  if (const llvm::DISubprogram *subprogram = function.getSubprogram())
    builder_.CreateStore(builder_.getInt64(subprogram->getLine()), field(Line));
  builder_.CreateStore(frame_, head);
}

/// Applies what the debug information says is to be done with the address; false: something that is
/// beyond us.
bool FrameRecords::resolve(const Declaration &declaration, Value *&address) {
  address = declaration.address;
  for (const llvm::DIExpression::ExprOperand &step : declaration.expression->expr_ops()) {
    if (step.getOp() == llvm::dwarf::DW_OP_deref)
      address = builder_.CreateLoad(pointer_, address);
    else if (step.getOp() == llvm::dwarf::DW_OP_plus_uconst)
      address = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, step.getArg(0));
    else
      return false;
  }
  return true;
}

void FrameRecords::storeAddress(const Declaration &declaration, std::size_t index) {
  Instruction *at = declaration.at;
  if (llvm::isa<llvm::PHINode>(at) || at->isEHPad())
    at = &*at->getParent()->getFirstInsertionPt();
  // Declarations stand between the allocas at times; the frame is there only after all of them.
  while (llvm::isa<llvm::AllocaInst>(at) && at->getParent()->isEntryBlock())
    at = at->getNextNode();
  if (at->comesBefore(frame_) && at->getParent() == frame_->getParent())
    at = frame_->getNextNode();
  if (auto *made = llvm::dyn_cast<Instruction>(declaration.address);
      made && made->getParent() == at->getParent() && !made->comesBefore(at))
    at = made->getNextNode();
  builder_.SetInsertPoint(at);
  Value *address = nullptr;
  if (resolve(declaration, address))
    builder_.CreateStore(address,
                         builder_.CreateConstInBoundsGEP1_64(pointer_, field(Addresses),
                                                             static_cast<std::int64_t>(index)));
}

void FrameRecords::beFirst(Instruction *before) {
  builder_.SetInsertPoint(before);
  builder_.CreateStore(frame_, chain());
}

/// Where control leaves and comes back, and which line it is at.
void FrameRecords::followControl(llvm::Function &function) {
  std::vector<Instruction *> calls, exits, landings;
  for (llvm::BasicBlock &block : function)
    for (Instruction &instruction : block) {
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        const llvm::Function *callee = call->getCalledFunction();
        if (!call->isInlineAsm() && !llvm::isa<llvm::IntrinsicInst>(call) &&
            !(callee && isOurs(callee->getName())))
          calls.push_back(call);
      } else if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(instruction)) {
        Instruction *end = &instruction;
        if (llvm::CallInst *tail = block.getTerminatingMustTailCall())
          end = tail;
        exits.push_back(end);
      } else if (instruction.isEHPad()) {
        landings.push_back(&instruction);
      }
    }
  for (Instruction *call : calls) {
    if (const llvm::DebugLoc &location = call->getDebugLoc()) {
      builder_.SetInsertPoint(call);
      builder_.CreateStore(builder_.getInt64(location.getLine()), field(Line));
    }
    if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(call))
      beFirst(&*invoke->getNormalDest()->getFirstInsertionPt());
    else if (!call->isTerminator() && !llvm::cast<llvm::CallBase>(call)->isMustTailCall())
      beFirst(call->getNextNode());
  }
  for (Instruction *landing : landings)
    beFirst(&*landing->getParent()->getFirstInsertionPt());
  for (Instruction *end : exits) {
    builder_.SetInsertPoint(end);
    builder_.CreateStore(builder_.CreateLoad(pointer_, field(Caller)), chain());
  }
}

/// A function that gives the address of a thread-local variable in the thread that calls it.
Constant *FrameRecords::accessor(llvm::GlobalVariable &variable) {
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(pointer_, false),
                             llvm::GlobalValue::InternalLinkage, "pincer_address", module_);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "", function));
  builder_.CreateRet(builder_.CreateThreadLocalAddress(&variable));
  return function;
}

void FrameRecords::listGlobals() {
  Constant *none = llvm::ConstantPointerNull::get(pointer_);
  std::vector<Constant *> entries;
  std::vector<llvm::GlobalVariable *> variables;
  for (llvm::GlobalVariable &variable : module_.globals())
    if (!variable.isDeclarationForLinker() && !variable.getName().starts_with("pincer_"))
      variables.push_back(&variable);
  for (llvm::GlobalVariable *global : variables) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
    global->getDebugInfo(described);
    if (described.empty())
      continue;
    const llvm::DIGlobalVariable *debug = described[0]->getVariable();
    std::string name = debug->getName().str();
    if (const auto *scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(debug->getScope()))
      name = scope->getSubprogram()->getName().str() + "::" + name;
    if (name.empty() || name.starts_with("__pincer_") ||
        described[0]->getExpression()->getNumElements() != 0)
      continue;
    entries.push_back(llvm::ConstantStruct::getAnon(
        {variable(name, debug->getType(), debug->getLine()),
         global->isThreadLocal() ? none : static_cast<Constant *>(global),
         global->isThreadLocal() ? accessor(*global) : none}));
  }
  if (entries.empty())
    return;
  auto *type = llvm::ArrayType::get(entries[0]->getType(), entries.size());
  llvm::GlobalVariable *list =
      types_.constant(llvm::ConstantArray::get(type, entries), "pincer_named_list");
  list->setSection(PINCER_NAMED_SECTION);
  llvm::appendToUsed(module_, {list});
}

} // namespace

void recordFrames(llvm::Module &module) { FrameRecords(module).run(); }

} // namespace instrument
