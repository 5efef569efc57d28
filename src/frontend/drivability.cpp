#include "frontend/drivability.h"

#include "model/supplies.h"

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
  case TypeKind::Union:
    return type.fields.empty() ? std::nullopt : unmakablePart(subject, type.fields.front().type);
  case TypeKind::Struct:
    for (const model::Field &field : type.fields)
      if (auto part = unmakablePart(subject, field.type))
        return part;
    return std::nullopt;
  case TypeKind::Unsupported:
  case TypeKind::Incomplete:
    return fmt::format("a '{}'", type.spelling);
  default:
    return std::nullopt;
  }
}

/// What stands against a parameter of this type: "is a pointer to a function".
std::optional<std::string> obstacle(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  if (type.kind != TypeKind::Pointer) {
    const auto part = unmakablePart(subject, id);
    if (!part)
      return std::nullopt;
    return type.kind == TypeKind::Unsupported ? "is " + *part : "contains " + *part;
  }
  const Type &pointee = subject[type.element];
  switch (pointee.kind) {
  case TypeKind::Function:
    return model::canBeStub(subject, type.element)
               ? std::nullopt
               : std::optional<std::string>(
                     "is a pointer to a function that no stub can stand for");
  case TypeKind::Void:
    return "is a pointer to void";
  case TypeKind::Incomplete:
    return fmt::format("is a pointer to the opaque type '{}'", pointee.spelling);
  case TypeKind::Pointer:
    return "is a pointer to a pointer";
  default:
    break;
  }
  const auto part = unmakablePart(subject, type.element);
  return part ? std::optional("needs " + *part) : std::nullopt;
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
    const std::string name = parameter.name.empty() ? fmt::format("number {}", i + 1)
                                                    : fmt::format("'{}'", parameter.name);
    return fmt::format("its parameter {} {}, which can't be made yet", name, *why);
  }
  const Type &result = subject[function.result];
  if (result.kind != TypeKind::Void && result.kind != TypeKind::Pointer)
    if (const auto part = unmakablePart(subject, function.result))
      return fmt::format("it returns {}, which can't be handled yet", *part);
  return std::nullopt;
}

} // namespace frontend
