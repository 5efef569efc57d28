#include "frontend/makers.h"

#include "frontend/drivability.h"

#include <algorithm>
#include <fmt/format.h>

namespace frontend {

using model::Function;
using model::Pass;
using model::Subject;
using model::TypeId;
using model::TypeKind;

namespace {

/// The opaque type that an argument must be an object of; none: it need not.
TypeId neededClass(const Subject &subject, const model::Parameter &parameter) {
  if (parameter.pass != Pass::Object && parameter.pass != Pass::Moved)
    return {};
  const TypeId type = subject[parameter.type].element;
  return subject[type].kind == TypeKind::Incomplete ? type : TypeId();
}

/// The opaque type that a call's result points to; none: it does not.
TypeId madeClass(const Subject &subject, const Function &function) {
  const model::Type &result = subject[function.result];
  return result.kind == TypeKind::Pointer && subject[result.element].kind == TypeKind::Incomplete
             ? result.element
             : TypeId();
}

bool canBeCalled(const Subject &subject, const Function &function, const std::set<TypeId> &made) {
  return !function.undrivable &&
         std::ranges::all_of(function.parameters, [&](const model::Parameter &parameter) {
           const TypeId needed = neededClass(subject, parameter);
           return !needed || made.contains(needed);
         });
}

std::string whyUnmade(const model::Type &type) {
  return type.isAbstract
             ? fmt::format("nothing makes a '{0}': it is abstract, and no derived class is at hand",
                           nameOf(type))
             : fmt::format("nothing makes a '{}'", nameOf(type));
}

} // namespace

std::set<TypeId> madeClasses(const Subject &subject) {
  std::set<TypeId> made;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Function &function : subject.functions)
      if (const TypeId type = madeClass(subject, function);
          type && !made.contains(type) && canBeCalled(subject, function, made))
        grows = made.insert(type).second;
  }
  return made;
}

void excludeUnmade(Subject &subject) {
  const std::set<TypeId> made = madeClasses(subject);
  for (Function &function : subject.functions)
    for (const model::Parameter &parameter : function.parameters)
      if (const TypeId type = neededClass(subject, parameter);
          type && !made.contains(type) && !function.undrivable)
        function.undrivable = whyUnmade(subject[type]);
}

} // namespace frontend
