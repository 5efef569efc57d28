// A contradiction stays one when its inputs are renamed, even when two of them become one. So all
// that a match needs is a condition of the same form for each condition of the core, with the same
// input wherever the core has the same. One of them must be false in the run, since the others hold
// together: that one is looked up first.
#include "solver/cores.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace solver {

namespace {

constexpr std::size_t mostConditions = 6; // of a core
constexpr std::size_t mostCores = 4'096;  // remembered
constexpr std::size_t mostOfShape = 64;   // of those that contain a given form
constexpr unsigned mostSteps = 512;       // of one search for a match

} // namespace

/// A search for the conditions of one core among those of a slice.
class Cores::Match {
public:
  /// Only conditions of the given forms are looked at.
  Match(Shapes &shapes, const Slice &slice, const std::unordered_set<std::uint32_t> &forms) {
    for (const expr::TermId condition : slice.conditions) {
      shapes_.push_back(&shapes.of(slice.pool, condition));
      if (forms.contains(shapes_.back()->form))
        places_[shapes_.back()->form].push_back(shapes_.size() - 1);
    }
  }

  /// Places of conditions that match the core, the one at `first` among them; empty: there are
  /// none.
  std::vector<std::size_t> find(const Core &core, std::size_t first) {
    for (std::size_t part = 0; part < core.size() && steps_ < mostSteps; ++part) {
      names_.clear();
      found_.assign(core.size(), none);
      if (core[part].form != shapes_[first]->form || !bind(core[part], first))
        continue;
      found_[part] = first;
      if (bindFrom(core, 0)) {
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return found_;
      }
    }
    return {};
  }

private:
  static constexpr std::size_t none = ~std::size_t{0};

  /// Gives the inputs of a part the names that the condition has for them; false: they have others.
  bool bind(const Shape &part, std::size_t condition) {
    ++steps_;
    const std::vector<std::uint32_t> &inputs = shapes_[condition]->inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (names_.emplace(part.inputs[i], inputs[i]).first->second != inputs[i])
        return false;
    return true;
  }

  bool bindFrom(const Core &core, std::size_t part) {
    if (part == core.size())
      return true;
    if (found_[part] != none)
      return bindFrom(core, part + 1);
    for (const std::size_t place : places_[core[part].form]) {
      if (steps_ >= mostSteps)
        return false;
      const std::map<std::uint32_t, std::uint32_t> before = names_;
      found_[part] = place;
      if (bind(core[part], place) && bindFrom(core, part + 1))
        return true;
      names_ = before;
      found_[part] = none;
    }
    return false;
  }

  std::vector<const Shape *> shapes_;                                  // by condition
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> places_; // by form
  std::map<std::uint32_t, std::uint32_t> names_; // of the core's inputs, in the slice
  std::vector<std::size_t> found_;               // by part of the core
  unsigned steps_ = 0;
};

/// Conditions that are a known contradiction; empty: none is known.
std::vector<std::size_t> Cores::find(Slice &slice) {
  slice.tape.evaluate(slice.start);
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    if (slice.tape.value(slice.tape.root(i)) == 0)
      if (auto found = find(slice, i); !found.empty())
        return found;
  return {};
}

/// The same with this condition among them.
std::vector<std::size_t> Cores::find(Slice &slice, std::size_t condition) {
  const auto known = byForm_.find(shapes_.of(slice.pool, slice.conditions[condition]).form);
  if (known == byForm_.end())
    return {};
  std::unordered_set<std::uint32_t> forms;
  for (const std::uint64_t core : known->second)
    for (const Shape &shape : cores_[core - forgotten_])
      forms.insert(shape.form);
  Match match(shapes_, slice, forms);
  for (std::size_t core = known->second.size(); core-- > 0;) {
    auto found = match.find(cores_[known->second[core] - forgotten_], condition);
    if (!found.empty())
      return found;
  }
  return {};
}

void Cores::learn(const Slice &slice, const Unsat &unsat) {
  if (unsat.core.size() > mostConditions)
    return;
  Core core;
  for (const std::size_t condition : unsat.core) {
    core.push_back(shapes_.of(slice.pool, slice.conditions[condition]));
    if (core.back().isNone())
      return;
  }
  if (cores_.size() == mostCores)
    forgetOldest();
  const std::uint64_t number = forgotten_ + cores_.size();
  for (const Shape &shape : core) {
    std::vector<std::uint64_t> &known = byForm_[shape.form];
    if (!known.empty() && known.back() == number)
      continue;
    if (known.size() == mostOfShape)
      known.erase(known.begin());
    known.push_back(number);
  }
  cores_.push_back(std::move(core));
}

void Cores::forgetOldest() {
  for (const Shape &shape : cores_.front()) {
    const auto known = byForm_.find(shape.form);
    if (known == byForm_.end())
      continue;
    std::erase(known->second, forgotten_);
    if (known->second.empty())
      byForm_.erase(known);
  }
  cores_.pop_front();
  ++forgotten_;
}

Answer Cores::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "cores");
  std::vector<std::size_t> found = find(slice);
  if (!found.empty())
    return meter_.answered("cores", Unsat{.core = std::move(found), .learnt = true});
  Answer answer = next_.solve(slice);
  if (const Unsat *unsat = std::get_if<Unsat>(&answer); unsat && !unsat->learnt)
    learn(slice, *unsat);
  return answer;
}

} // namespace solver
