#pragma once

#include "instrument/symbolic/algebra.h"
#include "instrument/symbolic/flow.h"
#include "instrument/symbolic/versions.h"

#include <functional>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <string>
#include <vector>

namespace llvm {
class IntrinsicInst;
class MemIntrinsic;
class AllocaInst;
} // namespace llvm

namespace instrument {

/// Why an instruction has no terms: PINCER_LOST_...
std::uint32_t kindOfLoss(const llvm::Instruction &instruction);

/// Inserts the propagation of terms into one function.
class TermPropagation {
public:
  TermPropagation(llvm::Function &function, const std::vector<std::string> &definedElsewhere);
  void run();
  const TermCode &code() const { return code_; }

private:
  using Terms = llvm::SmallVector<llvm::Value *, 1>;

  /// Something to be done if any of its terms or tags is not zero: makes terms, records events.
  struct Task {
    llvm::SmallVector<llvm::Value *, 2> results;  // whose terms it makes, leaf after leaf
    llvm::SmallVector<llvm::Value *, 4> operands; // whose terms it uses
    llvm::SmallVector<llvm::Value *, 4> tags;     // further numbers that say it has to be done
    std::function<Terms()> emit;                  // at the builder's place
  };

  // The terms of values
  unsigned leafCount(const llvm::Value *value) const;
  llvm::Value *termOf(llvm::Value *value, unsigned leaf = 0);
  Termed termed(llvm::Value *value) { return {value, termOf(value)}; }
  bool carries(const llvm::Value *value) const { return flow_.carries(value); }

  // Groups of tasks
  void add(Task task) { pending_.push_back(std::move(task)); }
  Terms testsOf(const std::vector<Task> &tasks) const;
  void flush(llvm::Instruction *before, const std::function<void()> &whenConcrete = {});
  void emitTasks(const std::vector<Task> &tasks, llvm::BasicBlock *slow, llvm::BasicBlock *head,
                 llvm::BasicBlock *rest);

  // Walking
  void enterFunction();
  void visitBlock(llvm::BasicBlock &block);
  void visit(llvm::Instruction &instruction);
  void visitPhi(llvm::PHINode &phi);
  void fillPhis();
  void visitDerived(llvm::Instruction &instruction);

  // The terms of derived instructions (symbolic_derived.cpp)
  Termed part(llvm::Value *whole, unsigned leaf);
  Terms derive(llvm::Instruction &instruction);
  Terms deriveElement(llvm::Instruction &instruction, unsigned element);
  llvm::Value *deriveCast(llvm::Instruction::CastOps opcode, Termed a, llvm::Value *result);
  Terms deriveSelect(llvm::SelectInst &select);
  Terms deriveBits(llvm::BitCastInst &cast);
  Terms deriveWide(llvm::Instruction &instruction);
  Terms deriveWideCall(llvm::IntrinsicInst &call);
  llvm::Value *deriveReduction(llvm::IntrinsicInst &call);
  llvm::Value *deriveSigns(llvm::IntrinsicInst &call);
  Terms deriveExtended(llvm::Instruction &instruction);
  Terms deriveMove(llvm::Instruction &instruction);
  Terms deriveElementMove(llvm::Instruction &instruction);
  llvm::Value *deriveAddress(llvm::GetElementPtrInst &address);

  void visitLoad(llvm::LoadInst &load);
  void visitStore(llvm::StoreInst &store);
  void addExchange(llvm::Instruction &exchange, llvm::Value *pointer, llvm::Type *type,
                   llvm::ArrayRef<llvm::Value *> operands, std::function<Terms()> emit);
  void visitExchange(llvm::AtomicRMWInst &exchange);
  void visitExchange(llvm::AtomicCmpXchgInst &exchange);
  void visitMemory(llvm::MemIntrinsic &memory);
  void visitMarker(llvm::CallInst &marker);
  void visitCheck(llvm::CallInst &check);
  void visitCall(llvm::CallBase &call);
  void passVariadic(llvm::CallBase &call);
  void passCopies(llvm::CallBase &call, bool isFirst);
  void visitVariadicList(llvm::IntrinsicInst &instruction);
  void addKept(llvm::CallBase &call, unsigned number, llvm::Instruction *before);
  llvm::Value *deriveKept(llvm::CallBase &call, unsigned number);
  Termed packed(llvm::ArrayRef<Termed> words);
  void takeBack(llvm::CallBase &call, llvm::Instruction *before);
  void addResults(llvm::CallBase &call, llvm::Instruction *before);
  void visitReturn(llvm::ReturnInst &end);
  void visitTerminator(llvm::Instruction &end);
  void visitAssembly(llvm::CallBase &call);
  void loseOperands(llvm::Instruction &instruction);
  void loseMemory(llvm::Value *pointer, std::uint64_t bytes, llvm::Instruction &instruction);

  // Addresses that may be symbolic (symbolic_addresses.cpp)
  void hintObject(llvm::Value *pointer);
  bool announceRead(llvm::Value *pointer, std::uint64_t bytes, llvm::Value *place,
                    llvm::Instruction *before);
  /// Whether what is read or written at a symbolic address is a choice among what lies there; of
  /// other types the address is held.
  bool goesThroughAddresses(llvm::Type *type);
  Termed addressOfPart(llvm::Value *pointer, std::uint64_t offset);
  void readThrough(llvm::LoadInst &load);
  void writeThrough(llvm::StoreInst &store, const std::function<void()> &whenConcrete);

  // Pieces of code
  void checkAddress(llvm::Value *pointer, llvm::Instruction *before);
  void addEvent(std::uint32_t kind, llvm::Value *place, llvm::Value *value);
  void addLost(llvm::Value *value, std::uint32_t kind);
  void lookAtTags(llvm::Value *pointer, std::uint64_t bytes, Task &task);
  llvm::Value *tagAddress(llvm::Value *pointer, std::uint64_t offset);
  void clearTags(llvm::Value *pointer, std::uint64_t bytes);
  llvm::Value *callTermsField(unsigned field);
  llvm::Value *threadLocalField(llvm::StringRef block, std::uint64_t size, std::uint64_t offset);
  llvm::Constant *caseTable(llvm::ArrayRef<llvm::ConstantInt *> cases);
  llvm::Value *nextPlace();
  bool isMarked(llvm::Value *condition) const;

  const std::vector<std::string> &definedElsewhere_;
  llvm::Function &function_;
  llvm::Module &module_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> builder_;
  TermAlgebra algebra_;
  TermFlow flow_;
  TermCode code_;
  llvm::DenseMap<const llvm::Value *, Terms> terms_;
  llvm::DenseMap<const llvm::Value *, Terms> termsInTasks_; // while tasks are emitted
  std::vector<std::pair<llvm::PHINode *, Terms>> phis_;
  std::vector<Task> pending_;
  llvm::SmallPtrSet<llvm::Value *, 16> testedInBlock_, markedInBlock_;
  llvm::AllocaInst *variadicTerms_ = nullptr; // what was passed to a variadic function
  std::uint32_t nextPlace_;
};

} // namespace instrument
