#include "generate/sequence/callables.h"

#include "model/sequences.h"

#include <algorithm>

namespace generate {

using model::Function;
using model::FunctionId;
using model::Parameter;
using model::TypeId;

namespace {

constexpr std::uint32_t dearest = 64; // calls for one object; more make no test

} // namespace

Callables::Callables(const model::Subject &subject) : subject_(subject) {
  for (std::size_t i = 0; i < subject.functions.size(); ++i) {
    const Function &function = subject.functions[i];
    if (function.undrivable || function.form == model::CallForm::EndOfStorage)
      continue;
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
        const bool changes = !subject[parameter.type].pointeeIsConst && !function.isImplicit;
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
