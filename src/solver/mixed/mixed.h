#pragma once

#include "solver/constants.h"
#include "solver/meter.h"
#include "solver/slicing.h"

#include <map>

namespace solver {

/// Which ways to other arguments are tried, and how often.
struct MixedSettings {
  bool partitions = true;    // PINCER_PARTITION's conditions, one after the other
  bool residual = true;      // values of earlier solutions for inputs that nothing simple mentions
  bool random = true;        // random values for the same, and samples of the simple part
  bool exhaustive = true;    // all arguments, where they are few
  bool descent = true;       // steps that bring results nearer to what is asked of them
  bool incremental = true;   // further solutions of the simple part
  unsigned mostQueries = 48; // to the layers below, in one query
  unsigned mostUnknown = 3;  // of them without an answer: those are the costly ones
  unsigned mostIncrements = 16; // further solutions
  unsigned samples = 256;
  unsigned mostSampled = 16; // of them are solved for
};

/// Mixed concrete-symbolic solving. Conditions with functions that no solver knows (Call), and with
/// functions of libm (Apply) where the layers below found nothing, are solved in two steps: the
/// conditions without them give arguments, the functions are called, and with what they gave all
/// conditions are asked again, for these arguments only. Solutions are checked; an Unsat is one of
/// the conditions without such functions. No layer below sees a Call.
class Mixed : public Layer {
public:
  Mixed(Layer &next, Meter &meter, MixedSettings settings = {})
      : next_(next), meter_(meter), settings_(settings), slicing_(next, run_, meter),
        constants_(slicing_, run_, meter) {}
  Answer solve(Slice &slice) override;

private:
  void remember(const Answer &answer);

  Layer &next_;
  Meter &meter_;
  const MixedSettings settings_;
  RunValues run_;
  Slicing slicing_;
  Constants constants_;
  std::map<std::uint32_t, std::uint64_t> residual_; // by input: its value in the last solution
  std::uint64_t queries_ = 0;
};

} // namespace solver
