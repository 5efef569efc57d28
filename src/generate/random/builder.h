#pragma once

#include "generate/random/scalar_source.h"
#include "generate/random/text_source.h"
#include "model/value_access.h"
#include "support/rng.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace generate {

/// Builds fresh values of any type that a test can hold, into values that may hold anything (their
/// memory is reused). Everything passed in must outlive it.
class Builder {
public:
  Builder(const model::Subject &subject, const Dictionary &dictionary, ScalarSource &scalars,
          TextSource &texts, support::Rng &rng);

  /// All arguments of a call; every length stays inside the objects it measures.
  void arguments(const model::Function &function, std::vector<model::Value> &out);
  /// What a run may ask for beside its arguments: every variable, and some calls of every stub.
  void supplied(const model::Function &function, std::vector<model::Supplied> &out);
  /// One of several siblings; the lengths that measure it are set to match.
  void rebuild(const model::Siblings &siblings, std::size_t index);
  /// One element of a pointer's object or of an array.
  void element(model::TypeId type, model::Value &out);
  /// A pointer to an object of about `count` elements (none: as many as suits the type), or null
  /// where there can be none.
  void object(model::TypeId pointer, std::optional<std::uint64_t> count, model::Value &out);
  /// Puts the text into a pointer's object: with its NUL, cut at an earlier one where nobody can
  /// see behind it.
  void storeText(model::TypeId pointer, bool measured, const std::string &text, model::Value &out);

  /// A plausible number of elements, at least `smallest`.
  std::uint64_t count(std::uint64_t smallest);
  /// Sets a length to the number of elements it measures, sometimes to less.
  void chooseLength(const model::Siblings &siblings, std::size_t length);

private:
  void startTest();
  void siblings(const model::Siblings &siblings);
  void pairedSiblings(const model::Siblings &siblings);
  void lowerSharedLengths(const model::Siblings &siblings);
  void value(model::TypeId type, std::optional<std::uint32_t> bitWidth, model::Value &out);
  void pointer(model::TypeId type, std::optional<std::uint64_t> count, model::Value &out);
  void bytes(model::TypeId scalar, std::uint64_t size, char *data);
  void callback(model::TypeId pointer, model::Value &out);
  void text(model::TypeId pointer, std::optional<std::uint64_t> count, model::Value &out);
  std::uint64_t nullOdds(model::TypeId pointer) const;
  bool canPoint(model::TypeId pointer);

  const model::Subject &subject_;
  const Dictionary &dictionary_;
  ScalarSource &scalars_;
  TextSource &texts_;
  support::Rng &rng_;
  std::vector<signed char> canPoint_;    // per type; -1: not asked yet
  std::vector<model::TypeId> enclosing_; // the types behind the pointers being built
  std::uint32_t objectsLeft_ = 0;        // so that no test grows without end
  std::string text_;
};

/// The most calls of one stub that a test supplies.
inline constexpr std::uint32_t mostCalls = 8;

} // namespace generate
