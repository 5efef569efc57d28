#pragma once

#include "emit/google_test/cxx_types.h"
#include "emit/google_test/export_names.h"
#include "model/test_case.h"

#include <optional>
#include <string>
#include <vector>

namespace emit {

/// Values of library classes (Type::literal) as C++ writes them. The things referred to must
/// outlive it.
class ClassLiterals {
public:
  ClassLiterals(const CxxTypes &types, const ExportNames &names, const model::TestCase &test);

  /// Whether the type's name stands in front where that is not needed: "abc" or std::string("abc").
  enum class Style { Short, Typed };
  /// An expression, or what initialises a variable or parameter of that type.
  std::string text(model::TypeId type, const model::Value &value, Style style) const;

  /// The declaration of a stream that holds this.
  std::string stream(model::TypeId type, const model::Value &value, const std::string &name) const;

  /// The characters of a Text or stream; nothing if they were not all seen.
  std::optional<std::string> characters(model::TypeId type, const model::Value &value) const;

private:
  std::string textLiteral(model::TypeId type, const model::Value &value, Style style) const;
  std::string braced(const std::vector<std::string> &items, model::TypeId type, Style style) const;
  std::vector<std::string> elements(model::TypeId type, const model::Value &value) const;
  std::string element(model::TypeId type, const model::Value &value) const;
  std::string typedElement(model::TypeId type, const model::Value &value) const;
  std::string pointerTo(const model::Type &smartPointer, const model::Value &value) const;
  std::optional<std::string> wideText(model::TypeId type, const model::Value &value) const;
  std::string bytesFrom(const model::Value &pointer, std::size_t size) const;

  const CxxTypes &types_;
  const ExportNames &names_;
  const model::Subject &subject_;
  std::vector<const model::Value *> objects_; // of the test, by number
};

/// How many elements or characters a Range, a Text or a stream has.
std::uint64_t lengthOf(const model::Value &literal);

/// Whether an Optional is a std::unique_ptr or std::shared_ptr.
bool isSmartPointer(const model::Type &type);

/// Which alternative a Variant holds.
std::size_t alternativeOf(const model::Type &variant, const model::Value &value);

} // namespace emit
