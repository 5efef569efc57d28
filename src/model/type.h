#pragma once

#include "support/id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

using TypeId = support::Id<struct TypeTag>;
using UnitId = support::Id<struct UnitTag>;

enum class TypeKind {
  Void,
  Bool,
  Integer,  // char, short, int, long, long long, __int128 and their unsigned forms
  Enum,     // an integer with named values
  Float,    // float, double, long double (size tells)
  Pointer,  // `element` is what it points to (Void, a complete type, an incomplete one, a Function)
  Array,    // `count` times `element`
  Struct,   // complete: has fields
  Union,    // complete: fields all at offset 0
  Function, // only ever behind a Pointer
  Incomplete,  // opaque: its objects are made by calls alone. Declared, never defined in this unit
               // (struct opaque;), or a class of C++. Tests hold them by pointers in slots
  Unsupported, // complex, vector, va_list, atomic...; `spelling` says which
};

struct Field {
  std::string name; // empty for an anonymous struct or union member
  TypeId type;
  std::uint64_t offsetBits = 0;
  std::optional<std::uint32_t> bitWidth; // set for bit-fields only
};

struct Enumerator {
  std::string name;
  std::int64_t value = 0;
};

/// Two fields or two parameters that belong together: `pointer` refers to as many elements as
/// `length` says.
struct LengthPair {
  std::uint32_t pointer = 0;
  std::uint32_t length = 0;

  friend bool operator==(LengthPair, LengthPair) = default;
};

/// What tests write as a literal though it is a class of C++'s library. The type itself is then the
/// plain struct, pointer or scalar that thunks make it of, and `qualified` is what C++ calls it.
enum class Literal : unsigned char {
  None,
  Text,     // std::string, std::string_view...: a struct of pointer and length
  Range,    // std::vector, std::set, std::map...: a struct of pointer and length
  Tuple,    // std::pair, std::tuple, std::array, std::complex: a struct with a field for each part
  Optional, // std::optional, std::unique_ptr<int>...: a struct of a Bool and the value
  Variant,  // std::variant: a struct of a number, which chooses (modulo), and all alternatives
  Scalar,   // a duration, std::bitset...: what one number makes
  Callable, // std::function: a pointer to a function
  InputStream,  // std::istream: as Text, what is read from it
  OutputStream, // std::ostream: as Text, what was written to it before
};

/// One canonical type (typedefs looked through, qualifiers dropped, sizes as the target lays them
/// out).
struct Type {
  TypeKind kind = TypeKind::Void;
  std::string spelling;  // how C names it: "unsigned int", "struct point", "Point" for a typedef of
                         // an anonymous struct
  std::string qualified; // struct, union, enum in C++: how code behind the source names it; there,
                         // `spelling` has underscores for the namespaces
  bool isScoped = false; // enum class
  bool hasTag = false;   // struct, union, enum: `spelling` starts with the keyword and names a tag
  bool isSigned = false; // Integer, Enum
  bool isChar = false; // Integer: char, signed char or unsigned char (not int8_t-as-number guesses)
  bool pointeeIsConst = false; // Pointer: the callee promises not to write through it
  bool isSystem = false;       // declared in a system header (struct tm, FILE)
  std::uint64_t size = 0;      // bytes; 0 for Void, Function, Incomplete
  std::uint64_t alignment = 1;
  TypeId element; // Pointer, Array; Function: what it returns
  std::uint64_t count = 0;
  std::vector<TypeId> parameters; // Function
  bool isVariadic = false;        // Function
  std::vector<Field> fields;
  std::vector<UnitId> opaqueIn; // Struct, Union of C: sources that know no more than its name
  std::vector<Enumerator> enumerators;
  std::vector<LengthPair> lengthPairs; // Struct: pairs of fields; one pointer may have several
                                       // lengths (count and capacity)
  Literal literal = Literal::None;
  std::vector<TypeId> bases;   // Incomplete, a class: what it is derived from in public, directly
  bool isAbstract = false;     // Incomplete, a class: no object of just this class
  bool isProgramInput = false; // Struct: what a program reads (model/program.h); a null pointer in
                               // it means that there is nothing, not that something is missing
};

} // namespace model
