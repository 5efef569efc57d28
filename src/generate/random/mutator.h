#pragma once

#include "generate/random/builder.h"
#include "generate/random/scalar_source.h"
#include "generate/random/text_source.h"
#include "model/value_access.h"
#include "support/rng.h"

#include <optional>
#include <vector>

namespace generate {

/// Changes the arguments of a test's steps. What comes out fits the parameters' types, and every
/// length stays inside the objects it measures. Everything passed in must outlive it.
class Mutator {
public:
  Mutator(const model::Subject &subject, Builder &builder, ScalarSource &scalars, TextSource &texts,
          support::Rng &rng);

  /// Makes one to a few changes to the arguments of a step, or to what it is supplied with; `donor`
  /// is another test to take pieces from.
  void mutate(model::TestCase &test, const model::TestCase &donor, std::size_t step);
  /// Takes some arguments from the other test of the same function. (Sequences stay as they are.)
  void cross(model::TestCase &test, const model::TestCase &other);

private:
  /// A value inside a test that can be changed by itself.
  struct Place {
    model::Value *value;
    model::TypeId type;
    std::optional<model::Siblings> siblings; // none: an element of an array or object
    std::size_t index;                       // among the siblings
  };

  void setStep(model::TestCase &test, std::size_t step);
  void changeOnce(model::TestCase &test, const model::TestCase &donor);
  void crossSupplied(model::TestCase &test, const model::TestCase &other, std::uint32_t first,
                     std::uint32_t base);
  void changeSupplied(model::TestCase &test, const model::TestCase &donor);
  bool changeArguments();
  bool shiftTogether();
  void collect(const model::Siblings &siblings, std::size_t index);
  void collectInside(model::TypeId type, model::Value &value);
  void change(const Place &place, const model::TestCase &donor);
  void changeLength(const model::Siblings &siblings, std::size_t index);
  void changePointer(const Place &place, const model::TestCase &donor);
  void redirect(const Place &place);
  void chooseLengths(const Place &place);
  std::size_t fewestElements(const Place &place) const;
  bool isTail(const Place &place) const;
  void resizeTail(const Place &place);
  void changeText(const Place &place, const model::TestCase &donor);
  void changeBytes(const Place &place);
  void resizeBytes(const Place &place);
  void resizeParts(const Place &place);
  void makeNull(const Place &place);
  void rememberSome(model::TypeId type, const model::Value &value);
  bool isMeasured(const Place &place) const;

  const model::Subject &subject_;
  model::Step *step_ = nullptr; // the one being changed
  const model::Function *function_ = nullptr;
  Builder &builder_;
  ScalarSource &scalars_;
  TextSource &texts_;
  support::Rng &rng_;
  std::vector<Place> places_;
  std::string text_, donorText_;
};

} // namespace generate
