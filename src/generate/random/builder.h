#pragma once

#include "generate/random/scalar_source.h"
#include "generate/random/text_source.h"
#include "model/value_access.h"
#include "support/rng.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace generate {

/// Builds fresh values of any type that a test can hold, into values that may hold anything (their
/// memory is reused). Everything passed in must outlive it.
class Builder {
public:
  Builder(const model::Subject &subject, const Dictionary &dictionary, ScalarSource &scalars,
          TextSource &texts, support::Rng &rng);

  /// A fresh test; every length stays inside the objects it measures.
  void test(model::FunctionId function, model::TestCase &out);

  /// Between these two calls the steps of a test may be changed; its objects are labelled
  /// meanwhile. What the calls ask for beside their arguments is made anew.
  void beginSequence(model::TestCase &test);
  void endSequence(model::TestCase &test);
  /// Fresh arguments for a step of it.
  void arguments(model::FunctionId function, std::vector<model::Value> &out);

  /// Between these two calls a test may be changed by the functions below. Its objects are labelled
  /// meanwhile (model/objects.h).
  void beginChange(model::TestCase &test);
  void endChange(model::TestCase &test);
  const model::ObjectTable &objects() const { return objects_; }

  /// One of several siblings; the lengths that measure it are set to match.
  void rebuild(const model::Siblings &siblings, std::size_t index);
  /// One element of a pointer's object or of an array.
  void element(model::TypeId type, model::Value &out);
  /// The only element of a pointer's object: a struct that may end in `char data[]`.
  void soleElement(model::TypeId type, model::Value &out);
  /// A pointer to an object of about `count` elements (none: as many as suits the type), or null
  /// where there can be none.
  void newObject(model::TypeId pointer, std::optional<std::uint64_t> count, model::Value &out);
  /// Makes a pointer refer to a place in an object that the test has already; false if none suits
  /// its type.
  bool inside(model::TypeId pointer, model::Value &out);
  /// Puts the text into a pointer's object: with its NUL, cut at an earlier one where nobody can
  /// see behind it.
  void storeText(model::TypeId pointer, bool measured, const std::string &text, model::Object &out);

  /// What the bytes behind a pointer to void are taken for, now and then.
  const model::Type &bufferElement(std::size_t size);
  /// A plausible number of elements, at least `smallest`.
  std::uint64_t count(std::uint64_t smallest);
  /// Sets a length to the number of elements it measures, sometimes to less.
  void chooseLength(const model::Siblings &siblings, std::size_t length);

private:
  void startChange(model::FunctionId function);
  void startValue();
  void siblings(const model::Siblings &siblings);
  void single(const model::Siblings &siblings, std::size_t i);
  void pairedSiblings(const model::Siblings &siblings);
  void lowerSharedLengths(const model::Siblings &siblings);
  /// What a run may ask for beside its arguments: every variable, and some calls of every stub.
  void supplied(std::span<const model::SupplyId> supplies, std::vector<model::Supplied> &out);
  void value(model::TypeId type, std::optional<std::uint32_t> bitWidth, model::Value &out);
  void object(model::TypeId pointer, std::optional<std::uint64_t> count, model::Value &out);
  void fill(model::TypeId pointer, std::optional<std::uint64_t> count, model::Object &out);
  void pointer(model::TypeId type, std::optional<std::uint64_t> count, model::Value &out);
  void record(model::TypeId type, model::Value &out);
  void flexibleTail(const model::Siblings &siblings, std::size_t last);
  void bytes(model::TypeId scalar, std::uint64_t size, char *data);
  void buffer(std::optional<std::uint64_t> count, model::Object &out);
  void textList(model::TypeId pointer, std::optional<std::uint64_t> count, model::Object &out);
  void callback(model::TypeId pointer, model::Value &out);
  void text(model::TypeId pointer, std::optional<std::uint64_t> count, model::Object &out);
  bool isEnclosed(model::TypeId pointer) const;
  std::uint64_t nullOdds(model::TypeId pointer) const;
  std::uint64_t insideOdds(model::TypeId pointer) const;
  const std::vector<std::uint32_t> &membersOf(model::TypeId unionType);
  bool canPoint(model::TypeId pointer);

  const model::Subject &subject_;
  const Dictionary &dictionary_;
  ScalarSource &scalars_;
  TextSource &texts_;
  support::Rng &rng_;
  const bool hasLiterals_;
  std::vector<signed char> canPoint_;               // per type; -1: not asked yet
  std::vector<model::TypeId> enclosing_;            // the types behind the pointers being built
  std::vector<std::vector<std::uint32_t>> members_; // of unions, by type; asked once
  model::ObjectTable objects_;                      // of the test at hand; labels
  std::uint32_t objectsLeft_ = 0;                   // so that no test grows without end
  bool mayAlias_ = true;                            // pointers may refer to objects of others
  bool isSoleElement_ = false; // the struct built next may have a tail: char data[]
  std::string text_;
};

/// The most calls of one stub that a test supplies.
inline constexpr std::uint32_t mostCalls = 8;

} // namespace generate
