#pragma once

#include "build/target.h"
#include "emit/file.h"
#include "model/suite.h"

#include <functional>
#include <optional>

namespace cli {

/// How long proofs are sought.
struct ProofLimits {
  std::optional<double> seconds; // none: counted work alone
  std::function<bool()> interrupted;
};

/// Asks for every open branch that no run ever took whether any execution can: by backward search
/// over our terms, and by formulas for Z3. Where both say no, it is among suite.proved. Returns the
/// obligations, for DIR/proofs.
std::vector<emit::File> proveOpen(model::Suite &suite, const build::Program &program,
                                  const build::WorkFolder &work, const emit::Layout &layout,
                                  const ProofLimits &limits);

} // namespace cli
