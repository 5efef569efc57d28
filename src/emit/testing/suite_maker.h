#pragma once

#include "model/suite.h"

#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace emit {

/// Makes subjects and suites by hand, for tests.
class SuiteMaker {
public:
  model::Subject subject;
  model::BranchMap branches;
  model::Suite suite;

  SuiteMaker();
  SuiteMaker(const SuiteMaker &) = delete;
  SuiteMaker &operator=(const SuiteMaker &) = delete;

  model::TypeId voidType, boolType, charType, unsignedCharType, shortType, intType, unsignedType,
      longType, unsignedLongType, longLongType, wideType, floatType, doubleType, longDoubleType;

  model::TypeId type(model::Type type);
  model::TypeId pointerTo(model::TypeId element, bool isConst = false);
  model::TypeId arrayOf(model::TypeId element, std::uint64_t count);
  /// Fields with offsets in bits; alignment is that of the widest field unless given.
  model::TypeId record(model::TypeKind kind, std::string spelling, std::vector<model::Field> fields,
                       std::uint64_t size, std::uint64_t alignment = 0);
  model::TypeId enumeration(std::string spelling, std::vector<model::Enumerator> enumerators);

  /// A class of C++ whose objects only calls make.
  model::TypeId classType(std::string qualified);
  /// Library classes: of pointer and length, and of parts.
  model::TypeId sequence(model::Literal literal, std::string qualified, model::TypeId element);
  model::TypeId tuple(model::Literal literal, std::string qualified,
                      std::vector<model::TypeId> parts);

  model::UnitId unit(std::string path, std::vector<std::string> flags = {});
  model::FunctionId function(std::string name, model::TypeId result,
                             std::vector<model::Parameter> parameters);
  model::FunctionId constructor(model::TypeId owner, std::vector<model::Parameter> parameters);
  model::FunctionId method(model::TypeId owner, std::string name, model::TypeId result,
                           std::vector<model::Parameter> parameters, bool isConst = false);
  model::GlobalId global(std::string name, model::TypeId type, bool isStatic = false);
  model::SiteId site(std::uint32_t line, std::string condition, std::string outcome,
                     std::string function);

  /// A test that returns; arguments are observed as they were unless the test is changed later.
  model::KeptTest &test(model::FunctionId function, std::vector<model::Value> arguments,
                        model::Value result, std::vector<model::SiteId> purpose = {});
  model::KeptTest &endingTest(model::FunctionId function, std::vector<model::Value> arguments,
                              model::Outcome outcome, std::vector<model::SiteId> purpose = {});

  /// Several calls, of which the last one returns, or ends so.
  model::KeptTest &steps(std::vector<model::Step> steps, model::Value result,
                         std::vector<model::SiteId> purpose = {});
  model::KeptTest &endingSteps(std::vector<model::Step> steps, model::Outcome outcome,
                               std::vector<model::SiteId> purpose = {});

private:
  model::TypeId integer(std::string spelling, std::uint64_t size, bool isSigned,
                        bool isChar = false);
};

/// A small complete suite over /work/src/triangle.c: all verdicts, all kinds of tests.
void addTriangle(SuiteMaker &maker);

template <class T> std::string bytesOf(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}
template <class T> model::Value scalar(T value) { return model::Bytes{bytesOf(value)}; }
template <class T> std::string bytesOfAll(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values)
    bytes += bytesOf(value);
  return bytes;
}
template <class T> model::Value array(std::initializer_list<T> values) {
  return model::Bytes{bytesOfAll(values)};
}
template <class T> model::Value object(std::initializer_list<T> values) {
  return model::Object{.bytes = bytesOfAll(values)};
}
inline model::Value objectOf(std::vector<model::Value> parts) {
  return model::Object{.parts = std::move(parts)};
}
inline model::Value parts(std::vector<model::Value> values) {
  return model::Parts{.parts = std::move(values)};
}
/// A union that holds its first member.
inline model::Value unionOf(model::Value value) { return model::UnionPart{0, {std::move(value)}}; }
/// A pointer to the characters and a NUL.
inline model::Value text(std::string characters) {
  characters += '\0';
  return model::Object{.bytes = std::move(characters)};
}
inline model::Value null() { return model::Null{}; }
inline model::Value inside(std::uint32_t object, std::uint64_t offset) {
  return model::Inside{.object = object, .offset = offset};
}
inline model::Value elsewhere(std::string characters) {
  return model::Text{.bytes = std::move(characters)};
}
inline model::Value slot(std::uint32_t number) { return model::FromSlot{model::SlotId(number)}; }
/// A text of a library class.
inline model::Value textObject(const std::string &characters) {
  return parts({text(characters), scalar(static_cast<unsigned long>(characters.size()))});
}
/// The same as the result of a call.
inline model::Value textResult(const std::string &characters) {
  return parts({elsewhere(characters), scalar(static_cast<unsigned long>(characters.size()))});
}
/// A range of a library class.
template <class T> model::Value rangeOf(std::initializer_list<T> values) {
  return parts({object(values), scalar(static_cast<unsigned long>(values.size()))});
}
inline model::Value rangeOfParts(std::vector<model::Value> values) {
  const auto size = static_cast<unsigned long>(values.size());
  return parts({objectOf(std::move(values)), scalar(size)});
}
inline model::Value nothing() { return {}; }

} // namespace emit
