#include "model/test_case.h"

namespace model {

bool isScalar(const Type &type) {
  return type.kind == TypeKind::Bool || type.kind == TypeKind::Integer ||
         type.kind == TypeKind::Enum || type.kind == TypeKind::Float;
}

bool isKeptAsBytes(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  return isScalar(type) || (type.kind == TypeKind::Array && isKeptAsBytes(subject, type.element));
}

} // namespace model
