#pragma once

#include "expr/pool.h"

#include <cstdint>
#include <llvm/IR/Value.h>
#include <map>
#include <tuple>
#include <vector>

namespace backward {

/// One call of a function on a path; 0 is the function of the target.
using FrameId = std::uint32_t;

/// What an input of a predicate stands for: something that holds a value at one point of a path.
struct Place {
  enum class Kind : std::uint8_t {
    Value,   // what an instruction or an argument gave last
    Memory,  // bytes in memory
    Address, // where a local or global lies
    Anything,
  };
  Kind kind = Kind::Anything;
  FrameId frame = 0;
  const llvm::Value *base = nullptr; // Value, Address: whose. Memory: a local of its own that no
                                     // pointer leads to; null: what pointers lead to
  unsigned part = 0;                 // Value: the scalar within it. Memory: bytes
  expr::TermId address;              // Memory: within the local, or among all
  std::uint32_t version = 0; // Memory: 0: as it is at that point; else as some unknown code left it
  unsigned width = 0;        // of the input
};

/// The places of one search, as inputs of one pool. What is asked for twice is the same input.
class Places {
public:
  explicit Places(expr::Pool &pool) : pool_(pool) {}

  expr::TermId value(FrameId frame, const llvm::Value *value, unsigned part, unsigned width);
  expr::TermId memory(FrameId frame, const llvm::Value *local, expr::TermId address, unsigned bytes,
                      std::uint32_t version);
  expr::TermId address(FrameId frame, const llvm::Value *object);
  expr::TermId anything(unsigned width);
  /// For memory that unknown code leaves.
  std::uint32_t newVersion() { return ++versions_; }

  const Place &operator[](std::uint32_t input) const { return places_[input]; }
  std::size_t size() const { return places_.size(); }
  expr::Pool &pool() { return pool_; }

private:
  expr::TermId find(Place place, unsigned width);
  using Key = std::tuple<int, FrameId, const llvm::Value *, unsigned, std::uint32_t, std::uint32_t>;

  expr::Pool &pool_;
  std::vector<Place> places_;
  std::map<Key, std::uint32_t> known_; // only looked up: its order means nothing
  std::uint32_t versions_ = 0;
};

} // namespace backward
