#pragma once

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace instrument {

/// Lets every function of a module, as it stands, carry terms beside its values.
/// `definedElsewhere`: functions of the program's other units, which are not the library's even if
/// they have its names. `withConcreteVersions`: symbolic_versions.h.
void propagateTerms(llvm::Module &module, const std::vector<std::string> &definedElsewhere,
                    bool withConcreteVersions);

} // namespace instrument
