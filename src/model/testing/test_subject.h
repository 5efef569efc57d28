#pragma once

#include "model/subject.h"

#include <string>
#include <utility>
#include <vector>

namespace model {

/// Subjects for unit tests, put together type by type. Each call adds a type of its own.
class TestSubject {
public:
  Subject subject;

  TypeId integer(std::uint64_t size, bool isSigned = true) {
    return add({.kind = TypeKind::Integer, .isSigned = isSigned, .size = size, .alignment = size});
  }
  TypeId character() {
    return add({.kind = TypeKind::Integer, .isSigned = true, .isChar = true, .size = 1});
  }
  TypeId boolean() { return add({.kind = TypeKind::Bool, .size = 1}); }
  TypeId real(std::uint64_t size) { return add({.kind = TypeKind::Float, .size = size}); }
  TypeId enumeration(const std::vector<std::int64_t> &values) {
    Type type{.kind = TypeKind::Enum, .size = 4};
    for (const std::int64_t value : values) {
      type.enumerators.push_back({"e" + std::to_string(type.enumerators.size()), value});
      type.isSigned = type.isSigned || value < 0;
    }
    return add(type);
  }
  TypeId pointer(TypeId element, bool toConst = false) {
    return add(
        {.kind = TypeKind::Pointer, .pointeeIsConst = toConst, .size = 8, .element = element});
  }
  TypeId text() { return pointer(character(), true); }
  TypeId array(TypeId element, std::uint64_t count) {
    return add({.kind = TypeKind::Array,
                .size = subject[element].size * count,
                .element = element,
                .count = count});
  }
  TypeId record(const std::vector<TypeId> &fields, TypeKind kind = TypeKind::Struct) {
    Type type{.kind = kind};
    for (const TypeId field : fields) {
      type.fields.push_back({"f" + std::to_string(type.fields.size()), field, type.size * 8, {}});
      type.size += subject[field].size;
    }
    return add(type);
  }
  TypeId add(Type type) {
    subject.types.push_back(std::move(type));
    return TypeId(subject.types.size() - 1);
  }

  FunctionId function(const std::vector<TypeId> &parameters, std::vector<LengthPair> pairs = {},
                      Constants constants = {}) {
    Function function;
    function.name = "f" + std::to_string(subject.functions.size());
    for (const TypeId type : parameters)
      function.parameters.push_back({"p" + std::to_string(function.parameters.size()), type});
    function.lengthPairs = std::move(pairs);
    function.constants = std::move(constants);
    subject.functions.push_back(std::move(function));
    return FunctionId(subject.functions.size() - 1);
  }
};

} // namespace model
