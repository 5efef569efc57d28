#include "merged/executor.h"

#include "trace/read_table.h"

#include <algorithm>
#include <bit>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>

// Memory is objects. The address of an object is a number that says which: what is added to it
// stays visible in the term, so that a dereferenced address is taken apart into objects, offsets
// and the conditions under which it is each of them. Addresses that runs see are others; only
// whether two are equal, and how far they are apart in one object, means the same.

namespace merged {

using expr::Operation;
using expr::TermId;

namespace {

constexpr std::uint64_t middle = 0x8000'0000; // so that offsets may be negative
constexpr std::size_t mostTargets = 64, mostRead = 4096, mostWritten = 256;
constexpr std::uint64_t mostCopied = 4096;

std::uint64_t baseOf(ObjectId object) { return (object + 1ull) * 0x1'0000'0000 + middle; }

} // namespace

ObjectId Executor::addObject(std::uint64_t size, State &state) {
  const auto object = static_cast<ObjectId>(objects_.size());
  objects_.push_back({.size = size});
  state.memory[object] = std::make_shared<Contents>();
  return object;
}

TermId Executor::addressOf(ObjectId object, std::uint64_t offset) {
  return pool_.constant(64, baseOf(object) + offset);
}

TermId Executor::addressOf(const llvm::GlobalValue &named, State &) {
  const llvm::GlobalValue *global = &named;
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(global))
    if (const auto *aliased = alias->getAliaseeObject())
      global = aliased;
  const auto *function = llvm::dyn_cast<llvm::Function>(global);
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
  if (const auto *body = function ? definitions_.function(*function) : nullptr)
    global = function = body;
  if (const auto *body = variable ? definitions_.variable(*variable) : nullptr)
    global = variable = body;
  const auto [known, isNew] = globals_.try_emplace(global, static_cast<ObjectId>(objects_.size()));
  const ObjectId object = known->second;
  if (!isNew)
    return addressOf(object);
  const auto &layout = global->getParent()->getDataLayout();
  const bool isSized = variable && variable->getValueType()->isSized();
  addObject(isSized ? layout.getTypeAllocSize(variable->getValueType()).getFixedValue() : 0,
            initial_);
  objects_[object].function = function;
  if (variable && variable->hasInitializer())
    initialise(*variable->getInitializer(), object, 0, initial_);
  else if (variable)
    guess("what a variable of nobody's holds: " + variable->getName().str());
  return addressOf(object);
}

void Executor::initialise(const llvm::Constant &constant, ObjectId object, std::uint64_t offset,
                          State &state) {
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant))
    return; // what nothing was stored in reads as zeros
  const auto &layout = definitions_.layout();
  const llvm::Type *type = constant.getType();
  if (const auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    const auto *places = layout.getStructLayout(const_cast<llvm::StructType *>(record));
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      initialise(*constant.getAggregateElement(i), object, offset + places->getElementOffset(i),
                 state);
    return;
  }
  if (type->isArrayTy()) {
    const std::uint64_t step = layout.getTypeAllocSize(type->getArrayElementType());
    for (unsigned i = 0; i < type->getArrayNumElements(); ++i)
      initialise(*constant.getAggregateElement(i), object, offset + i * step, state);
    return;
  }
  const Scalars value = constantOf(constant, state);
  const auto bytes = static_cast<unsigned>(layout.getTypeStoreSize(constant.getType()));
  if (value.size() != 1 || bytes > 8)
    return guess("a variable's initial value has no terms here");
  const TermId whole = pool_[value[0]].width == 8 * bytes
                           ? value[0]
                           : pool_.make(Operation::ZeroExtend, 8 * bytes, value[0]);
  changeable(object, state).store(pool_, offset, bytes, whole);
}

Contents &Executor::changeable(ObjectId object, State &state) {
  auto &held = state.memory[object];
  if (!held)
    held = initial_.memory[object]; // a variable that nothing was stored in yet
  if (!held)
    held = std::make_shared<Contents>();
  if (held.use_count() > 1)
    held = std::make_shared<Contents>(*held);
  return const_cast<Contents &>(*held);
}

std::optional<std::vector<Executor::Target>> Executor::targetsOf(TermId address) {
  std::vector<Target> targets;
  if (!addTargets(address, {}, pool_.constant(64, 0), targets))
    return std::nullopt;
  return targets;
}

/// False: the address can't be taken apart.
bool Executor::addTargets(TermId address, TermId condition, TermId added,
                          std::vector<Target> &targets) {
  if (targets.size() > mostTargets)
    return false;
  const expr::Term term = pool_[address];
  const auto also = [&](TermId more) {
    return condition ? pool_.conjunction(condition, more) : more;
  };
  const auto plus = [&](TermId a, TermId b) { return pool_.make(Operation::Add, 64, a, b); };
  switch (term.operation) {
  case Operation::Constant: {
    const std::uint64_t number = term.value >> 32;
    if (number == 0 || number > objects_.size())
      return term.value < 0x1'0000'0000; // null and its like lead nowhere
    const auto object = static_cast<ObjectId>(number - 1);
    targets.push_back(
        {condition, object, plus(added, pool_.constant(64, term.value - baseOf(object)))});
    return true;
  }
  case Operation::Choose: {
    const TermId first = also(term.a), second = also(pool_.negation(term.a));
    const auto isPossible = [&](TermId c) { return !pool_.isConstant(c) || pool_[c].value; };
    return (!isPossible(first) || addTargets(term.b, first, added, targets)) &&
           (!isPossible(second) || addTargets(term.c, second, added, targets));
  }
  case Operation::Or: // of bits that exclude each other it is a sum
    if (((~pool_.known(term.a).zeros) & (~pool_.known(term.b).zeros)) != 0)
      break;
    [[fallthrough]];
  case Operation::Add: {
    // What has an object in it is the address, the other one an offset.
    const std::size_t before = targets.size();
    for (const auto &[base, offset] : {std::pair(term.b, term.a), std::pair(term.a, term.b)}) {
      if (addTargets(base, condition, plus(added, offset), targets) && targets.size() > before)
        return true;
      targets.resize(before);
    }
    break;
  }
  case Operation::Sub:
    return addTargets(term.a, condition, pool_.make(Operation::Sub, 64, added, term.b), targets);
  default:
    break;
  }
  // Sums may have become other operations on bits; which object it is stands in the upper half.
  const expr::KnownBits &known = pool_.known(address);
  const std::uint64_t number = known.ones >> 32;
  if ((known.zeros | known.ones) >> 32 != 0xffff'ffff || number == 0 || number > objects_.size())
    return false;
  const auto object = static_cast<ObjectId>(number - 1);
  const TermId offset = pool_.make(Operation::Sub, 64, address, pool_.constant(64, baseOf(object)));
  targets.push_back({condition, object, plus(added, offset)});
  return true;
}

namespace {

/// The places in an object that an offset can be, by what is known of its bits.
trace::Places placesOf(const expr::Pool &pool, TermId offset, std::uint64_t size, unsigned bytes) {
  const expr::KnownBits &known = pool.known(offset);
  const int fixed = std::min(12, std::countr_one(known.zeros | known.ones));
  const std::uint64_t stride = 1ull << fixed, base = known.ones & (stride - 1);
  const std::uint64_t room = size < base + bytes ? 0 : (size - base - bytes) / stride + 1;
  return {base, room, stride};
}

} // namespace

/// False: too many places.
bool Executor::loadFrom(const State &state, const Target &target, unsigned bytes, TermId &value,
                        TermId &isWithin) {
  const auto held = state.memory.find(target.object);
  const auto initial = initial_.memory.find(target.object);
  static const Contents nothing;
  const Contents &contents = held != state.memory.end()         ? *held->second
                             : initial != initial_.memory.end() ? *initial->second
                                                                : nothing;
  const std::uint64_t size = objects_[target.object].size;
  isWithin = pool_.boolean(false);
  value = pool_.constant(8 * bytes, 0);
  if (pool_.isConstant(target.offset)) {
    const std::uint64_t offset = pool_[target.offset].value;
    if (offset <= size && bytes <= size - offset) {
      isWithin = pool_.boolean(true);
      value = contents.load(pool_, offset, bytes);
    }
    return true;
  }
  const trace::Places places = placesOf(pool_, target.offset, size, bytes);
  if (places.count > mostRead)
    return false;
  if (places.count == 0)
    return true;
  std::vector<TermId> entries;
  for (std::uint64_t i = 0; i < places.count; ++i)
    entries.push_back(contents.load(pool_, places.base + i * places.stride, bytes));
  isWithin = trace::isWithin(pool_, places, target.offset);
  value = trace::selection(pool_, places, target.offset, std::move(entries));
  return true;
}

bool Executor::load(State &state, TermId address, unsigned bytes, TermId &value) {
  const auto targets = address ? targetsOf(address) : std::nullopt;
  if (!targets) {
    guess("an address that is not understood is read");
    value = unknown(8 * bytes);
    return true;
  }
  TermId isFine = pool_.boolean(false);
  value = {};
  for (const Target &target : *targets) {
    TermId here, isWithin;
    if (!loadFrom(state, target, bytes, here, isWithin)) {
      bound("an index into a large object");
      return false;
    }
    const TermId isHere = target.condition ? target.condition : pool_.boolean(true);
    isFine = pool_.disjunction(isFine, pool_.conjunction(isHere, isWithin));
    value = value ? pool_.make(Operation::Choose, 8 * bytes, isHere, here, value) : here;
  }
  return value && assume(state, isFine);
}

bool Executor::storeTo(State &state, const Target &target, unsigned bytes, TermId value,
                       TermId &isWithin) {
  const std::uint64_t size = objects_[target.object].size;
  const trace::Places places =
      pool_.isConstant(target.offset)
          ? trace::Places{pool_[target.offset].value,
                          pool_[target.offset].value <= size &&
                                  bytes <= size - pool_[target.offset].value
                              ? 1ull
                              : 0ull,
                          1}
          : placesOf(pool_, target.offset, size, bytes);
  isWithin = pool_.boolean(false);
  if (places.count > mostWritten)
    return false;
  if (places.count == 0)
    return true;
  Contents &contents = changeable(target.object, state);
  const std::vector<TermId> before = [&] {
    std::vector<TermId> all;
    for (std::uint64_t i = 0; i < places.count; ++i)
      all.push_back(contents.load(pool_, places.base + i * places.stride, bytes));
    return all;
  }();
  const bool overlap = places.stride < bytes && places.count > 1;
  for (std::uint64_t i = 0; i < places.count; ++i) {
    const std::uint64_t at = places.base + i * places.stride;
    TermId isHere = pool_.isConstant(target.offset)
                        ? pool_.boolean(true)
                        : pool_.equal(target.offset, pool_.constant(64, at));
    isWithin = pool_.disjunction(isWithin, isHere);
    if (target.condition)
      isHere = pool_.conjunction(target.condition, isHere);
    const TermId old = overlap ? contents.load(pool_, at, bytes) : before[i];
    contents.store(pool_, at, bytes, pool_.make(Operation::Choose, 8 * bytes, isHere, value, old));
  }
  return true;
}

bool Executor::store(State &state, TermId address, unsigned bytes, TermId value) {
  const auto targets = address ? targetsOf(address) : std::nullopt;
  if (!targets) {
    guess("what is stored at an address that is not understood is lost");
    return true;
  }
  TermId isFine = pool_.boolean(false);
  for (const Target &target : *targets) {
    TermId isWithin;
    if (!storeTo(state, target, bytes, value, isWithin)) {
      bound("an index into a large object");
      return false;
    }
    isFine = pool_.disjunction(
        isFine, target.condition ? pool_.conjunction(target.condition, isWithin) : isWithin);
  }
  return assume(state, isFine);
}

bool Executor::loadValue(State &state, const llvm::Type *type, TermId address, Scalars &value) {
  const auto &layout = definitions_.layout();
  value.clear();
  if (const unsigned width = widthOf(type)) {
    const unsigned bytes = (width + 7) / 8;
    TermId whole;
    if (!load(state, address, bytes, whole))
      return false;
    value = {pool_[whole].width == width ? whole : pool_.make(Operation::Extract, width, whole)};
    return true;
  }
  if (const auto *record = llvm::dyn_cast<llvm::StructType>(type); record && scalarCount(type)) {
    const auto *places = layout.getStructLayout(const_cast<llvm::StructType *>(record));
    for (unsigned i = 0; i < record->getNumElements(); ++i) {
      Scalars part;
      if (!loadValue(state, record->getElementType(i),
                     pool_.make(Operation::Add, 64, address,
                                pool_.constant(64, places->getElementOffset(i))),
                     part))
        return false;
      value.insert(value.end(), part.begin(), part.end());
    }
    return true;
  }
  guess("a value of a type that has no terms here is read");
  value = unknownOf(type);
  return true;
}

bool Executor::storeValue(State &state, const llvm::Type *type, TermId address,
                          const Scalars &value) {
  const auto &layout = definitions_.layout();
  if (const unsigned width = widthOf(type)) {
    const unsigned bytes = (width + 7) / 8;
    const TermId scalar = value.empty() ? unknown(width) : value[0];
    return store(state, address, bytes,
                 width == 8 * bytes ? scalar
                                    : pool_.make(Operation::ZeroExtend, 8 * bytes, scalar));
  }
  const auto *record = llvm::dyn_cast<llvm::StructType>(type);
  if (!record || scalarCount(type) != value.size()) {
    guess("a value of a type that has no terms here is lost");
    return true;
  }
  const auto *places = layout.getStructLayout(const_cast<llvm::StructType *>(record));
  std::size_t next = 0;
  for (unsigned i = 0; i < record->getNumElements(); ++i) {
    const unsigned count = *scalarCount(record->getElementType(i));
    if (!storeValue(state, record->getElementType(i),
                    pool_.make(Operation::Add, 64, address,
                               pool_.constant(64, places->getElementOffset(i))),
                    Scalars(value.begin() + static_cast<std::ptrdiff_t>(next),
                            value.begin() + static_cast<std::ptrdiff_t>(next + count))))
      return false;
    next += count;
  }
  return true;
}

bool Executor::copyBytes(State &state, TermId to, TermId from, TermId count) {
  if (!count || !pool_.isConstant(count) || pool_[count].value > mostCopied) {
    bound("a copy whose length the inputs decide");
    return false;
  }
  const auto at = [&](TermId base, std::uint64_t i) {
    return pool_.make(Operation::Add, 64, base, pool_.constant(64, i));
  };
  // Words where they fit, so that scalars stay whole; all are read before any is written.
  struct Piece {
    std::uint64_t offset;
    unsigned bytes;
    TermId value;
  };
  std::vector<Piece> pieces;
  const std::uint64_t size = pool_[count].value;
  for (std::uint64_t i = 0; i < size;) {
    const unsigned bytes = size - i >= 8 ? 8 : size - i >= 4 ? 4 : 1;
    pieces.push_back({i, bytes, {}});
    i += bytes;
  }
  for (Piece &piece : pieces)
    if (!load(state, at(from, piece.offset), piece.bytes, piece.value))
      return false;
  for (const Piece &piece : pieces)
    if (!store(state, at(to, piece.offset), piece.bytes, piece.value))
      return false;
  return true;
}

bool Executor::setBytes(State &state, TermId to, TermId byte, TermId count) {
  if (!count || !byte || !pool_.isConstant(count) || pool_[count].value > mostCopied) {
    bound("a fill whose length the inputs decide");
    return false;
  }
  for (std::uint64_t i = 0; i < pool_[count].value; ++i)
    if (!store(state, pool_.make(Operation::Add, 64, to, pool_.constant(64, i)), 1, byte))
      return false;
  return true;
}

} // namespace merged
