#pragma once

#include "model/objects.h"
#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>
#include <optional>
#include <span>

namespace model {

/// Wide enough for every C integer; unsigned __int128 keeps its bits.
using Wide = __int128;

/// The integer of this type (Bool, Integer, Enum) that lies at `data`, extended by its sign.
Wide readInteger(const Type &type, const char *data);
/// Stores the low bytes of the value; any value but zero makes a Bool true.
void writeInteger(const Type &type, char *data, Wide value);
/// What the value becomes when it is stored in this type, or in a bit-field of it.
Wide wrap(const Type &type, std::optional<std::uint32_t> bitWidth, Wide value);
/// The smallest and the largest value of an integer type or bit-field (unsigned __int128: of its
/// lower half).
Wide smallest(const Type &type, std::optional<std::uint32_t> bitWidth);
Wide largest(const Type &type, std::optional<std::uint32_t> bitWidth);

/// The floating-point number of this type that lies at `data`.
long double readFloat(const Type &type, const char *data);
/// Stores the value rounded to the type; padding bytes become zero.
void writeFloat(const Type &type, char *data, long double value);

/// The scalar that a type kept as bytes is made of: itself, or the innermost element of an array.
TypeId scalarOf(const Subject &subject, TypeId type);
/// True for a pointer to characters, whose object ends in a NUL.
bool isText(const Subject &subject, TypeId type);
/// True for a pointer to such pointers: a list of texts, which mostly ends in a null pointer.
bool isTextList(const Subject &subject, TypeId type);
/// True for a list of texts that does end so.
bool endsInNull(const Subject &subject, TypeId type, const Value &value);
/// True for a pointer to records that hold such pointers themselves: null is where a list ends.
bool isLink(const Subject &subject, TypeId type);
/// How many elements a pointer's object or an array holds, a text's closing NUL and the null
/// pointer at the end of a list of texts not counted; none for null and for other types. For a
/// pointer into an object: how many there are from there on, if the table is given.
std::optional<std::uint64_t> elementCount(const Subject &subject, TypeId type, const Value &value,
                                          const ObjectTable *objects = nullptr);

/// Values that stand side by side, the arguments of a call or the fields of a struct, with the
/// pairs among them. Refers to them, owns nothing. With the table of the test's objects, lengths
/// also mind what pointers into objects refer to.
class Siblings {
public:
  Siblings(const Subject &subject, const Function &function, std::span<Value> arguments,
           const ObjectTable *objects = nullptr);
  Siblings(const Subject &subject, const Type &structOrUnion, Value &record,
           const ObjectTable *objects = nullptr);

  std::size_t size() const { return values_.size(); }
  Value &operator[](std::size_t i) const { return values_[i]; }
  TypeId type(std::size_t i) const { return fields_ ? fields_[i].type : parameters_[i].type; }
  std::optional<std::uint32_t> bitWidth(std::size_t i) const;
  /// How many elements a parameter is declared to have; 0: it does not say.
  std::uint64_t declaredCount(std::size_t i) const {
    return parameters_ ? parameters_[i].count : 0;
  }

  /// Those pairs whose members have types that can be a pair.
  bool hasPairs() const { return !pairs_.empty(); }
  template <class Visit> void forEachPair(Visit visit) const {
    for (const LengthPair &pair : pairs_)
      if (isPair(pair))
        visit(pair);
  }
  bool isLength(std::size_t i) const;

  /// The largest length that stays inside every object it measures; none if all are null.
  std::optional<std::uint64_t> lengthLimit(std::size_t length) const;
  /// The length that says exactly how many elements there are (the fewest, if several share it).
  std::optional<std::uint64_t> fullLength(std::size_t length) const;
  Wide length(std::size_t i) const;
  void setLength(std::size_t i, Wide value) const;

  /// After value `pointer` went from `before` elements to what it has now: lengths that were equal
  /// to the old count get the new one.
  void lengthsFollow(std::size_t pointer, std::uint64_t before) const;
  /// Lowers lengths that reach past an object.
  void repair() const;

private:
  bool isPair(const LengthPair &pair) const;
  std::optional<std::uint64_t> countOf(std::size_t i) const;

  const Subject *subject_;
  const Parameter *parameters_ = nullptr;
  const Field *fields_ = nullptr;
  std::span<const LengthPair> pairs_;
  std::span<Value> values_;
  const ObjectTable *objects_;
};

/// Makes every length of the test, also those in structs, stay inside the objects it measures.
void repairLengths(const Subject &subject, TestCase &test);

/// Makes the lengths among the supplied variables stay inside the arrays they measure.
void repairSupplied(const Subject &subject, TestCase &test);

/// The simplest value: zeros, empty texts and lists of texts, objects of one element; null for
/// pointers to something that has no values, and to structs from inside a pointer's object.
Value simplestValue(const Subject &subject, TypeId type);
/// A call with such arguments, and such values for the variables it is supplied with.
TestCase simplestTest(const Subject &subject, FunctionId id);

/// True if a test can hold values of this type: no part of it is Void, Function, Incomplete or
/// Unsupported (of a union, some field is none of these).
bool hasValues(const Subject &subject, TypeId type);
/// The fields of a union that a test can give it, by number.
std::vector<std::uint32_t> unionMembers(const Subject &subject, TypeId type);
/// True if a pointer of this type can be more than null: what it points to is void or has values,
/// and is no private state of a library (FILE).
bool canPointToObject(const Subject &subject, TypeId pointer);

} // namespace model
