#include "model/value.h"

namespace model {

bool operator==(const Parts &a, const Parts &b) { return a.parts == b.parts; }
bool operator==(const UnionPart &a, const UnionPart &b) {
  return a.field == b.field && a.part == b.part;
}
bool operator==(const Object &a, const Object &b) {
  return a.bytes == b.bytes && a.parts == b.parts && a.label == b.label;
}

} // namespace model
