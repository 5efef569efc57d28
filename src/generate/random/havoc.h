#pragma once

#include "generate/random/dictionary.h"
#include "support/rng.h"

#include <cstddef>
#include <string>

namespace generate {

/// Changes what a program or a fuzzing harness reads, as fuzzers do: a stack of blind changes to
/// bytes, blocks of them, numbers in text and binary, and pieces of the dictionary and of another
/// input. Dictionary and generator must outlive it.
class Havoc {
public:
  static constexpr std::size_t mostBytes = 4096; // an input grows no further

  Havoc(const Dictionary &dictionary, support::Rng &rng) : dictionary_(dictionary), rng_(rng) {}

  /// Makes one to sixteen changes; `donor` is another input to take pieces from.
  void change(std::string &bytes, const std::string &donor);

private:
  void changeOnce(std::string &bytes, const std::string &donor);
  void changeByte(std::string &bytes);
  void changeNumber(std::string &bytes);
  void changeDigits(std::string &bytes);
  void removeBlock(std::string &bytes);
  void copyBlock(std::string &bytes);
  void put(std::string &bytes, const std::string &piece);
  void takeFrom(std::string &bytes, const std::string &donor);
  std::string word();
  std::size_t blockLength(std::size_t most);

  const Dictionary &dictionary_;
  support::Rng &rng_;
};

} // namespace generate
