#include "generate/sequence/callables.h"

#include "model/sequences.h"

#include <algorithm>
#include <set>

namespace generate {

using model::Function;
using model::FunctionId;
using model::Parameter;
using model::TypeId;

namespace {

constexpr std::uint32_t dearest = 64;        // calls for one object; more make no test
constexpr std::size_t mostInfluences = 1024; // on one function; memory stays flat

} // namespace

Callables::Callables(const model::Subject &subject) : subject_(subject) {
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    const Function &function = subject.functions[i];
    if (function.undrivable || function.form == model::CallForm::EndOfStorage ||
        function.form == model::CallForm::FileContents ||
        function.form == model::CallForm::CloseFile ||
        function.form == model::CallForm::ReadField || function.form == model::CallForm::Contract)
      continue;
    const bool isOnlyForOthers = function.isImplicit && !model::writesField(function);
    // A program's main is called once.
    if (!isOnlyForOthers && !subject.program && function.name != "main")
      for (const auto *states : {&function.facts.changes.fields, &function.facts.changes.variables})
        for (const std::uint32_t state : *states)
          changersOf_[state].push_back(FunctionId(i));
    if (function.form == model::CallForm::Upcast) {
      hasViews_.insert(function.owner);
      hasViews_.insert(subject[function.result].element);
    }
    if (const auto made = model::madeBy(subject, function))
      makers_[*made].push_back(FunctionId(i));
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      const Parameter &parameter = function.parameters[p];
      const auto type = model::wantedBy(subject, parameter);
      if (!type)
        continue;
      if (model::initialises(subject, function, p))
        initialisers_[*type].push_back(FunctionId(i));
      for (Lists *lists : {&users_, &changers_}) {
        std::vector<FunctionId> &list = (*lists)[*type];
        const bool changes = !subject[parameter.type].pointeeIsConst && !isOnlyForOthers;
        if ((lists == &users_ || changes) && (list.empty() || list.back() != FunctionId(i)))
          list.push_back(FunctionId(i));
      }
    }
  }
  // Each round settles the types that need one maker more in a row; some never are.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[type, makers] : makers_)
      for (const FunctionId maker : makers) {
        const auto before = costBefore(subject[maker]);
        const auto known = costs_.find(type);
        if (!before || *before + 1 > dearest ||
            (known != costs_.end() && known->second <= *before + 1))
          continue;
        costs_[type] = *before + 1;
        changed = true;
      }
  }
  for (auto &[type, makers] : makers_) {
    std::erase_if(makers, [&](FunctionId maker) { return !costBefore(subject[maker]); });
    std::ranges::stable_sort(makers, {},
                             [&](FunctionId maker) { return *costBefore(subject[maker]); });
  }
}

std::span<const FunctionId> Callables::at(const Lists &lists, TypeId type) {
  const auto found = lists.find(type);
  return found == lists.end() ? std::span<const FunctionId>() : found->second;
}

Callables::Influences Callables::influencesOn(const Function &function) const {
  const auto changersOf = [&](const std::vector<std::uint32_t> &states) {
    std::set<FunctionId> changers;
    for (const std::uint32_t state : states)
      if (const auto found = changersOf_.find(state); found != changersOf_.end())
        changers.insert(found->second.begin(), found->second.end());
    std::vector<FunctionId> some(changers.begin(), changers.end());
    if (some.size() > mostInfluences) {
      for (std::size_t i = 0; i < mostInfluences; ++i)
        some[i] = some[i * some.size() / mostInfluences];
      some.resize(mostInfluences);
    }
    return some;
  };
  if (subject_.program || function.name == "main")
    return {};
  const model::StateNumbers &decidedBy = function.facts.decidedBy;
  std::vector<std::uint32_t> all = decidedBy.fields;
  all.insert(all.end(), decidedBy.variables.begin(), decidedBy.variables.end());
  return {changersOf(all), changersOf(decidedBy.variables)};
}

std::optional<std::uint32_t> Callables::cost(TypeId type) const {
  const auto found = costs_.find(type);
  return found == costs_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> Callables::costBefore(const Function &function) const {
  std::uint32_t sum = 0;
  for (const Parameter &parameter : function.parameters) {
    if (!model::needsObject(subject_, parameter))
      continue;
    const auto one = cost(*model::wantedBy(subject_, parameter));
    if (!one)
      return std::nullopt;
    sum += *one;
  }
  return sum;
}

std::optional<TypeId> Callables::wanted(const Parameter &parameter) const {
  const auto type = model::wantedBy(subject_, parameter);
  return type && cost(*type) ? type : std::nullopt;
}

bool Callables::needsSequences(const Function &function) const {
  return std::ranges::any_of(function.parameters, [&](const Parameter &parameter) {
    return wanted(parameter).has_value();
  });
}

} // namespace generate
