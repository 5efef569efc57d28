#include "solver/chain.h"

#include "solver/bits/bits_layer.h"
#include "solver/checked.h"
#include "solver/constants.h"
#include "solver/cores.h"
#include "solver/exhaustion.h"
#include "solver/intervals/interval_layers.h"
#include "solver/inversion.h"
#include "solver/linear_first.h"
#include "solver/mixed/mixed.h"
#include "solver/orders.h"
#include "solver/query_file.h"
#include "solver/recent_assignments.h"
#include "solver/search/search_layer.h"
#include "solver/slicing.h"
#include "solver/z3/integers_layer.h"
#include "solver/z3/reals_layer.h"
#include "solver/z3/z3_layer.h"

#include <atomic>

namespace solver {

namespace {

/// Asks one layer about linear queries and another one about the rest.
class ByLinearity : public Layer {
public:
  ByLinearity(Layer &linear, Layer &other) : linear_(linear), other_(other) {}
  Answer solve(Slice &slice) override {
    return (Linearised::hasWork(slice.tape) ? other_ : linear_).solve(slice);
  }

private:
  Layer &linear_, &other_;
};

/// What stands behind it is asked only if the query may be tried hard.
class OnlyInFull : public Layer {
public:
  explicit OnlyInFull(Layer &next) : next_(next) {}
  Answer solve(Slice &slice) override {
    return slice.effort == Effort::Full ? next_.solve(slice) : Answer(Unknown{"effort"});
  }

private:
  Layer &next_;
};

/// From the last layer to the first, each with the one that follows it.
class Layers : public Chain {
public:
  /// `isStopped` is what the limits look at.
  Layers(const Limits &limits, std::shared_ptr<std::atomic<bool>> isStopped,
         std::unique_ptr<Meter> meter, std::unique_ptr<z3worker::Z3Layer> z3,
         const std::string &queryFolder)
      : choice_(limits.choice), stop_(limits.stop), isStopped_(std::move(isStopped)),
        meter_(std::move(meter)), z3_(std::move(z3)),
        log_(limits.learns ? static_cast<Layer &>(cores_) : recent_, queryFolder) {}

  Answer solve(const Query &query) override {
    return stop_() ? Unknown{"stopped"} : checked_.solve(query);
  }
  void stop() override { *isStopped_ = true; }
  const Counts &counts() const override { return meter_->counts(); }

private:
  /// With that choice the first one, else the second.
  Layer &with(Choice choice, Layer &layer, Layer &other) {
    return choice_ == choice ? layer : other;
  }
  Layer &withAll(Layer &layer, Layer &other) { return with(Choice::All, layer, other); }

  Choice choice_;
  std::function<bool()> stop_;
  std::shared_ptr<std::atomic<bool>> isStopped_;
  std::unique_ptr<Meter> meter_;
  std::unique_ptr<z3worker::Z3Layer> z3_;
  RunValues run_;
  search::FitnessCompiler compiler_;
  GiveUp giveUp_;
  search::SearchLayer thorough_{search::Effort::Thorough, compiler_, withAll(*z3_, giveUp_),
                                *meter_};
  z3worker::RealsLayer reals_{*z3_, thorough_, *meter_};
  intervals::IntervalSearch intervals_{withAll(reals_, giveUp_), *meter_};
  OnlyInFull costly_{withAll(intervals_, thorough_)};
  search::SearchLayer search_{search::Effort::Quick, compiler_, costly_, *meter_};
  ByLinearity numbers_{search_, with(Choice::Intervals, intervals_, search_)};
  z3worker::IntegersLayer integers_{*z3_, giveUp_, *meter_};
  bits::BitsLayer bits_{numbers_, *meter_, choice_ == Choice::All ? &integers_ : nullptr};
  Meter linearMeter_; // linear queries are a part of the layer that asks them
  search::SearchLayer linearSearch_{search::Effort::Quick, compiler_, giveUp_, linearMeter_};
  bits::BitsLayer linearBits_{withAll(giveUp_, linearSearch_), linearMeter_};
  intervals::QuickIntervals linearRanges_{linearBits_, linearMeter_};
  ByLinearity whole_{bits_, with(Choice::Linear, giveUp_, bits_)};
  LinearFirst linear_{linearRanges_, whole_, *meter_};
  Exhaustion exhaustion_{with(Choice::NonLinear, bits_, linear_), *meter_};
  intervals::QuickIntervals ranges_{exhaustion_, *meter_};
  Orders orders_{ranges_, *meter_};
  Inversion inversion_{orders_, *meter_};
  Mixed mixed_{inversion_, *meter_};
  RecentAssignments recent_{mixed_, *meter_};
  Cores cores_{recent_, *meter_};
  QueryLog log_;
  Slicing slicing_{log_, run_, *meter_};
  Constants constants_{slicing_, run_, *meter_};
  Checked checked_{constants_, *meter_};
};

} // namespace

support::Result<std::unique_ptr<Chain>> Chain::make(const Limits &given,
                                                    const std::string &queryFolder) {
  auto isStopped = std::make_shared<std::atomic<bool>>(false);
  Limits limits = given;
  limits.stop = [isStopped, stop = given.stop] { return *isStopped || (stop && stop()); };
  auto meter = std::make_unique<Meter>();
  auto z3 = z3worker::Z3Layer::make(limits, *meter);
  if (!z3)
    return z3.error();
  return std::unique_ptr<Chain>(std::make_unique<Layers>(
      limits, std::move(isStopped), std::move(meter), std::move(*z3), queryFolder));
}

} // namespace solver
