// Scalars for random search.
//
// No single distribution finds much: uniform 32-bit integers never meet `x == 7` or `a == b`, small
// ones never overflow. So each value comes from one of six sources: small numbers, values already
// used in this test (or their neighbours, sums and differences), literals of the program, edges of
// the type, log-uniform numbers (each magnitude equally likely), and uniform bits. How often each
// is used depends on the mood of the test: conditions that involve several values at once
// (`a == b && b == c`, all sides below 100) need all of them to come from the same source, which
// independent choices per value would make exponentially rare.
#include "generate/random/scalar_source.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>

namespace generate {

using model::Type;
using model::TypeKind;
using model::Wide;

namespace {

/// Percent per source, one row per mood.
struct Mixture {
  unsigned char small, recent, literal, edge, logUniform; // the rest: uniform
};
constexpr Mixture mixtures[] = {
    {25, 15, 28, 12, 12}, // Mixed
    {75, 15, 10, 0, 0},   // Small
    {18, 60, 12, 3, 4},   // Alike
    {5, 5, 10, 35, 25},   // Wild
};

constexpr char commonCharacters[] = "abcxyzABCXYZ0123456789 \t\n.,:;-+*/=_()[]{}<>\"'%#@!?&|\\~$^";

} // namespace

ScalarSource::ScalarSource(const Dictionary &dictionary, support::Rng &rng)
    : dictionary_(dictionary), rng_(rng) {}

void ScalarSource::startTest() {
  constexpr Mood moods[] = {Mood::Mixed, Mood::Mixed, Mood::Mixed, Mood::Small,
                            Mood::Small, Mood::Alike, Mood::Alike, Mood::Wild};
  mood_ = moods[rng_.below(std::size(moods))];
  integerCount_ = realCount_ = 0;
}

void ScalarSource::fill(const Type &type, std::optional<std::uint32_t> bitWidth, char *data) {
  if (type.kind == TypeKind::Float) {
    const long double value = real(type);
    model::writeFloat(type, data, value);
    rememberReal(value);
    return;
  }
  const Wide value = model::wrap(type, bitWidth, integer(type, bitWidth));
  model::writeInteger(type, data, value);
  if (type.kind == TypeKind::Integer)
    rememberInteger(value);
}

void ScalarSource::remember(const Type &type, const char *data) {
  if (type.kind == TypeKind::Float)
    rememberReal(model::readFloat(type, data));
  else
    rememberInteger(model::readInteger(type, data));
}

Wide ScalarSource::integer(const Type &type, std::optional<std::uint32_t> bitWidth) {
  if (type.kind == TypeKind::Bool)
    return static_cast<Wide>(rng_.below(2));
  if (type.kind == TypeKind::Enum && !rng_.oneIn(8))
    return enumerator(type);
  const Mixture &mixture = mixtures[static_cast<std::size_t>(mood_)];
  auto roll = static_cast<int>(rng_.below(100));
  if ((roll -= mixture.small) < 0)
    return small(type);
  if ((roll -= mixture.recent) < 0)
    return integerCount_ > 0 ? recentInteger() : small(type);
  if ((roll -= mixture.literal) < 0)
    return dictionary_.integers.empty()
               ? logUniform(type)
               : dictionary_.integers[rng_.below(dictionary_.integers.size())];
  if ((roll -= mixture.edge) < 0)
    return boundary(type, bitWidth);
  if ((roll -= mixture.logUniform) < 0)
    return logUniform(type);
  return wideRandom();
}

/// Numbers as people write them; for characters, the ones they type.
Wide ScalarSource::small(const Type &type) {
  if (type.isChar) {
    if (!dictionary_.characters.empty() && rng_.oneIn(2))
      return dictionary_.characters[rng_.below(dictionary_.characters.size())];
    return commonCharacters[rng_.below(sizeof commonCharacters - 1)];
  }
  switch (rng_.below(4)) {
  case 0:
    return static_cast<Wide>(rng_.below(4));
  case 1:
    return static_cast<Wide>(rng_.below(17));
  case 2:
    return static_cast<Wide>(rng_.below(101));
  default:
    return static_cast<Wide>(rng_.below(33)) - 16;
  }
}

Wide ScalarSource::recentInteger() {
  const std::size_t count = std::min(integerCount_, integers_.size());
  const auto pick = [&] { return static_cast<unsigned __int128>(integers_[rng_.below(count)]); };
  const auto value = pick();
  switch (rng_.below(16)) {
  case 0:
  case 1:
    return static_cast<Wide>(value + 1);
  case 2:
  case 3:
    return static_cast<Wide>(value - 1);
  case 4:
    return static_cast<Wide>(value + pick());
  case 5:
    return static_cast<Wide>(value - pick());
  case 6:
    return static_cast<Wide>(0 - value);
  case 7:
    return static_cast<Wide>(value * (rng_.oneIn(2) ? 2 : pick()));
  default:
    return static_cast<Wide>(value);
  }
}

Wide ScalarSource::boundary(const Type &type, std::optional<std::uint32_t> bitWidth) {
  switch (rng_.below(8)) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return -1;
  case 3:
    return model::smallest(type, bitWidth) + static_cast<Wide>(rng_.below(2));
  case 4:
    return model::largest(type, bitWidth) - static_cast<Wide>(rng_.below(2));
  default: {
    const auto power = static_cast<unsigned __int128>(1) << rng_.below(type.size * 8);
    const auto near = power + rng_.below(3) - 1;
    return static_cast<Wide>(rng_.oneIn(4) ? 0 - near : near);
  }
  }
}

Wide ScalarSource::wideRandom() {
  return static_cast<Wide>((static_cast<unsigned __int128>(rng_.next()) << 64) | rng_.next());
}

Wide ScalarSource::logUniform(const Type &type) {
  const std::uint64_t bits = rng_.below(type.size * 8 + 1);
  if (bits == 0)
    return 0;
  const auto value = static_cast<unsigned __int128>(wideRandom()) >> (128 - bits);
  return static_cast<Wide>(type.isSigned && rng_.oneIn(3) ? 0 - value : value);
}

Wide ScalarSource::enumerator(const Type &type) {
  if (type.enumerators.empty())
    return small(type);
  const Wide value = type.enumerators[rng_.below(type.enumerators.size())].value;
  return rng_.oneIn(16) ? value + (rng_.oneIn(2) ? 1 : -1) : value;
}

void ScalarSource::fillArray(const Type &type, char *data, std::size_t count) {
  const auto at = [&](std::size_t i) { return data + i * type.size; };
  if (count == 0)
    return;
  fill(type, std::nullopt, data);
  enum { Equal = 1, Ascending, Descending, Steps, Two };
  const std::uint64_t pattern = rng_.below(12);
  if (pattern == Equal || (pattern == Steps && type.kind == TypeKind::Float)) {
    for (std::size_t i = 1; i < count; ++i)
      std::memcpy(at(i), data, type.size);
    return;
  }
  if (pattern == Steps) {
    auto next = static_cast<unsigned __int128>(model::readInteger(type, data));
    const auto step = static_cast<unsigned __int128>(rng_.below(5)) - 2;
    for (std::size_t i = 1; i < count; ++i) {
      next += step;
      model::writeInteger(type, at(i), model::wrap(type, std::nullopt, static_cast<Wide>(next)));
    }
    return;
  }
  if (pattern == Two && count > 1) {
    fill(type, std::nullopt, at(1));
    for (std::size_t i = 2; i < count; ++i)
      std::memcpy(at(i), at(rng_.below(2)), type.size);
    return;
  }
  for (std::size_t i = 1; i < count; ++i)
    fill(type, std::nullopt, at(i));
  constexpr std::size_t mostSorted = 256; // insertion sort, in place; long arrays stay as they are
  if ((pattern != Ascending && pattern != Descending) || count > mostSorted)
    return;
  const auto less = [&](std::size_t a, std::size_t b) {
    return type.kind == TypeKind::Float
               ? model::readFloat(type, at(a)) < model::readFloat(type, at(b))
               : model::readInteger(type, at(a)) < model::readInteger(type, at(b));
  };
  for (std::size_t i = 1; i < count; ++i)
    for (std::size_t j = i; j > 0; --j) {
      if (pattern == Ascending ? !less(j, j - 1) : !less(j - 1, j))
        break;
      std::swap_ranges(at(j), at(j) + type.size, at(j - 1));
    }
}

void ScalarSource::mutate(const Type &type, std::optional<std::uint32_t> bitWidth, char *data) {
  if (type.kind == TypeKind::Float) {
    model::writeFloat(type, data, mutatedReal(type, model::readFloat(type, data)));
    return;
  }
  Wide value = model::readInteger(type, data);
  value = type.kind == TypeKind::Bool ? 1 - value : mutatedInteger(type, bitWidth, value);
  model::writeInteger(type, data, model::wrap(type, bitWidth, value));
}

Wide ScalarSource::mutatedInteger(const Type &type, std::optional<std::uint32_t> bitWidth,
                                  Wide value) {
  const auto bits = static_cast<unsigned __int128>(value);
  const std::uint64_t width = bitWidth ? std::max(1u, *bitWidth) : type.size * 8;
  switch (rng_.below(10)) {
  case 0:
    return static_cast<Wide>(bits ^ (static_cast<unsigned __int128>(1) << rng_.below(width)));
  case 1:
  case 2: {
    const auto step = static_cast<unsigned __int128>(1 + rng_.below(16));
    return static_cast<Wide>(rng_.oneIn(2) ? bits + step : bits - step);
  }
  case 3:
    return static_cast<Wide>(rng_.oneIn(2) ? bits + 1 : bits - 1);
  case 4:
    return boundary(type, bitWidth);
  case 5:
    if (!dictionary_.integers.empty())
      return dictionary_.integers[rng_.below(dictionary_.integers.size())];
    return small(type);
  case 6:
  case 7:
    return integerCount_ > 0 ? recentInteger() : logUniform(type);
  case 8: {
    const auto power = static_cast<unsigned __int128>(1) << rng_.below(width);
    switch (rng_.below(4)) {
    case 0:
      return static_cast<Wide>(bits + power);
    case 1:
      return static_cast<Wide>(bits - power);
    case 2:
      return static_cast<Wide>(bits * 2);
    default:
      return value / 2;
    }
  }
  default:
    return integer(type, bitWidth);
  }
}

long double ScalarSource::special(const Type &type) {
  const auto among = [&](auto limits) -> long double {
    using Limits = decltype(limits);
    const long double values[] = {0.0L,
                                  -0.0L,
                                  1.0L,
                                  -1.0L,
                                  Limits::infinity(),
                                  -Limits::infinity(),
                                  Limits::quiet_NaN(),
                                  Limits::denorm_min(),
                                  -Limits::denorm_min(),
                                  Limits::min(),
                                  Limits::max(),
                                  Limits::lowest(),
                                  Limits::epsilon(),
                                  1.0L + Limits::epsilon(),
                                  0.5L};
    return values[rng_.below(std::size(values))];
  };
  if (type.size == sizeof(float))
    return among(std::numeric_limits<float>());
  if (type.size == sizeof(double))
    return among(std::numeric_limits<double>());
  return among(std::numeric_limits<long double>());
}

long double ScalarSource::real(const Type &type) {
  const Mixture &mixture = mixtures[static_cast<std::size_t>(mood_)];
  const auto unit = [&] { return static_cast<long double>(rng_.next() >> 11) * 0x1p-53L; };
  auto roll = static_cast<int>(rng_.below(100));
  if ((roll -= mixture.small) < 0) {
    constexpr long double parts[] = {1, 1, 1, 2, 4, 10, 100};
    return (static_cast<long double>(rng_.below(201)) - 100) / parts[rng_.below(std::size(parts))];
  }
  if ((roll -= mixture.recent) < 0 && realCount_ + integerCount_ > 0) {
    const std::size_t count = std::min(realCount_, reals_.size());
    const auto pick = [&] {
      return count > 0 ? reals_[rng_.below(count)] : static_cast<long double>(recentInteger());
    };
    switch (rng_.below(8)) {
    case 0:
      return pick() + 1;
    case 1:
      return pick() - 1;
    case 2:
      return -pick();
    case 3:
      return pick() + pick();
    default:
      return pick();
    }
  }
  if ((roll -= mixture.literal) < 0 && !dictionary_.floats.empty())
    return dictionary_.floats[rng_.below(dictionary_.floats.size())];
  if ((roll -= mixture.edge) < 0)
    return special(type);
  if ((roll -= mixture.logUniform) < 0) {
    const int reach = type.size == sizeof(float) ? 126 : 1022;
    const auto exponent = static_cast<int>(rng_.below(2 * reach)) - reach;
    const long double value = std::ldexp(1 + unit(), rng_.oneIn(2) ? exponent : exponent / 16);
    return rng_.oneIn(2) ? -value : value;
  }
  return (unit() * 2 - 1) * (rng_.oneIn(2) ? 1.0L : 1000.0L);
}

long double ScalarSource::mutatedReal(const Type &type, long double value) {
  switch (rng_.below(9)) {
  case 0:
    return value + 1;
  case 1:
    return value - 1;
  case 2:
    return -value;
  case 3:
    return value * (rng_.oneIn(2) ? 2.0L : 0.5L);
  case 4: {
    char data[16] = {};
    model::writeFloat(type, data, value);
    const std::uint64_t used = std::min<std::uint64_t>(type.size, 8);
    data[rng_.below(used)] ^= static_cast<char>(1 << rng_.below(8));
    return model::readFloat(type, data);
  }
  case 5:
    return std::trunc(value);
  case 6:
    return value * (1 + (static_cast<long double>(rng_.below(2001)) - 1000) / 10000);
  case 7:
    return special(type);
  default:
    return real(type);
  }
}

} // namespace generate
