#include "backward/addresses.h"

#include "expr/evaluator.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <optional>
#include <set>

namespace backward {
namespace {

using expr::Operation;
using expr::TermId;

struct Object {
  TermId address;
  FrameId frame;
  const llvm::Value *value;
  std::uint64_t size;
};

/// None: nothing is certain of it.
std::optional<std::uint64_t> sizeOf(const llvm::Value *object, const llvm::DataLayout &layout) {
  std::uint64_t size = 0;
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(object)) {
    if (const auto known = slot->getAllocationSize(layout))
      size = known->getFixedValue();
  } else if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
    if (!global->isDeclaration() && !global->isInterposable() && !global->isThreadLocal())
      size = layout.getTypeAllocSize(global->getValueType());
  }
  return size > 0 ? std::optional(size) : std::nullopt;
}

const llvm::DILocalScope *scopeOf(const llvm::Value *local) {
  auto *slot = const_cast<llvm::Value *>(local);
  for (const llvm::DbgDeclareInst *declare : llvm::findDbgDeclares(slot))
    return declare->getVariable()->getScope();
  for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(slot))
    return record->getVariable()->getScope();
  return nullptr;
}

bool encloses(const llvm::DIScope *outer, const llvm::DIScope *inner) {
  for (; outer && inner; inner = inner->getScope())
    if (inner == outer)
      return true;
  return false;
}

bool liveTogether(const Object &a, const Object &b) {
  const bool aIsLocal = llvm::isa<llvm::AllocaInst>(a.value);
  const bool bIsLocal = llvm::isa<llvm::AllocaInst>(b.value);
  if (aIsLocal != bIsLocal)
    return true;
  if (!aIsLocal) {
    const auto isOwn = [](const Object &object) {
      return !llvm::cast<llvm::GlobalVariable>(object.value)->hasAtLeastLocalUnnamedAddr();
    };
    return isOwn(a) && isOwn(b);
  }
  const llvm::DILocalScope *one = scopeOf(a.value), *other = scopeOf(b.value);
  return a.frame == b.frame && (encloses(one, other) || encloses(other, one));
}

} // namespace

std::vector<TermId> addressFacts(Places &places, std::span<const TermId> conditions,
                                 const llvm::DataLayout &layout) {
  expr::Pool &pool = places.pool();
  std::set<std::uint32_t> inputs;
  for (const TermId condition : conditions)
    for (const std::uint32_t input : expr::inputsIn(pool, condition))
      if (places[input].kind == Place::Kind::Address)
        inputs.insert(input);
  std::vector<Object> objects;
  std::vector<TermId> facts;
  for (const std::uint32_t input : inputs) {
    const Place &place = places[input];
    const auto size = sizeOf(place.base, layout);
    if (!size)
      continue;
    objects.push_back({pool.input(64, input), place.frame, place.base, *size});
    facts.push_back(pool.negation(pool.equal(objects.back().address, pool.constant(64, 0))));
  }
  const auto isOutside = [&](const Object &a, const Object &b) {
    return pool.negation(pool.make(Operation::ULess, 1,
                                   pool.make(Operation::Sub, 64, a.address, b.address),
                                   pool.constant(64, b.size)));
  };
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (liveTogether(objects[i], objects[j])) {
        facts.push_back(isOutside(objects[i], objects[j]));
        facts.push_back(isOutside(objects[j], objects[i]));
      }
  return facts;
}

} // namespace backward
