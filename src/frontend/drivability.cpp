#include "frontend/drivability.h"

#include "model/supplies.h"
#include "model/value_access.h"

#include <fmt/format.h>

namespace frontend {
namespace {

using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;

/// The first part of an object of this type that has to be given a value and can't be:
/// "a '_Complex double'".
std::optional<std::string> unmakablePart(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  switch (type.kind) {
  case TypeKind::Array:
    return unmakablePart(subject, type.element);
  case TypeKind::Union: { // one member that can be made is enough
    std::optional<std::string> first;
    for (const model::Field &field : type.fields) {
      auto part = unmakablePart(subject, field.type);
      if (!part)
        return std::nullopt;
      if (!first)
        first = std::move(part);
    }
    return first;
  }
  case TypeKind::Struct:
    for (const model::Field &field : type.fields)
      if (auto part = unmakablePart(subject, field.type))
        return part;
    return std::nullopt;
  case TypeKind::Unsupported:
  case TypeKind::Incomplete:
    return fmt::format("a '{}'", nameOf(type));
  default:
    return std::nullopt;
  }
}

/// What stands against a parameter of this type: "contains a '_Complex float'".
std::optional<std::string> obstacle(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  if (type.kind != TypeKind::Pointer) {
    const auto part = unmakablePart(subject, id);
    if (!part)
      return std::nullopt;
    const bool isWhole = type.kind == TypeKind::Unsupported || type.kind == TypeKind::Incomplete;
    return isWhole ? "is " + *part : "contains " + *part;
  }
  // A va_list is such a pointer: nobody passes a null one.
  if (subject[type.element].kind == TypeKind::Unsupported)
    return fmt::format("needs a '{}'", subject[type.element].spelling);
  return std::nullopt;
}

/// Why a pointer can only be null: "a pointer to the opaque type 'struct opaque'".
std::optional<std::string> onlyNull(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  if (type.kind != TypeKind::Pointer || model::canPointToObject(subject, id))
    return std::nullopt;
  const Type &pointee = subject[type.element];
  switch (pointee.kind) {
  case TypeKind::Function:
    return model::canBeStub(subject, type.element)
               ? std::nullopt
               : std::optional<std::string>("a pointer to a function that no stub can stand for");
  case TypeKind::Incomplete:
    return fmt::format("a pointer to the opaque type '{}'", nameOf(pointee));
  default:
    break;
  }
  if (const auto part = unmakablePart(subject, type.element))
    return fmt::format("a pointer to '{}', which needs {}", pointee.spelling, *part);
  return pointee.size == 0
             ? fmt::format("a pointer to the empty type '{}'", pointee.spelling)
             : fmt::format("a pointer to '{}', which only its library makes", pointee.spelling);
}

std::string nameOf(const model::Function &function, std::size_t parameter) {
  const std::string &name = function.parameters[parameter].name;
  return name.empty() ? fmt::format("number {}", parameter + 1) : fmt::format("'{}'", name);
}

} // namespace

std::optional<std::string> whyUndrivable(const Subject &subject, const model::Function &function,
                                         bool isVariadic) {
  if (function.name == "main" && !function.isStatic)
    return "it is the program's entry point";
  if (isVariadic)
    return "it takes a variable number of arguments";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const model::Parameter &parameter = function.parameters[i];
    const auto why = obstacle(subject, parameter.type);
    if (!why)
      continue;
    return fmt::format("its parameter {} {}, which can't be made yet", nameOf(function, i), *why);
  }
  const Type &result = subject[function.result];
  if (result.kind != TypeKind::Void && result.kind != TypeKind::Pointer)
    if (const auto part = unmakablePart(subject, function.result))
      return fmt::format("it returns {}, which can't be handled yet", *part);
  return std::nullopt;
}

std::optional<std::string> limitOf(const Subject &subject, const model::Function &function,
                                   const std::set<TypeId> &made) {
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const TypeId type = function.parameters[i].type;
    const auto why = onlyNull(subject, type);
    const bool isObject = function.parameters[i].pass == model::Pass::Object ||
                          function.parameters[i].pass == model::Pass::Moved;
    if (!why || isObject || made.contains(subject[type].element))
      continue;
    return fmt::format("its parameter {} is {}: it is always null in tests", nameOf(function, i),
                       *why);
  }
  return std::nullopt;
}

std::string nameOf(const Type &type) {
  const std::string &name = type.qualified.empty() ? type.spelling : type.qualified;
  return name.starts_with("::") ? name.substr(2) : name;
}

} // namespace frontend
