#pragma once

#include "proof/prepare.h"
#include "proof/script.h"
#include "support/result.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>
#include <optional>
#include <unordered_map>

namespace proof {

/// A value as its scalars, in order; pointers and floats are their bits.
using Leaves = std::vector<Bits>;

/// Memory by spaces: 0 is what all pointers reach, others are locals that nothing points to.
using State = std::map<unsigned, std::string>;

/// A scalar within a type.
struct Leaf {
  llvm::Type *type;
  std::uint64_t offset;
};

/// Prints one prepared function as a formula over its markers. See encoder.cpp.
class Encoder {
public:
  explicit Encoder(PreparedFunction prepared);

  support::Status run();

  const std::set<std::uint32_t> &slots() const { return prepared_.slots; }

  const Leaves &arguments() const { return arguments_; } // all of them, one after the other

  Script script;
  std::map<std::uint32_t, std::vector<Guard>> outcomes; // by slot: the ways that it is taken
  std::vector<Guard> ends;                              // where the function ends
  bool hasCutLoop = false;                              // a loop was replaced by any round of it

private:
  struct Arrival { // at a block
    Guard guard;
    State state;
    std::map<const llvm::PHINode *, Leaves> phis;
  };
  struct Place {
    enum class Kind { Memory, Fresh, Constant } kind;
    unsigned space = 0;
    Bits address; // within the space
    const llvm::GlobalVariable *constant = nullptr;
  };

  // encoder.cpp: control flow
  void runBlocks(const llvm::Loop *loop);
  void runLoop(const llvm::Loop &loop);
  void runBlock(const llvm::BasicBlock &block);
  void enter(const llvm::BasicBlock &block, const std::vector<Arrival> &arrivals);
  void enterAnyRound(const llvm::Loop &loop, const std::vector<Arrival> &arrivals);
  void leave(const llvm::BasicBlock &from, const llvm::BasicBlock &to, const Guard &guard);
  void terminate(const llvm::Instruction &end);
  void mark(const llvm::CallBase &call);
  unsigned roundsOf(const llvm::Loop &loop);
  std::vector<unsigned> spacesChangedIn(const llvm::Loop &loop);
  void refuse(const std::string &reason);

  // values.cpp
  std::vector<Leaf> leavesOf(llvm::Type *type);
  bool flatten(llvm::Type *type, std::uint64_t offset, std::vector<Leaf> &leaves);
  Leaves anyValue(llvm::Type *type);
  Leaves value(const llvm::Value *value);
  Leaves constant(const llvm::Constant &constant);
  Bits addressOf(const llvm::GlobalValue &global);
  Bits addressOf(const llvm::AllocaInst &slot);
  void keepApart(const llvm::Value *object, const Bits &base, std::uint64_t size);
  Guard condition(const llvm::Value *value);
  Bits fromGuard(const Guard &guard);

  // operations.cpp
  Leaves operation(const llvm::Instruction &instruction);
  Bits binary(unsigned opcode, const Bits &a, const Bits &b);
  Bits addition(const Bits &a, const Bits &b);
  Guard compare(llvm::CmpInst::Predicate predicate, const Bits &a, const Bits &b);
  Bits cast(const llvm::CastInst &cast, const Bits &operand);
  Bits resized(const Bits &bits, unsigned width, bool isSigned);
  Leaves aggregate(const llvm::Instruction &instruction);
  Bits step(const llvm::GEPOperator &step);

  // floats.cpp; nothing: not printed, so anything
  std::string asFloat(const Bits &bits);
  Bits bitsOf(const std::string &number, unsigned width);
  bool isFloat(const llvm::Type *type) const;
  std::optional<Bits> floatOperation(const llvm::Instruction &instruction);
  Guard floatCompare(llvm::CmpInst::Predicate predicate, const Bits &a, const Bits &b);
  std::optional<Bits> floatIntrinsic(const llvm::IntrinsicInst &call);
  std::optional<Bits> floatCast(const llvm::CastInst &cast, const Bits &operand);

  // memory.cpp
  void findPrivate();
  Place place(const llvm::Value *pointer);
  Leaves load(const llvm::LoadInst &load);
  Bits loadLeaf(const Place &place, const Leaf &leaf);
  Bits loadBytes(const std::string &memory, const Bits &address, unsigned bytes);
  std::string table(const llvm::GlobalVariable &global);
  void store(const llvm::Value *pointer, llvm::Type *type, const Leaves &leaves);
  void storeByte(unsigned space, const Bits &address, const Bits &byte);
  void havoc();                // all that somebody else may know of
  void forget(unsigned space); // the space holds anything
  void copy(const llvm::MemTransferInst &copy);
  void fill(const llvm::MemSetInst &fill);

  // calls.cpp
  void call(const llvm::CallBase &call);
  bool intrinsic(const llvm::IntrinsicInst &call);
  std::optional<Leaves> integerIntrinsic(const llvm::IntrinsicInst &call);
  Leaves withOverflow(const llvm::WithOverflowInst &call);

  PreparedFunction prepared_;
  const llvm::DataLayout &layout_;
  unsigned addressWidth_;
  bool hasFloats_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::vector<const llvm::BasicBlock *> order_;
  std::map<const llvm::BasicBlock *, std::vector<Arrival>> arrivals_;
  std::unordered_map<const llvm::Value *, Leaves> values_;
  std::map<const llvm::Value *, Bits> addresses_;
  std::vector<std::pair<const llvm::Value *, std::uint64_t>> objects_; // that have an address
  std::map<const llvm::AllocaInst *, unsigned> private_;               // its space
  std::vector<const llvm::AllocaInst *> uncaptured_; // in space 0, unknown to others
  std::map<const llvm::GlobalVariable *, std::string> tables_;
  Leaves arguments_;
  Guard guard_;
  State state_;
  std::size_t instructions_ = 0;
  std::optional<std::string> refusal_;
};

} // namespace proof
