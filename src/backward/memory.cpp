#include "abi/target.h"
#include "backward/segment.h"
#include "ir/fresh_locals.h"
#include "ir/open_order.h"
#include "ir/private_locals.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Operator.h>

// Memory is bytes by address. Locals that no pointer leads to have a space of their own. A read is
// looked up in the writes of the segment, the latest first: the same place, another place, or a
// choice between both by comparing addresses; what overlaps in part is anything. What is left is
// read at the segment's beginning. Two reads of one memory need not agree where only the values of
// their addresses are equal: that has more behaviours than the program, never fewer.

namespace backward {

using expr::Operation;
using expr::TermId;
using ir::objectOf;
using merged::Scalars;

namespace {

constexpr std::uint64_t mostCopiedBytes = 128, mostTableEntries = 64;

std::optional<std::uint64_t> constantLength(const llvm::MemIntrinsic &memory) {
  const auto *length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
  if (!length || length->getValue().ugt(mostCopiedBytes))
    return std::nullopt;
  return length->getZExtValue();
}

/// What our compile flags and normalise store in locals that the source leaves alone. A zero right
/// behind a slot may be the source's own: anything is more than zero.
bool isOurs(const llvm::Instruction &store, const llvm::Value *to, const llvm::Value *what) {
  if (ir::isAutoInit(store))
    return true;
  const auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(what);
  return llvm::isa<llvm::AllocaInst>(to) && to == store.getPrevNonDebugInstruction() && constant &&
         constant->isNullValue();
}

} // namespace

TermId Segment::plus(TermId a, std::uint64_t offset) {
  return offset == 0 ? a : pool_.make(Operation::Add, 64, a, pool_.constant(64, offset));
}

TermId Segment::distance(TermId a, TermId b) { return pool_.make(Operation::Sub, 64, a, b); }

Segment::Where Segment::where(const llvm::Value *pointer) {
  const llvm::Value *object = objectOf(pointer);
  if (!facts_.isPrivate(object))
    return {nullptr, scalarOf(pointer, 64)};
  TermId offset = pool_.constant(64, 0);
  const auto operands = [this](const llvm::Value *value) { return valueOf(value); };
  for (; pointer != object;) {
    const auto *step = llvm::cast<llvm::GEPOperator>(pointer);
    const TermId more = algebra_.offsetOf(*step, operands);
    offset = pool_.make(Operation::Add, 64, offset, more ? more : places_.anything(64));
    pointer = step->getPointerOperand();
  }
  return {object, offset};
}

/// The object that the address lies in for certain, and how far behind its beginning.
std::optional<std::pair<const Place *, std::uint64_t>> Segment::objectAt(TermId address) {
  expr::Term term = pool_[address];
  std::uint64_t offset = 0;
  if (term.operation == Operation::Add)
    for (const auto &[base, added] : {std::pair(term.a, term.b), std::pair(term.b, term.a)})
      if (pool_.isConstant(added)) {
        offset = pool_[added].value;
        term = pool_[base];
        break;
      }
  if (term.operation != Operation::Input)
    return std::nullopt;
  const Place &place = places_[std::uint32_t(term.value)];
  if (place.kind != Place::Kind::Address)
    return std::nullopt;
  std::uint64_t size = 0;
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(place.base)) {
    if (const auto known = slot->getAllocationSize(layout_))
      size = known->getFixedValue();
  } else if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(place.base)) {
    if (!global->isDeclaration() && !global->isInterposable() && !global->isThreadLocal())
      size = layout_.getTypeAllocSize(global->getValueType());
  }
  if (offset >= size)
    return std::nullopt;
  return std::pair(&place, offset);
}

/// Whether they lie in two objects.
bool Segment::areApart(TermId one, unsigned bytes, TermId other, unsigned otherBytes) {
  const auto last = [&](TermId address, unsigned count) { return plus(address, count - 1); };
  const auto a = objectAt(one), b = objectAt(other);
  if (!a || !b || a->first == b->first)
    return false;
  const auto aEnd = objectAt(last(one, bytes)), bEnd = objectAt(last(other, otherBytes));
  return aEnd && bEnd && aEnd->first == a->first && bEnd->first == b->first;
}

TermId Segment::read(std::size_t writes, FrameId frame, const Where &from, unsigned bytes) {
  while (writes > 0) {
    const Write &write = writes_[--writes];
    const bool isMeant = write.local == from.local && (!write.local || frame == frame_);
    if (!isMeant)
      continue;
    if (!write.address)
      return places_.memory(frame, from.local, from.address, bytes, write.version);
    const TermId apart = distance(from.address, write.address);
    if (pool_.isConstant(apart)) {
      const auto d = std::int64_t(pool_[apart].value);
      if (d >= std::int64_t(write.bytes) || d <= -std::int64_t(bytes))
        continue;
      if (d >= 0 && d + bytes <= write.bytes)
        return bytes == write.bytes ? write.value
                                    : pool_.make(Operation::Extract, 8 * bytes, write.value, {}, {},
                                                 unsigned(8 * d));
      TermId all; // byte by byte
      for (unsigned i = 0; i < bytes; ++i) {
        const TermId byte = read(writes + 1, frame, {from.local, plus(from.address, i)}, 1);
        all = all ? pool_.make(Operation::Concat, 8 * (i + 1), byte, all) : byte;
      }
      return all;
    }
    if (!from.local && areApart(from.address, bytes, write.address, write.bytes))
      continue;
    return readPast(write, writes, frame, from, bytes);
  }
  return places_.memory(frame, from.local, from.address, bytes, 0);
}

/// Where it depends on the addresses.
TermId Segment::readPast(const Write &write, std::size_t older, FrameId frame, const Where &from,
                         unsigned bytes) {
  const Write here = write;
  const TermId otherwise = read(older, frame, from, bytes);
  const unsigned width = 8 * bytes;
  const auto isLess = [&](TermId a, unsigned count) {
    return pool_.make(Operation::ULess, 1, a, pool_.constant(64, count));
  };
  const TermId overlaps =
      pool_.disjunction(isLess(distance(from.address, here.address), here.bytes),
                        isLess(distance(here.address, from.address), bytes));
  const TermId same =
      bytes == here.bytes ? pool_.equal(from.address, here.address) : pool_.boolean(false);
  const TermId partly =
      bytes == 1 && here.bytes == 1
          ? otherwise
          : pool_.make(Operation::Choose, width, overlaps, places_.anything(width), otherwise);
  return bytes == here.bytes ? pool_.make(Operation::Choose, width, same, here.value, partly)
                             : partly;
}

void Segment::write(const Where &to, unsigned bytes, TermId value) {
  writes_.push_back({to.local, to.address, bytes, value, 0});
}

void Segment::forgetAt(const Where &to) {
  writes_.push_back({to.local, {}, 0, {}, places_.newVersion()});
}

Scalars Segment::loadType(const Where &from, const llvm::Type *type) {
  if (const unsigned width = merged::widthOf(type)) {
    const TermId whole = read(frame_, from, (width + 7) / 8);
    return {pool_[whole].width == width ? whole : pool_.make(Operation::Extract, width, whole)};
  }
  Scalars all;
  if (!merged::scalarCount(type))
    return all;
  auto *record = llvm::cast<llvm::StructType>(const_cast<llvm::Type *>(type));
  const llvm::StructLayout *fields = layout_.getStructLayout(record);
  for (unsigned i = 0; i < record->getNumElements(); ++i)
    for (const TermId scalar :
         loadType({from.local, plus(from.address, fields->getElementOffset(i).getFixedValue())},
                  record->getElementType(i)))
      all.push_back(scalar);
  return all;
}

/// From a constant of the program.
std::optional<TermId> Segment::loadConstant(const llvm::LoadInst &load) {
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(objectOf(load.getPointerOperand()));
  const unsigned width = merged::widthOf(load.getType());
  if (!global || !width || !global->isConstant() || !global->hasDefinitiveInitializer() ||
      global->isThreadLocal())
    return std::nullopt;
  const TermId offset =
      distance(scalarOf(load.getPointerOperand(), 64), places_.address(0, global));
  const auto entry = [&](std::uint64_t at) -> std::optional<TermId> {
    const llvm::Constant *found =
        llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant *>(global->getInitializer()),
                                        load.getType(), llvm::APInt(64, at), layout_);
    if (!found || llvm::isa<llvm::UndefValue>(found))
      return std::nullopt;
    const Scalars scalars = constantOf(*found);
    return scalars.size() == 1 ? std::optional(scalars[0]) : std::nullopt;
  };
  if (pool_.isConstant(offset))
    return entry(pool_[offset].value);
  const std::uint64_t size = layout_.getTypeAllocSize(global->getValueType());
  const std::uint64_t step = layout_.getTypeAllocSize(load.getType());
  if (step == 0 || size / step > mostTableEntries)
    return std::nullopt;
  TermId value = places_.anything(width); // what lies elsewhere
  for (std::uint64_t at = 0; at + step <= size; at += step)
    if (const auto here = entry(at))
      value = pool_.make(Operation::Choose, width, pool_.equal(offset, pool_.constant(64, at)),
                         *here, value);
  return value;
}

Scalars Segment::load(const llvm::LoadInst &load) {
  if (load.isAtomic())
    havoc(); // what other threads wrote before becomes visible
  if (load.isAtomic() || load.isVolatile() || ir::isOrderOpen(load))
    return anyOf(load.getType());
  if (const auto constant = loadConstant(load))
    return {*constant};
  return loadType(where(load.getPointerOperand()), load.getType());
}

void Segment::storeType(const Where &to, const llvm::Type *type, const Scalars &value) {
  if (const unsigned width = merged::widthOf(type)) {
    const unsigned bytes = (width + 7) / 8;
    TermId whole = value.size() == 1 ? value[0] : places_.anything(width);
    if (width < 8 * bytes) // what fills up the last byte is nobody's business
      whole = pool_.make(Operation::Concat, 8 * bytes, places_.anything(8 * bytes - width), whole);
    return write(to, bytes, whole);
  }
  const auto count = merged::scalarCount(type);
  if (!count || value.size() != *count)
    return forgetAt(to);
  auto *record = llvm::cast<llvm::StructType>(const_cast<llvm::Type *>(type));
  const llvm::StructLayout *fields = layout_.getStructLayout(record);
  auto next = value.begin();
  for (unsigned i = 0; i < record->getNumElements(); ++i) {
    const auto inside = std::ptrdiff_t(*merged::scalarCount(record->getElementType(i)));
    storeType({to.local, plus(to.address, fields->getElementOffset(i).getFixedValue())},
              record->getElementType(i), Scalars(next, next + inside));
    next += inside;
  }
}

void Segment::store(const llvm::StoreInst &store) {
  if (store.isAtomic())
    return havoc();
  const llvm::Value *value = store.getValueOperand();
  storeType(where(store.getPointerOperand()), value->getType(),
            isOurs(store, store.getPointerOperand(), value) ? anyOf(value->getType())
                                                            : valueOf(value));
}

void Segment::copy(const llvm::MemTransferInst &copy) {
  const Where to = where(copy.getDest()), from = where(copy.getSource());
  const auto length = constantLength(copy);
  if (!length || copy.isVolatile())
    return forgetAt(to);
  // Words where they fit, so that scalars stay whole; all are read before any is written.
  struct Piece {
    std::uint64_t offset;
    unsigned bytes;
    TermId value;
  };
  std::vector<Piece> pieces;
  for (std::uint64_t at = 0; at < *length; at += pieces.back().bytes) {
    const unsigned bytes = *length - at >= 8 ? 8 : *length - at >= 4 ? 4 : 1;
    pieces.push_back({at, bytes, read(frame_, {from.local, plus(from.address, at)}, bytes)});
  }
  for (const Piece &piece : pieces)
    write({to.local, plus(to.address, piece.offset)}, piece.bytes, piece.value);
}

void Segment::fill(const llvm::MemSetInst &fill) {
  const Where to = where(fill.getDest());
  const auto length = constantLength(fill);
  if (!length)
    return forgetAt(to);
  const bool ours = isOurs(fill, fill.getDest(), fill.getValue());
  for (std::uint64_t at = 0; at < *length; ++at)
    write({to.local, plus(to.address, at)}, 1,
          ours ? places_.anything(8) : scalarOf(fill.getValue(), 8));
}

/// What the instruction may change is anything.
void Segment::noteChanges(const llvm::Instruction &instruction) {
  const llvm::Value *to = nullptr;
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      store && !store->isAtomic())
    to = store->getPointerOperand();
  else if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    to = memory->getDest();
  if (to && facts_.isPrivate(objectOf(to)))
    return forgetAt({objectOf(to), {}});
  if (!to) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const bool isMarker = callee && (callee->getName() == PINCER_BRANCH_MARKER ||
                                     callee->getName() == PINCER_SWITCH_MARKER ||
                                     callee->getName() == PINCER_CHECK_MARKER);
    if (isMarker || llvm::isa<llvm::DbgInfoIntrinsic>(instruction) ||
        (!instruction.mayWriteToMemory() && !(slot && !slot->isStaticAlloca())))
      return;
  }
  havoc();
}

} // namespace backward
