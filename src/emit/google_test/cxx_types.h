#pragma once

#include "emit/google_test/literals.h"
#include "model/subject.h"
#include "model/test_case.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emit {

/// The types of a subject as generated files write them. A C++ test can't include the user's C
/// headers in general, so it mirrors the types it needs with the very same layout.
class CxxTypes {
public:
  /// What types, fields and enumerators are called: by names of our own, for mirrors, or by those
  /// that they have where the source is included.
  enum class Names { Mirrored, Real };

  /// The subject must outlive this.
  explicit CxxTypes(const model::Subject &subject, Names names = Names::Mirrored);

  /// "int", "bool", "struct point", "Point". Not for pointers and arrays.
  std::string name(model::TypeId type) const;

  /// A declaration without its semicolon: declare(int[3], "a") is "int a[3]". An empty declarator
  /// names the type itself.
  std::string declare(model::TypeId type, std::string_view declarator) const;

  /// What stands between the parentheses of a function's declaration; names may be missing.
  std::string parameterList(const model::Type &function,
                            const std::vector<std::string> &names) const;

  /// The same for an object that does not change.
  std::string declareConst(model::TypeId type, std::string_view declarator) const;

  /// As declare, in C, in a file that includes the source. What C can't name there becomes void.
  std::string declareInC(model::TypeId type, std::string_view declarator) const;

  /// A scalar as C++ writes it; an enumeration's value without a name is cast.
  std::string literal(model::TypeId type, std::string_view bytes, LiteralUse use,
                      std::optional<std::uint32_t> width = {}) const;

  /// A field as an expression names it.
  std::string member(const model::Field &field) const;

  bool isNamed(model::TypeId type) const;
  bool hasRealNames() const { return names_ == Names::Real; }
  const model::Subject &subject() const { return subject_; }

private:
  std::string declareIn(bool inC, model::TypeId type, std::string_view declarator) const;

  const model::Subject &subject_;
  const Names names_;
  std::map<model::TypeId, std::string> invented_; // names of types that have none in C
};

/// The types that one generated file needs.
class TypeNeeds {
public:
  explicit TypeNeeds(const CxxTypes &types) : types_(types) {}

  /// The type can be spelled.
  void mention(model::TypeId type);
  /// Objects of the type can be made.
  void complete(model::TypeId type);
  /// The value can be made, with all it points to.
  void completeFor(model::TypeId type, const model::Value &value);

  /// Definitions in an order that compiles, each with its check of size and offsets.
  std::string definitions() const;
  /// _Static_asserts for the C side, so that a changed subject does not compile; by record.
  std::vector<std::pair<model::TypeId, std::string>> checksInC() const;

private:
  const CxxTypes &types_;
  std::set<model::TypeId> mentioned_, complete_;
};

/// A name for a field of a mirror.
std::string fieldName(const model::Field &field);

} // namespace emit
