#pragma once

#include "expr/pool.h"
#include "model/branch.h"
#include "model/memory_image.h"
#include "support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace merged {

/// How far a program is followed.
struct Bounds {
  unsigned iterations = 8; // of one loop, counted where the inputs decide whether it ends
  unsigned depth = 24;     // of calls
  std::uint64_t instructions = 400'000;
  std::size_t terms = 1'500'000;
};

/// What runs from one memory image can take, over all paths at once. Inputs of the terms are those
/// of the image (but pointers, which stay as they are); higher numbers stand for what nobody knows.
struct Formula {
  std::map<model::BranchId, expr::TermId> taken; // under which condition; never: not in the map
  /// Why it is not the whole truth: a bound that was reached (raise it), and what was left out or
  /// guessed (nothing helps). Sentences without repeats.
  std::set<std::string> bounds, guesses;
  std::uint64_t instructions = 0; // the work that was done
};

/// The marked bitcode of a program, read once, and the library's functions that are C code of ours.
class Program {
public:
  /// The marked bitcode of all units, and what stands in for the C library (may be missing).
  static support::Result<std::unique_ptr<Program>>
  load(const std::vector<std::filesystem::path> &units, const std::filesystem::path &library);
  virtual ~Program() = default;

  /// The calls of the image, one after the other, from the program's initial state. An error says
  /// what can't be followed at all.
  virtual support::Result<Formula> formula(expr::Pool &pool, const model::MemoryImage &image,
                                           const Bounds &bounds) const = 0;
};

} // namespace merged
