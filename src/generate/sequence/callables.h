#pragma once

#include "model/subject.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace generate {

/// Who makes objects, and who takes them: an index over the functions of a subject that tests can
/// call. Objects are of types that only calls make (classes, opaque structs), or of structs for
/// which there is a function that does.
class Callables {
public:
  explicit Callables(const model::Subject &subject);

  /// Functions that return objects of this type and can be called, those that need the fewest calls
  /// before them first.
  std::span<const model::FunctionId> makers(model::TypeId type) const { return at(makers_, type); }
  /// Functions that take an object of this type.
  std::span<const model::FunctionId> users(model::TypeId type) const { return at(users_, type); }
  /// Those that take one and may change it.
  std::span<const model::FunctionId> changers(model::TypeId type) const {
    return at(changers_, type);
  }

  /// Whether an object of this type may be one of another, too: a base or a derived class.
  bool hasViews(model::TypeId type) const { return hasViews_.contains(type); }

  /// Those that bring storage of this type into the state that others need.
  std::span<const model::FunctionId> initialisers(model::TypeId type) const {
    return at(initialisers_, type);
  }

  /// Functions that change state which this one's conditions hang on; where there are very many,
  /// some from all over the subject.
  struct Influences {
    std::vector<model::FunctionId> byAnything;
    std::vector<model::FunctionId> byVariables; // so they need no object in common
  };
  Influences influencesOn(const model::Function &function) const;

  /// How many calls it takes to have an object of this type; none: no calls do.
  std::optional<std::uint32_t> cost(model::TypeId type) const;
  /// How many calls must come before one of this function; none: some object can't be made.
  std::optional<std::uint32_t> costBefore(const model::Function &function) const;

  /// What the function is to be given objects for, by parameter; none: a value will do.
  std::optional<model::TypeId> wanted(const model::Parameter &parameter) const;
  /// Whether tests of the function are sequences, since it takes objects.
  bool needsSequences(const model::Function &function) const;

private:
  using Lists = std::map<model::TypeId, std::vector<model::FunctionId>>;
  static std::span<const model::FunctionId> at(const Lists &lists, model::TypeId type);

  const model::Subject &subject_;
  Lists makers_, users_, changers_, initialisers_;
  std::set<model::TypeId> hasViews_;
  std::map<model::TypeId, std::uint32_t> costs_;
  std::map<std::uint32_t, std::vector<model::FunctionId>> changersOf_; // by state
};

} // namespace generate
