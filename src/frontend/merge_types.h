#pragma once

#include "model/subject.h"

namespace frontend {

/// Makes types that can't be told apart by their structure one type, and lets every reference in
/// the subject follow. The first of equal types keeps its place in the order. A struct of C that a
/// source only names is the one that another defines, if there is no second definition. `ends`: by
/// unit, where its types end.
void mergeTypes(model::Subject &subject, const std::vector<std::size_t> &ends = {});

} // namespace frontend
