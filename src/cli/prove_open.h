#pragma once

#include "build/target.h"
#include "campaign/search.h"
#include "emit/file.h"
#include "model/suite.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace backward {
class Refuter;
}
namespace proof {
class Prover;
}
namespace solver {
class Chain;
}

namespace cli {

/// Asks of sites whether any execution takes them: by backward search over our terms, and by
/// formulas for Z3. Only where both say no, one is infeasible. No site is asked for twice but one
/// that was cut short.
class InfeasibilityProver {
public:
  /// `perSite`: seconds for one site while the search goes on; none: counted work alone. All must
  /// outlive it.
  InfeasibilityProver(const build::Program &program, const build::WorkFolder &work,
                      const emit::Layout &layout, std::optional<double> perSite);
  ~InfeasibilityProver();

  /// While the search goes on.
  campaign::ProofAttempt attempt(model::SiteId site, const std::function<bool()> &stop);

  /// When it is over: every open branch that no run ever took, in so many seconds. What is proved
  /// is among suite.proved. Returns the obligations, for DIR/proofs.
  std::vector<emit::File> proveOpen(model::Suite &suite, std::optional<double> seconds,
                                    const std::function<bool()> &interrupted);

private:
  struct Answer {
    bool wasCutShort = false;
    std::optional<model::Infeasible> infeasible;
    std::vector<emit::File> obligations;
  };
  const Answer &answerFor(model::SiteId site, const std::function<bool()> &stop,
                          campaign::ProofAttempt &effort);
  Answer ask(model::SiteId site, const std::function<bool()> &stop, campaign::ProofAttempt &effort);
  bool isReady();

  const build::Program &program_;
  const build::WorkFolder work_;
  const emit::Layout &layout_;
  const std::optional<double> perSite_;
  std::function<bool()> stop_; // of what is asked now
  std::unique_ptr<solver::Chain> solver_;
  std::unique_ptr<backward::Refuter> refuter_;
  std::unique_ptr<proof::Prover> prover_;
  std::map<model::SiteId, Answer> answers_;
  std::uint64_t segments_ = 0, queries_ = 0;
  std::size_t refuted_ = 0;
};

} // namespace cli
