#include "ir/operations.h"

namespace ir {

using llvm::CmpInst;
using llvm::Instruction;

PincerOperation operationOf(Instruction::BinaryOps opcode) {
  switch (opcode) {
  case Instruction::Add:
    return PINCER_OP_Add;
  case Instruction::Sub:
    return PINCER_OP_Sub;
  case Instruction::Mul:
    return PINCER_OP_Mul;
  case Instruction::UDiv:
    return PINCER_OP_UDiv;
  case Instruction::SDiv:
    return PINCER_OP_SDiv;
  case Instruction::URem:
    return PINCER_OP_URem;
  case Instruction::SRem:
    return PINCER_OP_SRem;
  case Instruction::And:
    return PINCER_OP_And;
  case Instruction::Or:
    return PINCER_OP_Or;
  case Instruction::Xor:
    return PINCER_OP_Xor;
  case Instruction::Shl:
    return PINCER_OP_Shl;
  case Instruction::LShr:
    return PINCER_OP_LShr;
  case Instruction::AShr:
    return PINCER_OP_AShr;
  case Instruction::FAdd:
    return PINCER_OP_FAdd;
  case Instruction::FSub:
    return PINCER_OP_FSub;
  case Instruction::FMul:
    return PINCER_OP_FMul;
  case Instruction::FDiv:
    return PINCER_OP_FDiv;
  case Instruction::FRem:
    return PINCER_OP_FRem;
  default:
    llvm_unreachable("no operation on two operands");
  }
}

Comparison comparisonOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return {PINCER_OP_Equal, false, false};
  case CmpInst::ICMP_NE:
    return {PINCER_OP_Equal, false, true};
  case CmpInst::ICMP_ULT:
    return {PINCER_OP_ULess, false, false};
  case CmpInst::ICMP_ULE:
    return {PINCER_OP_ULessEqual, false, false};
  case CmpInst::ICMP_UGT:
    return {PINCER_OP_ULess, true, false};
  case CmpInst::ICMP_UGE:
    return {PINCER_OP_ULessEqual, true, false};
  case CmpInst::ICMP_SLT:
    return {PINCER_OP_SLess, false, false};
  case CmpInst::ICMP_SLE:
    return {PINCER_OP_SLessEqual, false, false};
  case CmpInst::ICMP_SGT:
    return {PINCER_OP_SLess, true, false};
  case CmpInst::ICMP_SGE:
    return {PINCER_OP_SLessEqual, true, false};
  // Ordered: false if one is a NaN. Unordered: true then, so the negation of the opposite.
  case CmpInst::FCMP_OEQ:
    return {PINCER_OP_FEqual, false, false};
  case CmpInst::FCMP_UNE:
    return {PINCER_OP_FEqual, false, true};
  case CmpInst::FCMP_OLT:
    return {PINCER_OP_FLess, false, false};
  case CmpInst::FCMP_OLE:
    return {PINCER_OP_FLessEqual, false, false};
  case CmpInst::FCMP_OGT:
    return {PINCER_OP_FLess, true, false};
  case CmpInst::FCMP_OGE:
    return {PINCER_OP_FLessEqual, true, false};
  case CmpInst::FCMP_ULT:
    return {PINCER_OP_FLessEqual, true, true};
  case CmpInst::FCMP_ULE:
    return {PINCER_OP_FLess, true, true};
  case CmpInst::FCMP_UGT:
    return {PINCER_OP_FLessEqual, false, true};
  case CmpInst::FCMP_UGE:
    return {PINCER_OP_FLess, false, true};
  case CmpInst::FCMP_UNO:
    return {PINCER_OP_FUnordered, false, false};
  case CmpInst::FCMP_ORD:
    return {PINCER_OP_FUnordered, false, true};
  default:
    llvm_unreachable("not one comparison");
  }
}

} // namespace ir
