#include "solver/chain.h"

#include "solver/bits/bits_layer.h"
#include "solver/constants.h"
#include "solver/cores.h"
#include "solver/exhaustion.h"
#include "solver/intervals/interval_layers.h"
#include "solver/inversion.h"
#include "solver/models.h"
#include "solver/search/search_layer.h"
#include "solver/slicing.h"
#include "solver/z3/z3_layer.h"

namespace solver {

namespace {

/// From the last layer to the first, each with the one that follows it.
class Layers : public Chain {
public:
  Layers(std::unique_ptr<Meter> meter, std::unique_ptr<Layer> last)
      : meter_(std::move(meter)), last_(std::move(last)) {}

  Answer solve(const Query &query) override { return constants_.solve(query); }
  const Counts &counts() const override { return meter_->counts(); }

private:
  std::unique_ptr<Meter> meter_;
  std::unique_ptr<Layer> last_;
  RunValues run_;
  RecentPools<Shapes> shapes_;
  search::FitnessCompiler compiler_;
  search::SearchLayer thorough_{search::Effort::Thorough, compiler_, *last_, *meter_};
  intervals::IntervalSearch intervals_{thorough_, *meter_};
  search::SearchLayer search_{search::Effort::Quick, compiler_, intervals_, *meter_};
  bits::BitsLayer bits_{search_, *meter_};
  Exhaustion exhaustion_{bits_, *meter_};
  intervals::QuickIntervals ranges_{exhaustion_, *meter_};
  Inversion inversion_{ranges_, *meter_};
  Models models_{inversion_, *meter_};
  Cores cores_{models_, shapes_, *meter_};
  Slicing slicing_{cores_, run_, *meter_};
  Constants constants_{slicing_, run_, *meter_};
};

} // namespace

support::Result<std::unique_ptr<Chain>> Chain::make(const Limits &limits) {
  auto meter = std::make_unique<Meter>();
  auto z3 = z3worker::Z3Layer::make(limits, *meter);
  if (!z3)
    return z3.error();
  return std::unique_ptr<Chain>(std::make_unique<Layers>(std::move(meter), std::move(*z3)));
}

} // namespace solver
