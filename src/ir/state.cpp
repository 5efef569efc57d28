#include "ir/state.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

// In the analysis form, every access to a field goes through a getelementptr that names the struct,
// and locals lie in slots. So what a condition hangs on is found by going backward from it: through
// operands, and from the load of a slot to all that is stored there. What callees read and change
// is theirs; the call graph adds it up.

namespace ir {
namespace {

bool isOurs(llvm::StringRef name) {
  return name.starts_with("pincer_") || name.starts_with("__pincer_") || name.starts_with("llvm.");
}

/// The state that an address names.
void addNamed(const llvm::Value &address, std::set<std::string> &out) {
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&address)) {
    if (!variable->isConstant() && !isOurs(variable->getName()))
      out.insert("@" + variable->getName().str());
  } else if (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(&address)) {
    for (auto at = llvm::gep_type_begin(element), end = llvm::gep_type_end(element); at != end;
         ++at)
      if (llvm::StructType *type = at.getStructTypeOrNull(); type && type->hasName())
        if (const auto *index = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand()))
          out.insert(type->getName().str() + "#" + std::to_string(index->getZExtValue()));
  }
}

/// The same, and of the objects around it.
void addAddress(const llvm::Value *address, std::set<std::string> &out) {
  while (true) {
    addNamed(*address, out);
    if (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(address))
      address = element->getPointerOperand();
    else if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(address);
             call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      address = call->getArgOperand(0);
    else
      return;
  }
}

/// What values hang on, backward within the function.
class Slice {
public:
  void add(const llvm::Value *value) {
    if (value && seen_.insert(value).second)
      waiting_.push_back(value);
  }

  /// True if something of it comes from a call of a function with a body.
  bool collect(std::set<std::string> &out) {
    bool asksFunctions = false;
    while (!waiting_.empty()) {
      const llvm::Value *value = waiting_.pop_back_val();
      addNamed(*value, out);
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(value))
        asksFunctions |= call->getCalledFunction() && !call->getCalledFunction()->isDeclaration();
      if (llvm::isa<llvm::Function>(value) || llvm::isa<llvm::GlobalVariable>(value))
        continue;
      if (const auto *user = llvm::dyn_cast<llvm::User>(value))
        for (const llvm::Use &operand : user->operands())
          add(operand.get());
      if (llvm::isa<llvm::AllocaInst>(value))
        addStored(*value);
    }
    return asksFunctions;
  }

private:
  /// All that may be put into a local.
  void addStored(const llvm::Value &local) {
    for (const llvm::User *user : local.users()) {
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
        add(store->getValueOperand());
      else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
               call && !llvm::isa<llvm::DbgInfoIntrinsic>(user))
        for (const llvm::Use &argument : call->args())
          add(argument.get());
    }
  }

  llvm::SmallPtrSet<const llvm::Value *, 32> seen_;
  llvm::SmallVector<const llvm::Value *, 32> waiting_;
};

/// Without conversions between integers.
const llvm::Value &converted(const llvm::Value &value) {
  const llvm::Value *from = &value;
  while (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(from))
    from = llvm::cast<llvm::CastInst>(from)->getOperand(0);
  return *from;
}

/// The local that is loaded, or null.
const llvm::Value *loadedLocal(const llvm::Value &value) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&converted(value));
  const bool isLocal = load && llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
  return isLocal ? load->getPointerOperand() : nullptr;
}

/// Adds a constant to a local.
bool isStep(const llvm::User &user) {
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user);
  if (!store)
    return false;
  const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(&converted(*store->getValueOperand()));
  return sum &&
         (sum->getOpcode() == llvm::Instruction::Add ||
          sum->getOpcode() == llvm::Instruction::Sub) &&
         llvm::isa<llvm::ConstantInt>(sum->getOperand(1)) &&
         loadedLocal(*sum->getOperand(0)) == store->getPointerOperand();
}

} // namespace

StateAccess stateAccess(const llvm::Function &function) {
  StateAccess access;
  Slice deciding;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
      if (branch->isConditional())
        deciding.add(branch->getCondition());
    } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      deciding.add(choice->getCondition());
    } else if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      deciding.add(end->getReturnValue());
    } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      addAddress(store->getPointerOperand(), access.changes);
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function *callee = call->getCalledFunction();
      if (!callee || !isOurs(callee->getName()) || llvm::isa<llvm::AnyMemIntrinsic>(call))
        for (const llvm::Use &argument : call->args())
          addAddress(argument.get(), access.changes);
    }
  }
  deciding.collect(access.decidedBy);
  return access;
}

bool hangsOnState(const llvm::Value &condition) {
  Slice deciding;
  deciding.add(&condition);
  std::set<std::string> states;
  return deciding.collect(states) || !states.empty();
}

bool comparesCount(const llvm::CmpInst &comparison) {
  return std::any_of(comparison.op_begin(), comparison.op_end(), [](const llvm::Use &operand) {
    const llvm::Value *local = loadedLocal(*operand.get());
    return local && std::any_of(local->user_begin(), local->user_end(),
                                [](const llvm::User *user) { return isStep(*user); });
  });
}

} // namespace ir
