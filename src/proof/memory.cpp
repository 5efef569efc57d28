#include "proof/encoder.h"

#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

// Memory is bytes by address. A local that is only ever loaded from, stored to and stepped through
// has a space of its own: no other pointer leads there unless something undefined happened, and
// what leads out of it (an index too large) is undefined itself. The same is true of constants,
// which are read where they stand.

namespace proof {
namespace {

constexpr std::uint64_t mostCopiedBytes = 128, mostTableBytes = 1024, mostKeptBytes = 64;

const llvm::Value *baseOf(const llvm::Value *pointer) {
  while (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    pointer = step->getPointerOperand();
  return pointer;
}

bool isPrivate(const llvm::Value &pointer) {
  for (const llvm::Use &use : pointer.uses()) {
    const llvm::User *user = use.getUser();
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user); load && !load->isAtomic())
      continue;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (use.getOperandNo() == store->getPointerOperandIndex() && !store->isAtomic())
        continue;
    if (llvm::isa<llvm::MemIntrinsic>(user) && use.getOperandNo() < 2)
      continue;
    if (const auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      if (use.getOperandNo() == 0 && step->getType()->isPointerTy() && isPrivate(*step))
        continue;
    return false;
  }
  return true;
}

/// Whether anybody beside this function may come to know the address. Attributes are not asked.
bool isKnownToOthers(const llvm::Value &pointer, std::set<const llvm::Value *> &seen) {
  if (!seen.insert(&pointer).second)
    return false;
  for (const llvm::Use &use : pointer.uses()) {
    const llvm::User *user = use.getUser();
    if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user))
      continue;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (use.getOperandNo() == store->getPointerOperandIndex())
        continue;
    if (llvm::isa<llvm::MemIntrinsic>(user) && use.getOperandNo() < 2)
      continue;
    if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user) &&
        !isKnownToOthers(*user, seen))
      continue;
    return true;
  }
  return false;
}

std::optional<std::uint64_t> constantLength(const llvm::MemIntrinsic &memory) {
  const auto *length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
  if (!length || length->getValue().ugt(mostCopiedBytes))
    return std::nullopt;
  return length->getZExtValue();
}

} // namespace

void Encoder::findPrivate() {
  for (const llvm::Instruction &instruction : llvm::instructions(*prepared_.function))
    if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        slot && slot->isStaticAlloca()) {
      if (isPrivate(*slot)) {
        const auto space = unsigned(private_.size() + 1);
        private_[slot] = space;
      } else if (const auto size = slot->getAllocationSize(layout_);
                 size && size->getFixedValue() <= mostKeptBytes) {
        if (std::set<const llvm::Value *> seen; !isKnownToOthers(*slot, seen))
          uncaptured_.push_back(slot);
      }
    }
}

Encoder::Place Encoder::place(const llvm::Value *pointer) {
  const llvm::Value *base = baseOf(pointer);
  const Bits address = value(pointer).front();
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(base))
    if (const auto found = private_.find(slot); found != private_.end())
      return {Place::Kind::Memory, found->second, address, nullptr};
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    if (global->getName() == freshMemory)
      return {Place::Kind::Fresh, 0, address, nullptr};
    if (global->isConstant() && global->hasDefinitiveInitializer() && !global->isThreadLocal())
      return {Place::Kind::Constant, 0,
              script.bits(addressWidth_,
                          fmt::format("(bvsub {} {})", address.text, addressOf(*global).text)),
              global};
  }
  return {Place::Kind::Memory, 0, address, nullptr};
}

Bits Encoder::loadBytes(const std::string &memory, const Bits &address, unsigned bytes) {
  std::string body;
  for (unsigned i = bytes; i-- > 0;) // the last byte is the highest
    body +=
        fmt::format(" (select {} {})", memory, addition(address, literal(addressWidth_, i)).text);
  return script.bits(bytes * 8, bytes == 1 ? body.substr(1) : fmt::format("(concat{})", body));
}

Bits Encoder::loadLeaf(const Place &place, const Leaf &leaf) {
  const auto width = unsigned(layout_.getTypeSizeInBits(leaf.type));
  const auto bytes = unsigned(layout_.getTypeStoreSize(leaf.type));
  if (place.kind == Place::Kind::Fresh)
    return script.anyBits(width);
  const Bits address = addition(place.address, literal(addressWidth_, leaf.offset));
  std::string memory;
  if (place.kind == Place::Kind::Constant) {
    if (layout_.getTypeAllocSize(place.constant->getValueType()) > mostTableBytes)
      return script.anyBits(width);
    memory = table(*place.constant);
  } else {
    memory = state_.at(place.space);
  }
  return resized(loadBytes(memory, address, bytes), width, false);
}

/// The bytes of a constant; those of addresses in it are left open.
std::string Encoder::table(const llvm::GlobalVariable &global) {
  if (const auto found = tables_.find(&global); found != tables_.end())
    return found->second;
  const std::string memory = script.anything(Script::memorySort(addressWidth_));
  tables_[&global] = memory;
  const std::uint64_t size = layout_.getTypeAllocSize(global.getValueType());
  llvm::Type *byte = llvm::Type::getInt8Ty(global.getContext());
  for (std::uint64_t i = 0; i < size; ++i) {
    const llvm::Constant *found = llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant *>(global.getInitializer()), byte, llvm::APInt(64, i), layout_);
    if (const auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(found))
      script.demand(fmt::format("(= (select {} {}) {})", memory, literal(addressWidth_, i).text,
                                literal(number->getValue()).text));
  }
  return memory;
}

Leaves Encoder::load(const llvm::LoadInst &load) {
  if (load.isAtomic())
    havoc(); // what other threads wrote before becomes visible
  if (load.isAtomic() || load.isVolatile())
    return anyValue(load.getType());
  const Place from = place(load.getPointerOperand());
  Leaves leaves;
  for (const Leaf &leaf : leavesOf(load.getType()))
    leaves.push_back(loadLeaf(from, leaf));
  return leaves;
}

void Encoder::storeByte(unsigned space, const Bits &address, const Bits &byte) {
  state_[space] =
      script.define(Script::memorySort(addressWidth_),
                    fmt::format("(store {} {} {})", state_.at(space), address.text, byte.text));
}

void Encoder::store(const llvm::Value *pointer, llvm::Type *type, const Leaves &leaves) {
  const Place to = place(pointer);
  if (to.kind != Place::Kind::Memory)
    return; // nobody may store in a constant
  const std::vector<Leaf> shape = leavesOf(type);
  for (std::size_t i = 0; i < shape.size() && !refusal_; ++i) {
    const auto bytes = unsigned(layout_.getTypeStoreSize(shape[i].type));
    Bits padded = leaves[i];
    if (padded.width < bytes * 8) // what fills up the last byte is nobody's business
      padded = script.bits(bytes * 8,
                           fmt::format("(concat {} {})",
                                       script.anyBits(bytes * 8 - padded.width).text, padded.text));
    for (unsigned byte = 0; byte < bytes; ++byte) {
      const Bits part = padded.literal
                            ? literal(padded.literal->extractBits(8, byte * 8))
                            : script.bits(8, fmt::format("((_ extract {} {}) {})", byte * 8 + 7,
                                                         byte * 8, padded.text));
      storeByte(to.space, addition(to.address, literal(addressWidth_, shape[i].offset + byte)),
                part);
    }
  }
}

void Encoder::forget(unsigned space) {
  state_[space] = script.anything(Script::memorySort(addressWidth_));
}

void Encoder::havoc() {
  const std::string before = state_.at(0);
  forget(0);
  for (const llvm::AllocaInst *slot : uncaptured_) {
    const Bits base = addressOf(*slot);
    const std::uint64_t size = slot->getAllocationSize(layout_)->getFixedValue();
    for (std::uint64_t i = 0; i < size; ++i) {
      const Bits address = addition(base, literal(addressWidth_, i));
      storeByte(0, address, loadBytes(before, address, 1));
    }
  }
}

void Encoder::copy(const llvm::MemTransferInst &copy) {
  const Place to = place(copy.getDest()), from = place(copy.getSource());
  if (to.kind != Place::Kind::Memory)
    return;
  const auto length = constantLength(copy);
  if (!length)
    return to.space == 0 ? havoc() : forget(to.space);
  std::vector<Bits> bytes;
  llvm::Type *byte = llvm::Type::getInt8Ty(copy.getContext());
  for (std::uint64_t i = 0; i < *length; ++i)
    bytes.push_back(copy.isVolatile() ? script.anyBits(8) : loadLeaf(from, {byte, i}));
  for (std::uint64_t i = 0; i < *length; ++i)
    storeByte(to.space, addition(to.address, literal(addressWidth_, i)), bytes[i]);
}

void Encoder::fill(const llvm::MemSetInst &fill) {
  const Place to = place(fill.getDest());
  if (to.kind != Place::Kind::Memory)
    return;
  const auto length = constantLength(fill);
  if (!length)
    return to.space == 0 ? havoc() : forget(to.space);
  const Bits byte = value(fill.getValue()).front();
  for (std::uint64_t i = 0; i < *length; ++i)
    storeByte(to.space, addition(to.address, literal(addressWidth_, i)), byte);
}

} // namespace proof
