#pragma once

#include "emit/dialects/dialect.h"
#include "emit/google_test/cxx_types.h"
#include "emit/google_test/export_names.h"
#include "model/suite.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace emit {

/// A local variable of a test that an argument points to.
struct LocalObject {
  std::string name;
  model::TypeId element;
  std::uint64_t count = 0;
  /// Heap: a std::unique_ptr. Pointer: to a block, for what the call frees and for a struct that
  /// ends in `char data[]`. Inline: a literal in the call.
  enum class Form { Variable, Array, Heap, Pointer, Inline } form = Form::Variable;

  /// The element as an lvalue: "values[2]", "p".
  std::string at(std::uint64_t index) const;
  /// A pointer to its beginning: "values", "&p".
  std::string address() const;
};

/// The part of a test before the call under test, and that call.
struct Arguments {
  std::vector<std::string> lines;      // statements that declare and fill the locals; earlier calls
  std::vector<LocalObject> objects;    // numbered as Inside::object is
  std::vector<std::string> supplied;   // lvalues of what the test supplies, in its order
  std::string call;                    // an expression
  std::vector<std::string> holding;    // the call as statements, if a variable holds its result
  std::vector<std::string> references; // one per parameter: the variable that it refers to, if any
  std::vector<std::string> observers;  // calls
};

/// Makes the arguments of a test and supplies what else it needs. Locals take none of the
/// `takenNames`, and join them.
Arguments makeArguments(const Dialect &dialect, const CxxTypes &types, const ExportNames &names,
                        const model::KeptTest &test, std::set<std::string> &takenNames);

/// Where `offset` bytes into the object are, for a pointer to `pointee`: "&values[2]"; nothing if
/// no expression of that type names the place.
std::optional<std::string> placeInside(const CxxTypes &types, const LocalObject &object,
                                       std::uint64_t offset, model::TypeId pointee);

/// A member of the lvalue at `path`; of "(*pointer)" it is "pointer->member".
std::string memberOf(const CxxTypes &types, const std::string &path, const model::Field &field);

/// The name, or the name with underscores; it is taken from now on.
std::string freshName(const std::string &name, std::set<std::string> &takenNames);

/// True if an array of characters holds text and then zeros only.
bool isText(std::string_view bytes);

/// Number of elements of what a pointer to `element` points to.
std::uint64_t elementCount(const model::Subject &subject, model::TypeId element,
                           const model::Value &object);

} // namespace emit
