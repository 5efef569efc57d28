#pragma once

#include "model/subject.h"

namespace frontend {

/// Makes types that can't be told apart by their structure one type, and lets every reference in
/// the subject follow. The first of equal types keeps its place in the order.
void mergeTypes(model::Subject &subject);

} // namespace frontend
