#pragma once

#include "model/goal_place.h"

#include <cstdint>
#include <llvm/IR/Module.h>
#include <set>
#include <string>
#include <vector>

namespace ir {

/// What a module has of a place.
struct PlaceCode {
  std::vector<llvm::Instruction *> starts; // in each block, the first that belongs to it
  std::set<std::uint32_t> linesWithCode;   // of that file
};

/// One for each of the places.
std::vector<PlaceCode> findCode(llvm::Module &module, const std::vector<model::GoalPlace> &places);

/// As the text of the program would call it: in C++ with its namespaces and classes.
std::string sourceName(const llvm::Function &function);

} // namespace ir
