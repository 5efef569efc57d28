#include "proof/obligation.h"

#include "proof/encoder.h"

#include <fmt/format.h>

namespace proof {
namespace {

std::string header(const std::string &function, const char *what) {
  return fmt::format(
      "; {}\n"
      "; Function {}. Arguments, globals and memory at entry are anything, and so are locals that\n"
      "; nothing was stored in. Integers wrap. Assumed: no undefined behaviour comes before the\n"
      "; branch (so nothing leads from one object into another, locals whose address nobody knows\n"
      "; are changed by nobody else, constants keep their values); objects that live at the same\n"
      "; time do not overlap and are not at address zero; floats are rounded to nearest; signal\n"
      "; handlers and other threads change only what C lets them.\n"
      "; Calls that are not inlined change all memory that they could know of, and give anything\n"
      "; back or throw.\n",
      what, function);
}

} // namespace

FunctionFormula::FunctionFormula(std::string name, std::unique_ptr<Encoder> encoder)
    : name_(std::move(name)), encoder_(std::move(encoder)) {}
FunctionFormula::FunctionFormula(FunctionFormula &&) noexcept = default;
FunctionFormula::~FunctionFormula() = default;

support::Result<FunctionFormula> FunctionFormula::of(const llvm::Module &module,
                                                     const std::string &function) {
  auto prepared = prepare(module, function);
  if (!prepared)
    return prepared.error();
  auto encoder = std::make_unique<Encoder>(std::move(*prepared));
  if (const auto done = encoder->run(); !done)
    return support::Error{fmt::format("{}: {}", function, done.error().message)};
  return FunctionFormula(function, std::move(encoder));
}

support::Result<Obligation>
FunctionFormula::obligation(std::uint32_t slot, const std::vector<std::uint64_t> &arguments) const {
  if (!encoder_->slots().contains(slot))
    return support::Error{fmt::format("{}: it has no branch {}", name_, slot)};
  Script &script = encoder_->script;
  std::vector<Guard> taken, some = encoder_->ends;
  if (const auto found = encoder_->outcomes.find(slot); found != encoder_->outcomes.end())
    taken = found->second;
  for (const auto &[other, guards] : encoder_->outcomes)
    some.insert(some.end(), guards.begin(), guards.end());
  Guard goal = script.disjunction(taken), anything = script.disjunction(some);
  const Leaves &given = encoder_->arguments();
  for (std::size_t i = 0; i < arguments.size() && i < given.size(); ++i) {
    const Guard same =
        script.equal(given[i], literal(llvm::APInt(64, arguments[i]).trunc(given[i].width)));
    goal = script.conjunction(goal, same);
    anything = script.conjunction(anything, same);
  }
  return Obligation{
      script.print(goal, header(name_, "Unsat: no execution takes the branch.")),
      script.print(anything, header(name_, "Sat: some execution is described."), {goal})};
}

bool FunctionFormula::hasCutLoop() const { return encoder_->hasCutLoop; }

support::Result<Obligation> printObligation(const llvm::Module &module, const std::string &function,
                                            std::uint32_t slot) {
  const auto formula = FunctionFormula::of(module, function);
  if (!formula)
    return formula.error();
  return formula->obligation(slot);
}

} // namespace proof
