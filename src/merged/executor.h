#pragma once

#include "merged/algebra.h"
#include "merged/contents.h"
#include "merged/formula.h"
#include "merged/guards.h"
#include "merged/order.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace merged {

using ObjectId = std::uint32_t;

/// Where functions and variables are defined, whichever unit refers to them.
class Definitions {
public:
  virtual ~Definitions() = default;
  /// Null: nobody defines it, and our library does not stand in for it.
  virtual const llvm::Function *function(const llvm::Function &named) const = 0;
  virtual const llvm::GlobalVariable *variable(const llvm::GlobalVariable &named) const = 0;
  virtual const llvm::Function *thunk(model::FunctionId function) const = 0;
  virtual const Order &order(const llvm::Function &function) const = 0;
  virtual const llvm::DataLayout &layout() const = 0;
};

/// Control at one place, over all paths that lead there.
struct State {
  GuardId guard = always;
  std::map<ObjectId, std::shared_ptr<const Contents>> memory;
  std::unordered_map<const llvm::Value *, Scalars> values; // of the function at work
};

/// Goes through a program once, all paths at the same time.
class Executor {
public:
  Executor(const Definitions &definitions, expr::Pool &pool, const model::MemoryImage &image,
           const Bounds &bounds);
  support::Result<Formula> run();

private:
  using TermId = expr::TermId;
  struct Frame;
  struct Returned {
    State state;
    Scalars value;
  };
  /// A place that an address may lead to.
  struct Target {
    TermId condition; // none: in any case
    ObjectId object = 0;
    TermId offset; // 64 bits
  };
  struct Object {
    std::uint64_t size = 0;
    const llvm::Function *function = nullptr; // its address
    bool isConstant = false;
  };

  // Places
  ObjectId addObject(std::uint64_t size, State &state);
  TermId addressOf(ObjectId object, std::uint64_t offset = 0);
  TermId addressOf(const llvm::GlobalValue &global, State &state);
  void initialise(const llvm::Constant &constant, ObjectId object, std::uint64_t offset,
                  State &state);
  std::optional<std::vector<Target>> targetsOf(TermId address);
  bool addTargets(TermId address, TermId condition, TermId added, std::vector<Target> &targets);
  Contents &changeable(ObjectId object, State &state);
  /// Loads and stores of scalars; an access outside of its object ends what is followed. False: no
  /// path goes on.
  bool load(State &state, TermId address, unsigned bytes, TermId &value);
  bool store(State &state, TermId address, unsigned bytes, TermId value);
  bool loadFrom(const State &state, const Target &target, unsigned bytes, TermId &value,
                TermId &isWithin);
  bool storeTo(State &state, const Target &target, unsigned bytes, TermId value, TermId &isWithin);
  bool loadValue(State &state, const llvm::Type *type, TermId address, Scalars &value);
  bool storeValue(State &state, const llvm::Type *type, TermId address, const Scalars &value);
  bool copyBytes(State &state, TermId to, TermId from, TermId count);
  bool setBytes(State &state, TermId to, TermId byte, TermId count);

  // Values
  TermId unknown(unsigned width);
  Scalars unknownOf(const llvm::Type *type);
  Scalars valueOf(const llvm::Value *value, State &state);
  TermId scalarOf(const llvm::Value *value, State &state); // none: no scalar
  Scalars constantOf(const llvm::Constant &constant, State &state);
  Scalars expressionOf(const llvm::ConstantExpr &expression, State &state);
  TermId offsetOf(const llvm::GEPOperator &place, State &state);
  Scalars computed(const llvm::Instruction &instruction, State &state);
  std::optional<Scalars> intrinsic(const llvm::CallBase &call, State &state);

  // Control
  std::optional<Returned> call(const llvm::Function &function,
                               const std::vector<Scalars> &arguments, State state);
  void runBlock(Frame &frame, const llvm::BasicBlock &block, State state,
                const std::vector<std::uint32_t> &key);
  /// False: no path goes on.
  bool execute(Frame &frame, const llvm::Instruction &instruction, State &state);
  bool executeCall(Frame &frame, const llvm::CallBase &call, State &state);
  bool executeKnown(const llvm::CallBase &call, const llvm::StringRef name, State &state,
                    bool &isKnown);
  bool callFunction(const llvm::CallBase &call, const llvm::Function &function, State &state);
  bool mark(const llvm::CallBase &call, State &state);
  void leave(Frame &frame, const llvm::BasicBlock &block, State state,
             const std::vector<std::uint32_t> &key);
  void go(Frame &frame, const llvm::BasicBlock &from, const llvm::BasicBlock &to, State state,
          const std::vector<std::uint32_t> &key);
  State joined(State first, State second);
  bool assume(State &state, TermId condition);
  bool isOver();
  void guess(std::string what) { formula_.guesses.insert(std::move(what)); }
  void bound(std::string what) { formula_.bounds.insert(std::move(what)); }
  void note(std::uint64_t branch, GuardId guard, TermId condition);

  const Definitions &definitions_;
  expr::Pool &pool_;
  const model::MemoryImage &image_;
  const Bounds bounds_;
  Algebra algebra_;
  Guards guards_;
  Formula formula_;
  std::vector<Object> objects_;
  std::unordered_map<const llvm::GlobalValue *, ObjectId> globals_;
  State initial_; // what variables hold that nothing was stored in yet
  std::uint32_t nextUnknown_ = 0;
  unsigned depth_ = 0;
};

} // namespace merged
