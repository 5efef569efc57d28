#pragma once

#include "backward/locals.h"
#include "backward/places.h"
#include "merged/algebra.h"

#include "expr/evaluator.h"

#include <llvm/IR/IntrinsicInst.h>
#include <unordered_map>

namespace backward {

/// What a straight piece of code does, in terms of the places at its beginning: instructions are
/// run in their order, then predicates about its end become predicates about its beginning (the
/// weakest precondition). Whatever is not understood gives anything.
class Segment {
public:
  Segment(Places &places, const FunctionFacts &facts, FrameId frame,
          const llvm::DataLayout &layout);
  Segment(const Segment &) = delete;

  /// Any instruction but a terminator; calls are unknown code.
  void run(const llvm::Instruction &instruction);
  /// A call of code that is not followed.
  void callUnknown(const llvm::CallBase &call);
  /// All that these blocks may change is anything.
  void forget(const std::set<const llvm::BasicBlock *> &blocks);
  /// From now on the value is this.
  void define(const llvm::Value *value, merged::Scalars scalars) {
    values_[value] = std::move(scalars);
  }
  /// At this point of the segment.
  merged::Scalars valueOf(const llvm::Value *value);
  expr::TermId scalarOf(const llvm::Value *value, unsigned width); // anything, if it has no term
  merged::Scalars anyOf(const llvm::Type *type);

  /// A term over places at the end as one over places at the beginning.
  expr::TermId before(expr::TermId term);

private:
  using TermId = expr::TermId;
  struct Write {
    const llvm::Value *local; // null: what pointers lead to
    TermId address;           // none: all of it
    unsigned bytes;
    TermId value;
    std::uint32_t version; // if all of it
  };
  struct Where {
    const llvm::Value *local;
    TermId address;
  };

  merged::Scalars placesOf(const llvm::Value *value);
  merged::Scalars constantOf(const llvm::Constant &constant);
  Where where(const llvm::Value *pointer);
  TermId plus(TermId a, std::uint64_t offset);
  TermId distance(TermId a, TermId b);

  TermId read(FrameId frame, const Where &from, unsigned bytes) {
    return read(writes_.size(), frame, from, bytes);
  }
  TermId read(std::size_t writes, FrameId frame, const Where &from, unsigned bytes);
  TermId readPast(const Write &write, std::size_t older, FrameId frame, const Where &from,
                  unsigned bytes);
  bool areApart(TermId one, unsigned bytes, TermId other, unsigned otherBytes);
  std::optional<std::pair<const Place *, std::uint64_t>> objectAt(TermId address);
  merged::Scalars load(const llvm::LoadInst &load);
  merged::Scalars loadType(const Where &from, const llvm::Type *type);
  std::optional<TermId> loadConstant(const llvm::LoadInst &load);
  void store(const llvm::StoreInst &store);
  void storeType(const Where &to, const llvm::Type *type, const merged::Scalars &value);
  void write(const Where &to, unsigned bytes, TermId value);
  void forgetAt(const Where &to); // all that it belongs to
  void havoc() { forgetAt({nullptr, {}}); }
  void copy(const llvm::MemTransferInst &copy);
  void fill(const llvm::MemSetInst &fill);
  void call(const llvm::CallBase &call);
  void noteChanges(const llvm::Instruction &instruction);
  TermId replacement(std::uint32_t input, unsigned width);

  Places &places_;
  expr::Pool &pool_;
  const FunctionFacts &facts_;
  const FrameId frame_;
  const llvm::DataLayout &layout_;
  merged::Algebra algebra_;
  std::unordered_map<const llvm::Value *, merged::Scalars> values_;
  std::vector<Write> writes_;
  const std::set<const llvm::BasicBlock *> *forgotten_ = nullptr;
  std::map<std::uint32_t, TermId> replaced_; // by input
  expr::Substitution substitution_;
};

} // namespace backward
