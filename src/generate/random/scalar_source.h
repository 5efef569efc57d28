#pragma once

#include "generate/random/dictionary.h"
#include "model/value_access.h"
#include "support/rng.h"

#include <array>
#include <cstdint>
#include <optional>

namespace generate {

/// Makes and changes scalars. Remembers the last few of the test at hand, so that equal and
/// neighbouring values are common. The dictionary and the generator must outlive it.
class ScalarSource {
public:
  ScalarSource(const Dictionary &dictionary, support::Rng &rng);

  /// Forgets the values of the test before and chooses a mood for this one.
  void startTest();

  /// Stores a fresh scalar (Bool, Integer, Enum, Float).
  void fill(const model::Type &type, std::optional<std::uint32_t> bitWidth, char *data);
  /// Stores `count` fresh scalars, often with some order among them.
  void fillArray(const model::Type &type, char *data, std::size_t count);
  /// Changes a scalar a little, or a lot.
  void mutate(const model::Type &type, std::optional<std::uint32_t> bitWidth, char *data);
  /// Makes the scalar at `data` one of the remembered.
  void remember(const model::Type &type, const char *data);

private:
  enum class Mood : unsigned char { Mixed, Small, Alike, Wild };

  model::Wide integer(const model::Type &type, std::optional<std::uint32_t> bitWidth);
  model::Wide small(const model::Type &type);
  model::Wide recentInteger();
  model::Wide boundary(const model::Type &type, std::optional<std::uint32_t> bitWidth);
  model::Wide logUniform(const model::Type &type);
  model::Wide enumerator(const model::Type &type);
  model::Wide mutatedInteger(const model::Type &type, std::optional<std::uint32_t> bitWidth,
                             model::Wide value);
  long double real(const model::Type &type);
  long double special(const model::Type &type);
  long double mutatedReal(const model::Type &type, long double value);
  model::Wide wideRandom();
  void rememberInteger(model::Wide value) { integers_[integerCount_++ % integers_.size()] = value; }
  void rememberReal(long double value) { reals_[realCount_++ % reals_.size()] = value; }

  const Dictionary &dictionary_;
  support::Rng &rng_;
  Mood mood_ = Mood::Mixed;
  std::array<model::Wide, 8> integers_{};
  std::array<long double, 8> reals_{};
  std::size_t integerCount_ = 0, realCount_ = 0;
};

} // namespace generate
